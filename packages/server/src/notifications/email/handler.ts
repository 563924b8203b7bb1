import { type Collection, Duplicate, type LoggedEvent } from '@palaver/store'
import type { Delivery, QueueHandler } from '../../events/queue-model.ts'
import type { Checked } from '../audience/audience-of.ts'
import type { Audiences } from '../audience/audiences.ts'
import type { ForgetErased } from '../forgetting.ts'
import type { Candidate, Item, Skip, Telling } from '../model.ts'
import type { PreferenceBook } from '../preferences/preferences.ts'
import { begunAnew, tellingsOf } from '../windows/anew.ts'
import { tellingIdOf, tellingOf } from '../windows/telling.ts'
import type { Windows } from '../windows/windows.ts'
import { mailAddress } from './address.ts'
import type { Mailboxes } from './mailboxes.ts'
import { placeOf } from './place.ts'

export type HandlerNeeds = {
  audiences: Pick<Audiences, 'laneOf' | 'prepare' | 'of' | 'checkAll' | 'aboutOf'>
  windows: Windows
  tellings: Collection<Telling>
  preferences: Pick<PreferenceBook, 'choicesOf'>
  mailboxes: Mailboxes
  forgetErased: ForgetErased
  now: () => number
  bufferMs: number
  mailsPerDay: number
}

const AT_ONCE = 50
/** Nobody needs a mail of what happened longer ago: it is in the centre. */
const TOO_OLD_MS = 7 * 24 * 3_600_000

/** What the queue `email` does: it puts what somebody is to be told into the window of their next mail. */
export const emailHandler = (needs: HandlerNeeds): QueueHandler => ({
  laneOf: (event) => needs.audiences.laneOf(event),
  prepare: (events) => needs.audiences.prepare(events),
  handle: (delivery) => handle(needs, delivery),
})

/** One who cannot be told now does not keep it from the others: who comes again finds those done with. */
async function handle(needs: HandlerNeeds, { event, position, signal }: Delivery): Promise<void> {
  const again = position === event.seq ? null : position
  const failures: unknown[] = []
  for await (const candidates of needs.audiences.of(event))
    for (let from = 0; from < candidates.length; from += AT_ONCE) {
      signal.throwIfAborted()
      failures.push(...(await tellSome(needs, candidates.slice(from, from + AT_ONCE), { event, again })))
    }
  if (failures.length > 0) throw new Error(`${failures.length} could not be told.`, { cause: failures[0] })
}

/** `again`: where it comes once more after it was put aside. */
type Coming = { event: LoggedEvent; again: number | null }

/** What went wrong, with whomever it did. */
async function tellSome(needs: HandlerNeeds, all: readonly Candidate[], { event, again }: Coming): Promise<unknown[]> {
  const some = again === null ? all : await stillToTell(needs, event, all)
  const { aboutOf, checkAll } = needs.audiences
  const [others, addressed] = [some.filter(({ skip }) => skip !== null), some.filter(({ skip }) => skip === null)]
  const items = addressed.map((candidate) => aboutOf(event, candidate))
  const checked = await checkAll(items, 'email')
  const told = await Promise.allSettled([
    ...others.map((candidate) => skipped(needs, aboutOf(event, candidate), candidate.skip)),
    ...items.map((item, at) => tell(needs, item, { checked: checked[at] ?? { skip: 'not-there' }, again })),
  ])
  await needs.forgetErased(
    event.org,
    some.map(({ person }) => person),
  )
  return told.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
}

/** What an earlier try has done with is left out, so that the host is not asked about it again; what failed begins anew. */
async function stillToTell(needs: HandlerNeeds, event: LoggedEvent, all: readonly Candidate[]): Promise<Candidate[]> {
  const ids = all.map(({ person }) => tellingIdOf({ event: event._id, person }, 'email'))
  const known = await tellingsOf(needs, ids)
  const begun = await Promise.all(known.map((telling) => begunAnew(needs, telling)))
  const over = new Set(begun.filter(({ state }) => state !== 'waiting').map(({ person }) => person))
  return all.filter(({ person }) => !over.has(person))
}

type Regarded = Pick<Coming, 'again'> & { checked: Checked }

async function tell(needs: HandlerNeeds, item: Item, { checked, again }: Regarded): Promise<void> {
  if (checked.skip !== null) return skipped(needs, item, checked.skip)
  const { org, person } = item
  if (Date.parse(item.at) < needs.now() - TOO_OLD_MS) return skipped(needs, item, 'too-old')
  const address = mailAddress(checked.person.email)
  if (address === null) return skipped(needs, item, 'no-address')
  const mailbox = await needs.mailboxes.of({ org, person, address })
  if (mailbox.suppressed !== null) return skipped(needs, item, 'bounced')
  const choices = await needs.preferences.choicesOf(org, person)
  const { now, bufferMs, mailsPerDay, windows } = needs
  const place = placeOf({ choices, mailbox, now: now(), bufferMs, mailsPerDay }, item)
  if (place === null) return skipped(needs, item, 'preference')
  // The window that was given up may have the same name.
  const key = again === null ? place.key : `${place.key}~again~${again}`
  await windows.add(item, { channel: 'email', ...place, key })
}

/** A telling that is there already says more than this, unless it has just begun anew. */
async function skipped({ tellings, now }: HandlerNeeds, item: Item, skip: Skip | null): Promise<void> {
  // Nothing is to be kept of who was erased.
  if (skip === null || skip === 'erased') return
  const telling = tellingOf(item, { channel: 'email', state: 'skipped', skip, now: now() })
  try {
    await tellings.insert(telling)
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    const { _id, state, changed } = telling
    await tellings.update({ _id, state: 'waiting', window: null }, { $set: { state, skip, changed } })
  }
}
