import type { Actor } from '../api/actor.ts'
import type { Bulk } from './model.ts'
import { onlyModerated, situationIn } from './moderated.ts'
import type { Needs } from './needs.ts'

/** More are not counted. */
export const MOST_LEFT = 1_000

/** As it is shown. */
export type BulkShown = Bulk & { left: number }

/**
 * What was left while the host could not be asked is counted when it can: before, nobody knows whether this moderator
 * may know of it. The host is asked where nothing was left, too, so that its silence tells nothing either.
 */
export async function withLeft(needs: Pick<Needs, 'comments'>, actor: Actor, bulk: Bulk): Promise<BulkShown> {
  const { leftIn = [] } = bulk
  await situationIn(needs, actor, bulk._id)
  const mine = await onlyModerated(
    needs,
    actor,
    leftIn.map((discussion) => ({ discussion })),
  )
  const left = mine.length
  const done = bulk.done + left
  return { ...bulk, left, done, of: Math.max(bulk.of, done) }
}
