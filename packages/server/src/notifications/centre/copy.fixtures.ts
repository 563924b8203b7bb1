import type { Change, Mark } from './changes.ts'
import type { Row } from './row.ts'

/** What somebody's device keeps: rows that are shown, and the two bounds. */
export type Copy = { rows: Map<string, Row>; readTo: number; seenTo: number; position: number }

export const unreadIn = ({ rows, readTo }: Copy): number =>
  [...rows.values()].filter((row) => !row.isGone && !row.isRead && !row.isArchived && row.position > readTo).length

/** The same with what is said twice left out: a row below the bound is read, however it came to be so. */
export const plain = ({ rows, readTo, seenTo }: Copy) => ({
  readTo,
  seenTo,
  rows: [...rows.values()]
    .map((row) => ({ ...row, isRead: row.isRead || row.position <= readTo }))
    .toSorted((a, b) => a.position - b.position),
})

/** As a device takes in what a stream tells it. */
export function apply(copy: Copy, change: Change): void {
  if (change.kind === 'told') copy.rows.set(change.row.id, change.row)
  else if (change.kind === 'marked') mark(copy, change)
  else
    for (const { id, stays } of change.rows) {
      const row = copy.rows.get(id)
      if (row === undefined) continue
      if (stays) copy.rows.set(id, { ...row, isGone: true, actor: null })
      else copy.rows.delete(id)
    }
}

function mark(copy: Copy, change: Mark): void {
  if ('to' in change) {
    copy[change.op] = Math.max(copy[change.op], change.to)
    return
  }
  const row = copy.rows.get(change.id)
  if (row === undefined) return
  if (change.op === 'hidden') copy.rows.delete(change.id)
  else if (change.op === 'read') copy.rows.set(change.id, { ...row, isRead: true })
  else copy.rows.set(change.id, { ...row, isArchived: change.op === 'archived' })
}
