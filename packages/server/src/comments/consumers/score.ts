import { keyOf } from '../keys.ts'
import type { Comment, Ranked } from '../model.ts'

/** Of a normal distribution, 95 % lies within so many deviations. */
const DEVIATIONS = 1.96
/** Scores are whole numbers: two that look equal are equal, on every engine. */
const SCALE = 1_000_000

/**
 * How good a comment is for sure: the lower bound of the Wilson interval of the share of up votes, so that 40 of 50
 * are better than one of one. Null without an up vote.
 */
export function scoreOf({ up, down }: Comment['votes']): number | null {
  if (up < 1) return null
  const all = up + down
  const share = up / all
  const squared = DEVIATIONS ** 2
  const middle = share + squared / (2 * all)
  const margin = DEVIATIONS * Math.sqrt((share * (1 - share) + squared / (4 * all)) / all)
  return Math.round((SCALE * (middle - margin)) / (1 + squared / all))
}

type Rankable = Pick<Comment, 'slug' | 'fullSlug' | 'posted' | 'depth' | 'status' | 'votes'>

/** The place a comment has earned; null for what is not ranked. */
export function rankedOf(comment: Rankable): Ranked | null {
  const score = comment.depth === 0 && comment.status === 'published' ? scoreOf(comment.votes) : null
  return score === null ? null : { slug: comment.slug, key: keyOf('chronological', comment), score }
}

/** The best first; of equal ones the newer. */
export function byRank(a: Ranked, b: Ranked): number {
  if (a.score !== b.score) return b.score - a.score
  return a.key < b.key ? 1 : a.key > b.key ? -1 : 0
}
