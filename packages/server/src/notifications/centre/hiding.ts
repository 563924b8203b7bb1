import type { Notification } from '../model.ts'
import { markEvent, type MarkingNeeds, type Whose } from './marking.ts'
import { sideBySide } from '../side-by-side.ts'

const MOST_UNREAD = 1000

/**
 * Takes back what a person was told of a discussion that they may not see any more: what is at hand, and all that is
 * unread. It is found where it was to be shown, not in the queue: so it is told by an event of its own, and its place
 * in the log is that of the row.
 */
export async function hide(needs: MarkingNeeds, whose: Whose, rows: readonly Notification[]): Promise<void> {
  const discussions = [...new Set(rows.map(({ discussion }) => discussion))]
  const unread = await Promise.all(discussions.map((discussion) => unreadIn(needs, whose, discussion)))
  const all = new Map([...rows, ...unread.flat()].map((row) => [row._id, row]))
  await sideBySide([...all.values()], ({ _id, event, position }) =>
    needs.notifications.update(
      { _id, isShown: true },
      { $set: { isShown: false, isUnread: false, retracted: position, retractedFor: 'no-access' } },
      { events: [markEvent(needs, whose, { op: 'hidden', id: event })] },
    ),
  )
}

async function unreadIn({ notifications }: MarkingNeeds, { id }: Whose, discussion: string | null) {
  if (discussion === null) return []
  const where = { person: id, discussion, isUnread: true }
  return (await notifications.find({ where, limit: MOST_UNREAD, next: false })).docs
}
