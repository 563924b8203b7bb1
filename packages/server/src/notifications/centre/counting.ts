import type { CentrePosition } from './position.ts'
import type { Rows } from './needs.ts'
import type { Whose } from './marking.ts'

/** `more`: there are at least 1000, and how many is not counted: `999+`. */
export type Count = { count: number; more: boolean }

/** Where a person is: `position` is up to where all is written, and from where a stream goes on. */
export type Places = { position: number; readTo: number; seenTo: number }
export type Counts = { unread: Count; unseen: Count } & Places

const MOST_COUNTED = 1000

export async function placesOf(
  { inboxes, position }: Pick<Rows, 'inboxes'> & { position: CentrePosition },
  { org, id }: Whose,
): Promise<Places> {
  const upTo = await position(org)
  const inbox = await inboxes.get(id)
  return { position: upTo, readTo: inbox?.readTo ?? 0, seenTo: inbox?.seenTo ?? 0 }
}

/** From the rows, each time: a number that is kept apart from them can be wrong. What is unseen is unread, too. */
export async function countsOf(needs: Rows & { position: CentrePosition }, whose: Whose): Promise<Counts> {
  const places = await placesOf(needs, whose)
  const { position, readTo, seenTo } = places
  const behind = async (bound: number): Promise<Count> => {
    const where = { person: whose.id, isUnread: true, position: { $gt: bound, $lte: position } }
    const count = await needs.notifications.count({ where, atMost: MOST_COUNTED })
    return { count: Math.min(count, MOST_COUNTED - 1), more: count >= MOST_COUNTED }
  }
  const [unread, unseen] = await Promise.all([behind(readTo), behind(Math.max(readTo, seenTo))])
  return { unread, unseen, ...places }
}
