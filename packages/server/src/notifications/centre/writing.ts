import { Duplicate, idOf, type LoggedEvent } from '@palaver/store'
import type { Comment } from '../../comments/service.ts'
import type { Delivery } from '../../events/queue-model.ts'
import { notifications as spec } from '../collections.ts'
import type { Checked } from '../audience/audience-of.ts'
import { type Candidate, isOfSocial, type Item, type Notification, type Skip } from '../model.ts'
import { postIn } from '../social/authoring.ts'
import type { HandlerNeeds } from './needs.ts'
import { groupOf } from './row.ts'
import { sideBySide } from '../side-by-side.ts'
import { trimNowAndThen } from './trimming.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Writes a row for everyone whom the event concerns, also for those who are not told. */
export async function tell(needs: HandlerNeeds, delivery: Delivery): Promise<void> {
  const { event, position, signal } = delivery
  const repliesTo = repliedToIn(event)
  for await (const candidates of needs.audience.of(event)) {
    signal.throwIfAborted()
    const left = delivery.attempt === 1 ? candidates : await withoutRow(needs, event, candidates)
    const rows = await rowsFor(needs, event, left)
    await sideBySide(rows, ({ item, skip }) =>
      write(needs, newRow(needs, item, { skip, position, group: groupOf({ ...item, repliesTo }) })),
    )
    await needs.forgetErased(event.org, peopleIn(rows))
  }
}

type Decided = { item: Item; skip: Skip | null }

function peopleIn(rows: readonly Decided[]): string[] {
  const actor = rows[0]?.item.actor ?? null
  return [...rows.map(({ item }) => item.person), ...(actor === null ? [] : [actor.id])]
}

/** An earlier try has come so far: nobody is asked about those again. */
async function withoutRow(
  { notifications }: HandlerNeeds,
  { _id: event }: LoggedEvent,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const idOfRow = ({ person }: Candidate): string => idOf(spec, { person, event })
  const where = { _id: { $in: candidates.map(idOfRow) } }
  const { docs } = await notifications.find({ where, limit: candidates.length, next: false })
  const written = new Set(docs.map(({ _id }) => _id))
  return candidates.filter((candidate) => !written.has(idOfRow(candidate)))
}

/** Everything is looked at again at this moment. Nothing is kept of who was erased. */
async function rowsFor(
  { audience }: HandlerNeeds,
  event: LoggedEvent,
  candidates: readonly Candidate[],
): Promise<Decided[]> {
  const items = candidates.map((candidate) => audience.aboutOf(event, candidate))
  const open = items.filter((_, at) => candidates[at]?.skip === null)
  const checks = await audience.checkAll(open, 'centre')
  const now = new Map(open.map((item, at) => [item, checks[at]]))
  return items
    .map((item, at) => {
      const check = now.get(item)
      return { item: withSubject(item, check), skip: candidates[at]?.skip ?? check?.skip ?? null }
    })
    .filter(({ skip }) => skip !== 'erased')
}

/** What is only known once it was looked at: the post that a comment is on, and who let somebody else's act be told. */
function withSubject(item: Item, check: Checked | undefined): Item {
  if (check === undefined || check.skip !== null) return item
  if (check.social !== undefined)
    return item.actor?.name === '' ? { ...item, actor: { ...item.actor, name: check.social.by } } : item
  const post = item.reason === 'moderation' ? null : postIn(check.discussion)
  return post === null ? item : { ...item, post }
}

/** One that is there already was written by an earlier try, or by another process. */
async function write(needs: HandlerNeeds, row: Notification): Promise<void> {
  try {
    await needs.notifications.insert(row)
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    return
  }
  await trimNowAndThen(needs, row.person)
}

function repliedToIn({ type, after }: LoggedEvent): string | null {
  if (type !== 'comment') return null
  const { replyTo = null, parentSlug = null } = (after ?? {}) as unknown as Partial<Comment>
  return replyTo ?? parentSlug
}

type Fate = { skip: Skip | null; position: number; group: string }

function newRow({ now, keptDays }: HandlerNeeds, item: Item, { skip, position, group }: Fate): Notification {
  const written = now()
  return {
    _id: idOf(spec, { person: item.person, event: item.event }),
    ...item,
    ...((isOfSocial(item) || item.post !== undefined) && { isSocial: true as const }),
    position,
    written: new Date(written).toISOString(),
    group,
    skip,
    isShown: skip === null,
    isUnread: skip === null,
    seen: null,
    read: null,
    archived: null,
    retracted: null,
    retractedFor: null,
    expires: new Date(written + keptDays * DAY_MS).toISOString(),
  }
}
