import type { Page, Position } from '@palaver/store'
import type { Comment, Vote } from '../model.ts'
import type { Needs } from '../needs.ts'
import type { Stand } from './counters-facts.ts'
import { votedIn } from './counters-tally.ts'

const BATCH = 500

/** What each user thinks of a comment now, by user. */
export async function standsOf(
  { votes }: Pick<Needs, 'votes'>,
  discussion: string,
  slug: string,
): Promise<Map<string, Stand>> {
  const stands = new Map<string, Stand>()
  let after: Position | null = null
  do {
    const page: Page<Vote> = await votes.find({ where: { discussion, slug }, limit: BATCH, after })
    for (const { user, value, reactions } of page.docs) stands.set(user, { slug, value, reactions })
    after = page.next
  } while (after !== null)
  return stands
}

/** What they add up to, but for those that were others at the time. */
export function votesThen(
  now: ReadonlyMap<string, Stand>,
  then: ReadonlyMap<string, Stand>,
): Pick<Comment, 'votes' | 'reactions'> {
  const stands = [...new Map([...now, ...then]).values()]
  const changes = stands.map((after) => ({ before: { ...after, value: 0 as const, reactions: [] }, after }))
  return votedIn({ votes: { up: 0, down: 0 }, reactions: {} }, changes)
}
