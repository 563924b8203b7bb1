import { type Collection, idOf, type NewEvent } from '@palaver/store'
import { notifications as spec } from '../collections.ts'
import type { Inbox, Notification } from '../model.ts'
import type { Mark } from './changes.ts'
import { readToOf, type Rows } from './needs.ts'
import { isRead } from './row.ts'
import { sideBySide } from '../side-by-side.ts'

export type Whose = { org: string; id: string }
export type RowMark = 'read' | 'archived' | 'unarchived'
/** `more`: there are others that were not reached; the same call goes on with them. */
export type Marked = { marked: number; more: boolean }

export type MarkingNeeds = Rows & { now: () => number; newId: () => string }

/** In one call; it can be called again. */
const MOST_MARKED = 1000
const BATCH = 100

/** What a mark tells, with the person as its subject: their stream goes by it. */
export const markEvent = (needs: MarkingNeeds, { org, id }: Whose, mark: Mark): NewEvent => ({
  _id: needs.newId(),
  org,
  subject: id,
  type: 'inbox',
  op: mark.op,
  at: new Date(needs.now()).toISOString(),
  after: mark,
})

/** Rows of which only the ids are known. */
export async function markByIds(needs: MarkingNeeds, whose: Whose, { op, ids }: { op: RowMark; ids: string[] }) {
  const readTo = await readToOf(needs, whose.id)
  let marked = 0
  await sideBySide([...new Set(ids)], async (event) => {
    if (await markOne(needs, whose, { op, event, readTo })) marked += 1
  })
  return { marked, more: false }
}

/** All rows of one group. */
export async function markGroup(needs: MarkingNeeds, whose: Whose, { op, group }: { op: RowMark; group: string }) {
  const where = { person: whose.id, group, isShown: true }
  return markFound(needs, whose, {
    op,
    find: (page) => needs.notifications.find({ where, sort: { position: 1 }, ...page }),
  })
}

/** What is unread of one discussion. */
export async function readDiscussion(needs: MarkingNeeds, whose: Whose, discussion: string): Promise<Marked> {
  const position = { $gt: await readToOf(needs, whose.id) }
  const where = { person: whose.id, discussion, isUnread: true, position }
  return markFound(needs, whose, {
    op: 'read',
    find: (page) => needs.notifications.find({ where, sort: { position: 1 }, ...page }),
  })
}

type Pages = Pick<Parameters<Collection<Notification>['find']>[0], 'limit' | 'after'>
type Found = { op: RowMark; find: (page: Pages) => ReturnType<Collection<Notification>['find']> }

/** Row by row, each by a write of its own. */
async function markFound(needs: MarkingNeeds, whose: Whose, { op, find }: Found): Promise<Marked> {
  const readTo = await readToOf(needs, whose.id)
  let marked = 0
  for (let after: Pages['after'] = null; ;) {
    const { docs, next } = await find({ limit: BATCH, after })
    await sideBySide(docs as Notification[], async ({ event }) => {
      if (await markOne(needs, whose, { op, event, readTo })) marked += 1
    })
    if (next === null) return { marked, more: false }
    if (marked >= MOST_MARKED) return { marked, more: true }
    after = next
  }
}

type One = { op: RowMark; event: string; readTo: number }

/** True where it changed something: a mark that is there already is not told again. */
async function markOne(needs: MarkingNeeds, whose: Whose, { op, event, readTo }: One): Promise<boolean> {
  const at = new Date(needs.now()).toISOString()
  const events = [markEvent(needs, whose, { op, id: event })]
  const { changed } = await needs.notifications.change(idOf(spec, { person: whose.id, event }), (row, to) => {
    if (row === null || !row.isShown || row.org !== whose.org) return null
    const set = MARKS[op](row, { at, readTo })
    return set === null ? null : to.change({ $set: set }, { events })
  })
  return changed
}

type Seen = { at: string; readTo: number }
type Set = Partial<Pick<Notification, 'read' | 'seen' | 'archived' | 'isUnread'>>

/** Who reads something has seen it; what is put away is not unread, and is so again when it is taken out unread. */
const MARKS: Record<RowMark, (row: Notification, seen: Seen) => Set | null> = {
  read: (row, { at, readTo }) => (isRead(row, readTo) ? null : { read: at, seen: row.seen ?? at, isUnread: false }),
  archived: (row, { at }) => (row.archived === null ? { archived: at, isUnread: false } : null),
  unarchived: (row) =>
    row.archived === null ? null : { archived: null, isUnread: row.read === null && row.retracted === null },
}

/** Moves a bound of the inbox forward, never back: what comes behind it is untouched. */
export async function moveBound(
  needs: MarkingNeeds,
  whose: Whose,
  { op, to: bound }: Extract<Mark, { to: number }>,
): Promise<boolean> {
  const active = new Date(needs.now()).toISOString()
  const events = [markEvent(needs, whose, { op, to: bound })]
  const fresh: Inbox = { _id: whose.id, org: whose.org, readTo: 0, seenTo: 0, active, [op]: bound }
  const { changed } = await needs.inboxes.change(whose.id, (inbox, to) => {
    if (bound <= (inbox?.[op] ?? 0)) return null
    return inbox === null ? to.insert(fresh, { events }) : to.change({ $set: { [op]: bound, active } }, { events })
  })
  return changed
}
