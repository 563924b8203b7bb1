import type { Ranked } from '../model.ts'
import type { Needs } from '../needs.ts'
import { byRank } from './score.ts'

export const MOST_RANKED = 1_000

/** What became of some roots, by slug: their places, or null for one that has none any more. */
export type Moves = ReadonlyMap<string, Ranked | null>

export function ranked(top: readonly Ranked[], moves: Moves): Ranked[] {
  const stayed = top.filter(({ slug }) => !moves.has(slug))
  const placed = [...moves.values()].filter((place) => place !== null)
  return [...stayed, ...placed].toSorted(byRank).slice(0, MOST_RANKED)
}

type Ranking = { discussion: string; moves: Moves; seq: number }

/**
 * Puts roots in their places. What was ranked by later events is left: places are of the moment, and one who comes
 * late knows older ones. It is written even where no place changes, so that who comes late is known.
 */
export async function rank({ rankings }: Pick<Needs, 'rankings'>, { discussion, moves, seq }: Ranking): Promise<void> {
  if (moves.size === 0) return
  await rankings.change(discussion, (found, to) => {
    if (found === null) return to.insert({ _id: discussion, top: ranked([], moves), counted: seq })
    if (found.counted > seq) return null
    return to.change({ $set: { top: ranked(found.top, moves), counted: seq } })
  })
}

/** Puts these in the place of what was ranked; false where later events have been ranked. */
export async function rankAnew(
  { rankings }: Pick<Needs, 'rankings'>,
  { discussion, top, seq }: { discussion: string; top: Ranked[]; seq: number },
): Promise<boolean> {
  const { doc } = await rankings.change(discussion, (found, to) => {
    if (found === null) return top.length === 0 ? null : to.insert({ _id: discussion, top, counted: seq })
    return found.counted > seq ? null : to.change({ $set: { top, counted: seq } })
  })
  return doc === null || doc.counted <= seq
}
