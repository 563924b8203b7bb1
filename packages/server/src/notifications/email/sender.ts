import type { Collection } from '@palaver/store'
import type { PersonDocument } from '../../accounts/service.ts'
import { TryLater } from '../../events/queue-model.ts'
import type { Audiences } from '../audience/audiences.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Item, Skip, Telling, Window } from '../model.ts'
import type { PreferenceBook, UnsubscribeScope } from '../preferences/preferences.ts'
import type { Sender } from '../windows/sending.ts'
import { tellingIdOf } from '../windows/telling.ts'
import { domainOf, mailAddress } from './address.ts'
import { composed } from './compose.ts'
import { type Checked, type Content, contentOf } from './content.ts'
import type { DomainRate } from './domain-rate.ts'
import type { Mailboxes } from './mailboxes.ts'
import { heldUntil, isDigest, localDay } from './place.ts'
import { Refused } from './smtp.ts'
import { MAIL_RETRY_MS, type MailTransport } from './transport.ts'
import type { Unsubscribes } from './unsubscribe.ts'

export type SenderNeeds = {
  checkAll: Audiences['checkAll']
  people: { get: (org: string, id: string) => Promise<PersonDocument | null> }
  preferences: Pick<PreferenceBook, 'choicesOf'>
  mailboxes: Mailboxes
  tellings: Collection<Telling>
  unsubscribes: Unsubscribes
  transport: MailTransport
  rate: DomainRate
  /** When they were last seen in their centre; a digest leaves out what they could see there. */
  lastActive: (person: string) => Promise<string | null>
  from: string
  /** Where links in mails lead: read when it is needed, because it may be known only once the service listens. */
  url: () => string
  now: () => number
  bufferMs: number
  mailsPerDay: number
}

const TIMEOUT_MS = 60_000
const AT_ONCE = 50

/** Writes a mail from a window, from what may still be told when it goes out. */
export const mailSender = (needs: SenderNeeds): Sender => ({
  retryMs: MAIL_RETRY_MS,
  timeoutMs: TIMEOUT_MS,
  isReady: () => needs.transport.isReady(),
  hold: async (window) => {
    const { now, bufferMs, mailsPerDay } = needs
    const whose = await addressee(needs, window)
    if (whose === null) return null
    const mailbox = await needs.mailboxes.of(whose)
    const choices = await needs.preferences.choicesOf(window.org, window.person)
    const later = heldUntil(window, { choices, mailbox, now: now(), bufferMs, mailsPerDay })
    if (later !== null) return later
    const waitMs = needs.rate.waitFor(domainOf(whose.address), window._id)
    return waitMs > 0 ? { due: now() + waitMs, kind: window.kind } : null
  },
  send: (window, items, signal) => send(needs, { window, items, signal }),
})

type Sending = { window: Window; items: readonly Item[]; signal: AbortSignal }

async function send(needs: SenderNeeds, { window, items, signal }: Sending): Promise<'sent' | 'empty'> {
  const { org, person } = window
  const whose = await addressee(needs, window)
  if (whose !== null) takePlace(needs, window, whose)
  const choices = await needs.preferences.choicesOf(org, person)
  const reason = await notAtAll(needs, { whose, isOff: choices.mail === 'off' })
  const kept = reason === null ? await stillToTell(needs, window, items) : await skipAll(needs, items, reason)
  if (kept.length === 0 || whose === null) return 'empty'
  const { now, from } = needs
  const content = contentOf(kept, window.more, await linksOf(needs, kept))
  const unsubscribe = await needs.unsubscribes.linkOf(needs.url(), { org, person, scope: { kind: 'all' } })
  const { timeZone } = choices
  const named = { window: window._id, org, person, kind: window.kind }
  const mail = await composed({ ...named, from, to: whose.address, content, timeZone, unsubscribe, date: now() })
  const day = localDay(now(), timeZone)
  await needs.mailboxes.count(whose, { window: window._id, day, isDigest: isDigest(window) })
  try {
    await needs.transport.send(mail, signal)
  } catch (error) {
    if (error instanceof Refused) await bounced(needs, whose, { status: error.status, kept })
    throw error
  }
  return 'sent'
}

/** What has failed and comes again was not held before. */
function takePlace({ rate }: SenderNeeds, { _id }: Window, { address }: Addressee): void {
  const afterMs = rate.waitFor(domainOf(address), _id)
  if (afterMs > 0) throw new TryLater('This domain has had enough mails for the moment.', { afterMs })
  rate.used(_id)
}

type Refusal = { status: string | undefined; kept: readonly Checked[] }
type Addressee = { org: string; person: string; address: string }

async function addressee({ people }: SenderNeeds, { org, person }: Window): Promise<Addressee | null> {
  const address = mailAddress((await people.get(org, person))?.email ?? null)
  return address === null ? null : { org, person, address }
}

async function notAtAll(
  { mailboxes }: SenderNeeds,
  { whose, isOff }: { whose: Addressee | null; isOff: boolean },
): Promise<Skip | null> {
  if (whose === null) return 'no-address'
  if (isOff) return 'preference'
  return (await mailboxes.of(whose)).suppressed === null ? null : 'bounced'
}

/** Nobody can mend that by sending it again: it is given up, but is no dead letter. */
async function bounced(needs: SenderNeeds, whose: Addressee, refusal: Refusal): Promise<void> {
  await needs.mailboxes.bounced(whose, { kind: 'hard', status: refusal.status })
  const items = refusal.kept.map(({ item }) => item)
  await skipAll(needs, items, 'bounced')
}

async function skipAll(needs: SenderNeeds, items: readonly Item[], skip: Skip): Promise<Checked[]> {
  await sideBySide(items, (item) => note(needs, item, { state: 'skipped', skip }))
  return []
}

/** What has changed since it was told counts: what may not be sent any more gets its reason. */
async function stillToTell(needs: SenderNeeds, window: Window, items: readonly Item[]): Promise<Checked[]> {
  const seen = isDigest(window) ? await needs.lastActive(window.person) : null
  const isSeen = ({ at }: Item): boolean => seen !== null && at <= seen
  await skipAll(needs, items.filter(isSeen), 'seen-recently')
  const fresh = items.filter((item) => !isSeen(item))
  const kept: Checked[] = []
  for (let from = 0; from < fresh.length; from += AT_ONCE) {
    const some = fresh.slice(from, from + AT_ONCE)
    const checked = await needs.checkAll(some, 'email')
    await Promise.all(
      some.map(async (item, at) => {
        const one = checked[at] ?? { skip: 'not-there' }
        if (one.skip === null) kept.push({ ...one, item })
        else await note(needs, item, { state: 'skipped', skip: one.skip })
      }),
    )
  }
  return kept
}

async function note(
  { tellings, now }: SenderNeeds,
  item: Item,
  { state, skip }: Pick<Telling, 'state' | 'skip'>,
): Promise<void> {
  const _id = tellingIdOf(item, 'email')
  if (skip === 'erased') {
    await tellings.remove({ _id })
    return
  }
  const where = { _id, state: { $in: ['waiting', 'sending'] as const } }
  await tellings.update(where, { $set: { state, skip, changed: new Date(now()).toISOString() } })
}

async function linksOf({ unsubscribes, url }: SenderNeeds, kept: readonly Checked[]): Promise<Content['links']> {
  const [first] = kept
  if (first === undefined) return []
  const { org, person, reason } = first.item
  const scopes: { label: string; scope: UnsubscribeScope }[] = []
  const discussion = first.discussion?._id
  if (discussion !== undefined && kept.every((one) => one.discussion?._id === discussion))
    scopes.push({ label: 'No mails about this discussion', scope: { kind: 'discussion', discussion } })
  if (kept.every(({ item }) => item.reason === reason))
    scopes.push({ label: 'No mails of this kind', scope: { kind: 'reason', reason } })
  scopes.push({ label: 'No mails at all', scope: { kind: 'all' } })
  return Promise.all(
    scopes.map(async ({ label, scope }) => ({ label, url: await unsubscribes.linkOf(url(), { org, person, scope }) })),
  )
}
