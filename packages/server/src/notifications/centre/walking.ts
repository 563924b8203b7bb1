import type { Notification } from '../model.ts'
import type { Rows } from './needs.ts'
import { isRead } from './row.ts'

export const FILTERS = ['all', 'unread', 'archived'] as const
export type Filter = (typeof FILTERS)[number]

/** Rows of one group that are shown as one, the newest first. */
export type Group = { rows: Notification[]; more: boolean }

/** A stretch of a person's list: rows up to `asOf`, from below `before` on. */
export type Stretch = { person: string; filter: Filter; readTo: number; asOf: number; before: number; limit: number }

const BATCH = 50
/** So that a page of a list in which little fits is short, and not slow. */
const MOST_BATCHES = 20
/** Rows of a group that are looked at, and counted one by one. */
const MOST_IN_GROUP = 100

/**
 * Groups stand where their newest row stands. Only what lies up to `asOf` counts for that, so that what comes while
 * somebody pages moves nothing. `before` is where to go on; null at the end.
 */
export async function walk(needs: Rows, stretch: Stretch): Promise<{ groups: Group[]; before: number | null }> {
  const known = new Map<string, Group>()
  const groups: Group[] = []
  let { before } = stretch
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const rows = await rowsBelow(needs, stretch, before)
    const fitting = rows.filter((row) => fits(row, stretch))
    await learn(needs, stretch, { rows: fitting, known })
    for (const row of fitting) {
      const group = known.get(row.group)
      if (group?.rows[0]?._id !== row._id) continue
      groups.push(group)
      if (groups.length === stretch.limit) return { groups, before: row.position }
    }
    if (rows.length < BATCH) return { groups, before: null }
    before = rows.at(-1)?.position ?? 0
  }
  return { groups, before }
}

async function rowsBelow({ notifications }: Rows, stretch: Stretch, before: number): Promise<Notification[]> {
  const { person, filter, readTo } = stretch
  const where =
    filter === 'unread'
      ? { person, isUnread: true, position: { $gt: readTo, $lt: before } }
      : { person, isShown: true, position: { $lt: before } }
  return (await notifications.find({ where, sort: { position: -1 }, limit: BATCH, next: false })).docs
}

const fits = (row: Notification, { filter, readTo }: Stretch): boolean => {
  if (filter === 'unread') return row.isUnread && !isRead(row, readTo)
  return (row.archived !== null) === (filter === 'archived')
}

type Learning = { rows: readonly Notification[]; known: Map<string, Group> }

/** Each group is read once a page; what stands for itself needs no reading. */
async function learn({ notifications }: Rows, stretch: Stretch, { rows, known }: Learning): Promise<void> {
  const fresh = new Map(rows.filter(({ group }) => !known.has(group)).map((row) => [row.group, row]))
  await Promise.all(
    [...fresh.values()].map(async (row) => {
      const { group, event, person } = row
      if (group === event) return known.set(group, { rows: [row], more: false })
      const where = { person, group, isShown: true, position: { $lte: stretch.asOf } }
      const { docs } = await notifications.find({
        where,
        sort: { position: -1 },
        limit: MOST_IN_GROUP + 1,
        next: false,
      })
      const members = docs.slice(0, MOST_IN_GROUP).filter((member) => fits(member, stretch))
      return known.set(group, { rows: members.length > 0 ? members : [row], more: docs.length > MOST_IN_GROUP })
    }),
  )
}
