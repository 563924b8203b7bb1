import type { Store } from '@palaver/store'
import type { Logger } from 'pino'
import type { QueueSpec } from '../../events/queue-model.ts'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import { inboxes, tellings } from '../collections.ts'
import type { Running, Sending } from '../windows/loop.ts'
import type { Windows } from '../windows/windows.ts'
import { pushKeys, pushSubscriptions } from './collections.ts'
import { pushQueue } from './handler.ts'
import { Keys } from './keys.ts'
import type { PushNeeds } from './needs.ts'
import { pushPlaces } from './places.ts'
import { quietSender } from './quiet.ts'
import { type Outcome, Sender, type SenderNeeds } from './sender.ts'
import { Subscriptions } from './subscriptions.ts'
import { Vapid } from './vapid.ts'

export type WebPushNeeds = Pick<
  PushNeeds,
  'audiences' | 'choicesOf' | 'forgetErased' | 'privatePreviews' | 'linkOf' | 'now'
> & {
  store: Store
  /** Whom push services can turn to; null where there is to be no Web Push. */
  contact: string | null
  isErased: (whose: Whose) => Promise<boolean>
  windows: Windows
  log: Pick<Logger, 'warn'>
  count: (outcome: Outcome['kind']) => void
  ask: SenderNeeds['ask']
}

/** Messages to browsers that are not on the page. */
export class WebPush {
  readonly keys: Keys
  readonly subscriptions: Subscriptions
  /** Null where there is no Web Push; then nobody can subscribe, and no queue is to run. */
  readonly sending: PushNeeds | null
  readonly windows: Windows

  constructor({ store, contact, isErased, log, count, ask, ...needs }: WebPushNeeds) {
    const { now, windows } = needs
    this.windows = windows
    this.keys = new Keys({ keys: store.collection(pushKeys), now })
    const { allowPrivate } = ask
    const all = store.collection(pushSubscriptions)
    const { keys } = this
    const subscriptions = new Subscriptions({ subscriptions: all, keys, isErased, now, allowPrivate })
    this.subscriptions = subscriptions
    const vapid = contact === null ? null : new Vapid({ contact, now })
    const kept = { tellings: store.collection(tellings), inboxes: store.collection(inboxes) }
    this.sending =
      vapid === null
        ? null
        : { ...needs, ...kept, subscriptions, sender: new Sender({ subscriptions, keys, vapid, now, log, count, ask }) }
  }

  queue(): QueueSpec | null {
    return this.sending === null ? null : pushQueue(this.sending)
  }

  /** Sends what waited for the end of quiet hours. */
  startSending(running: Running): Sending | null {
    if (this.sending === null) return null
    return this.windows.startSending('push', quietSender(this.sending), running)
  }

  personalPlaces(): PersonalPlace[] {
    return pushPlaces(this.subscriptions)
  }
}
