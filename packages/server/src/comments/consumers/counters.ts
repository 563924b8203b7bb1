import type { Handler } from '@palaver/store'
import type { Ranked } from '../model.ts'
import type { Needs } from '../needs.ts'
import { countDiscussion, writeNumbers } from './counters-write.ts'
import { countedIn, type Tally, tallied } from './counters-tally.ts'
import { type Moves, rank } from './ranking.ts'
import { recount } from './recount.ts'
import { rankedOf } from './score.ts'

export const COUNTERS = 'counters'

type CountersNeeds = Pick<Needs, 'homes' | 'votes' | 'rankings' | 'log' | 'world' | 'changed'>

/**
 * Derives all numbers from the events. Each write adds only what is newer than the document has counted, and notes
 * how far it has, so that events may come again, in other batches. What cannot be counted is passed over, and its
 * discussion is counted again from what is stored.
 */
export const countersHandler =
  (needs: CountersNeeds): Handler =>
  async (events) => {
    await Promise.all(tallied(events).map((tally) => count(needs, tally)))
  }

async function count(needs: CountersNeeds, tally: Tally): Promise<void> {
  const { discussion, last } = tally
  const { moves, isOdd } = await countComments(needs, tally)
  await rank(needs, { discussion, moves, seq: last.seq })
  const isFlagged = await countDiscussion(needs.homes.discussions, tally, isOdd || tally.isOdd)
  if (isFlagged) await recount(needs, { discussion, partition: tally.partition, position: last.seq })
  needs.changed(discussion, last.id)
}

/** Roots are ranked by the votes they have afterwards, not by the difference: a repeat ranks them again. */
async function countComments(
  { homes }: CountersNeeds,
  { discussion, ofComments, voted, gone }: Tally,
): Promise<{ moves: Moves; isOdd: boolean }> {
  const moves = new Map<string, Ranked | null>([...gone].map((slug) => [slug, null]))
  const count = async (slug: string): Promise<boolean> => {
    const additions = ofComments.get(slug) ?? []
    const after = await writeNumbers(homes, { discussion, slug }, (comment) => countedIn(comment, additions))
    if (after === 'uncountable') return false
    if (voted.has(slug)) moves.set(slug, after === null ? null : rankedOf(after))
    return true
  }
  const isCounted = await Promise.all([...ofComments.keys()].map(count))
  return { moves, isOdd: isCounted.includes(false) }
}
