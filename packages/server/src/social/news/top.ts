import type { PostView } from '../views/post-view.ts'

/** So many of the newest are ranked. */
export const MOST_RANKED = 100

const HOUR_MS = 3_600_000

type Scored = Pick<PostView, 'id' | 'posted' | 'numbers'>

/**
 * What a post counts for at a moment: what people gave it, less for each hour since.
 *
 *     (1 + reactions + 2 · comments + 3 · (reposts + quotes)) ^ 0.8  ÷  (hours + 2) ^ 1.5
 *
 * Nothing else is in it: not who reads, not who wrote, no chance.
 */
function scoreOf({ posted, numbers }: Scored, now: number): number {
  const reactions = Object.values(numbers.reactions).reduce((sum, count) => sum + count, 0)
  const given = 1 + reactions + 2 * numbers.comments + 3 * (numbers.reposts + numbers.quotes)
  const hours = Math.max(0, now - Date.parse(posted)) / HOUR_MS
  return given ** 0.8 / (hours + 2) ** 1.5
}

/** The best first; of two that count the same, the newer. */
export function ranked<P extends Scored>(posts: readonly P[], now: number): P[] {
  const scored = posts.map((post) => ({ post, score: scoreOf(post, now) }))
  return scored.toSorted((a, b) => b.score - a.score || (isLater(a.post, b.post) ? -1 : 1)).map(({ post }) => post)
}

const isLater = (a: Scored, b: Scored): boolean => (a.posted === b.posted ? a.id > b.id : a.posted > b.posted)
