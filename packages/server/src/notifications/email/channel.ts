import type { Store } from '@palaver/store'
import type { People } from '../../accounts/service.ts'
import type { Route } from '../../api/route.ts'
import type { QueueHandler } from '../../events/queue-model.ts'
import type { PersonalPlace } from '../../personal/service.ts'
import type { Audiences } from '../audience/audiences.ts'
import { inboxes, tellings, windows as allWindows } from '../collections.ts'
import type { ForgetErased } from '../forgetting.ts'
import type { PreferenceBook } from '../preferences/preferences.ts'
import type { Running, Sending } from '../windows/loop.ts'
import type { Windows } from '../windows/windows.ts'
import { bounceRoutes } from './bounce-routes.ts'
import { DomainRate } from './domain-rate.ts'
import { emailHandler } from './handler.ts'
import { Signer } from './mail-key.ts'
import { Mailboxes } from './mailboxes.ts'
import { mailboxes as allMailboxes, mailKeys } from './model.ts'
import { outboxSentence, outboxTransport } from './outbox.ts'
import { emailPlaces } from './places.ts'
import { mailSender } from './sender.ts'
import { SmtpTransport } from './smtp.ts'
import type { MailTransport } from './transport.ts'
import { unsubscribeRoutes, Unsubscribes } from './unsubscribe.ts'

export type EmailNeeds = {
  store: Store
  audiences: Audiences
  people: Pick<People, 'get' | 'isErased'>
  /** The id here of a user of the host. */
  personOf: (org: string, hostId: string) => string
  preferences: PreferenceBook
  windows: Windows
  forgetErased: ForgetErased
  now: () => number
  random: () => number
  settings: {
    smtpUrl: string | null
    /** Where mails lie for which no server is set up. */
    folder: string
    from: string
    /** Where people reach the service: asked for each mail, because it may be known only once the service listens. */
    url: () => string
    bufferMs: number
    mailsPerDay: number
    /** To one domain, by this process; 0 for no limit. */
    mailsPerSecond: number
  }
}

/** All of e-mail: what the queue does, what goes out, and what comes back. */
export class EmailChannel {
  readonly handler: QueueHandler
  readonly mailboxes: Mailboxes
  readonly unsubscribes: Unsubscribes
  readonly #needs: EmailNeeds

  constructor(needs: EmailNeeds) {
    this.#needs = needs
    const { store, audiences, people, preferences, windows, now, settings } = needs
    const signer = new Signer(store.collection(mailKeys))
    const isErased: People['isErased'] = (whose) => people.isErased(whose)
    this.mailboxes = new Mailboxes({ mailboxes: store.collection(allMailboxes), signer, isErased, now })
    this.unsubscribes = new Unsubscribes({ signer, preferences })
    const rows = { windows, tellings: store.collection(tellings), mailboxes: this.mailboxes }
    const { forgetErased } = needs
    this.handler = emailHandler({ ...settings, ...rows, audiences, preferences, now, forgetErased })
  }

  /** For whoever starts the service; null where mails are sent. */
  get sentence(): string | null {
    const { smtpUrl, folder } = this.#needs.settings
    return smtpUrl === null ? outboxSentence(folder) : null
  }

  get routes(): Route[] {
    const { mailboxes, unsubscribes } = this
    return [...unsubscribeRoutes(unsubscribes), ...bounceRoutes({ mailboxes, personOf: this.#needs.personOf })]
  }

  get places(): PersonalPlace[] {
    const { store } = this.#needs
    const rows = { windows: store.collection(allWindows), tellings: store.collection(tellings) }
    return emailPlaces({ ...rows, mailboxes: store.collection(allMailboxes) })
  }

  /** Sends what is due until it is stopped. */
  startSending(running: Running): Sending {
    const { store, audiences, people, preferences, windows, now, settings } = this.#needs
    const { mailboxes, unsubscribes } = this
    const transport = this.#transport()
    const rate = new DomainRate({ perSecond: settings.smtpUrl === null ? 0 : settings.mailsPerSecond, now })
    const seen = store.collection(inboxes)
    const lastActive = async (person: string): Promise<string | null> => (await seen.get(person))?.active ?? null
    const known = { people, preferences, mailboxes, unsubscribes, tellings: store.collection(tellings) }
    const sender = mailSender({ ...settings, ...known, checkAll: audiences.checkAll, lastActive, transport, rate, now })
    const sending = windows.startSending('email', sender, running)
    const stop = async (): Promise<void> => {
      await sending.stop()
      await transport.close()
    }
    return { drained: sending.drained, wake: sending.wake, stop }
  }

  #transport(): MailTransport {
    const { settings, now, random } = this.#needs
    const { smtpUrl: url, folder } = settings
    return url === null ? outboxTransport({ folder, now }) : new SmtpTransport({ url, now, random })
  }
}
