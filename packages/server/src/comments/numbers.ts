import { atHome } from './home.ts'
import { COUNTERS } from './consumers/counters.ts'
import { countedIn, type Numbers, tallied } from './consumers/counters-tally.ts'
import { Uncountable } from './consumers/failures.ts'
import type { Comment } from './model.ts'
import type { Needs } from './needs.ts'
import { isCut } from './situation.ts'

export type { Numbers }

/** What may be told but not counted yet; where that is more, the numbers lag a little. */
const MOST_UNCOUNTED = 1000

/** Those of these comments that a reader can see, as they are now. */
export async function currentOf(needs: Needs, id: string, slugs: readonly string[]): Promise<Map<string, Comment>> {
  const discussion = await needs.discussions.find({ discussion: id })
  if (discussion === null) return new Map()
  const { layout, place } = atHome(needs.homes, discussion)
  const found = await layout.get(place, slugs)
  const seen = found.flatMap((comment) => (comment === null || isCut(discussion, comment.slug) ? [] : [comment]))
  return new Map(seen.map((comment) => [comment.slug, comment]))
}

/** The numbers of comments with all that was told so far, also where the counters have not come to it yet. */
export async function numbersOf(
  needs: Needs,
  { id, org }: { id: string; org: string },
  slugs: readonly string[],
): Promise<Map<string, Numbers>> {
  const { log } = needs
  const partition = log.partitionOf(org)
  const counted = await log.positionOf(COUNTERS, partition)
  const events = await log.read({ partition, subject: id, after: counted, limit: MOST_UNCOUNTED })
  const [tally] = tallied(events)
  const comments = await currentOf(needs, id, slugs)
  return new Map(
    Array.from(comments, ([slug, comment]) => [slug, withUncounted(comment, tally?.ofComments.get(slug) ?? [])]),
  )
}

function withUncounted(comment: Comment, additions: Parameters<typeof countedIn>[1]): Numbers {
  const { replies, votes, reactions } = comment
  try {
    return countedIn(comment, additions) ?? { replies, votes, reactions }
  } catch (error) {
    // The counters will count it all again.
    if (error instanceof Uncountable) return { replies, votes, reactions }
    throw error
  }
}
