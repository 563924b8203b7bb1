import type { AtHome } from '../home.ts'
import { keyOf } from '../keys.ts'
import type { Ranked } from '../model.ts'
import { type Shown, shownOf } from '../present.ts'
import { isCut } from '../situation.ts'
import { justBehind, visible } from './list.ts'
import type { Sort } from './page.ts'
import { childrenOf } from './sources.ts'

/** A place among the roots in some sort; `score` is null where they are not ranked. */
export type RootPlace = { key: string; score: number | null }
export type PlacedRoot = RootPlace & { root: Shown }

/** Roots in a sort, from behind (or before) a place, at most `limit`. */
export type Roots = (after: RootPlace | null, step: Step) => Promise<PlacedRoot[]>

export function rootsIn(home: AtHome, sort: Sort, ranking: readonly Ranked[]): Roots {
  if (sort !== 'best') return rootsByTime(home, sort === 'newest')
  return bestRoots(home, ranking)
}

function rootsByTime(home: AtHome, newestFirst: boolean): Roots {
  const source = childrenOf(home, null)
  return async (after, { back, limit }) => {
    const readsBack = newestFirst !== back
    const bounds = after === null ? {} : readsBack ? { until: after.key } : { from: justBehind(after.key) }
    const { comments } = await visible(home, source, { ...bounds, back: readsBack, limit })
    return comments.map((root) => ({ root, key: source.keyOf(root), score: null }))
  }
}

/** The roots that have a score are left out of those that have none: this many are looked at together. */
const FEWEST_AT_ONCE = 100

/** Those with a score, best first; then the others, newest first. */
function bestRoots(home: AtHome, ranking: readonly Ranked[]): Roots {
  const ranked = new Set(ranking.map(({ slug }) => slug))
  const rest: Roots = async (after, step) => {
    const found: PlacedRoot[] = []
    for (let place = after; found.length < step.limit;) {
      const limit = Math.max(step.limit, FEWEST_AT_ONCE)
      const next = await rootsByTime(home, true)(place, { ...step, limit })
      found.push(...next.filter(({ root }) => !ranked.has(root.slug)))
      const last = next.at(-1)
      if (last === undefined || next.length < limit) break
      place = last
    }
    return found.slice(0, step.limit)
  }
  const top = (after: RootPlace | null, step: Step): Promise<PlacedRoot[]> =>
    rankedRoots(home, ranking, { after, step })
  return async (after, step) => {
    const isInRest = after !== null && after.score === null
    const [first, second] = step.back ? [rest, top] : [top, rest]
    if (isInRest !== step.back) return second(after, step)
    const found = await first(after, step)
    const left = step.limit - found.length
    return left === 0 ? found : [...found, ...(await second(null, { ...step, limit: left }))]
  }
}

type Step = { back: boolean; limit: number }
type Ask = { after: RootPlace | null; step: Step }

async function rankedRoots(home: AtHome, ranking: readonly Ranked[], { after, step }: Ask): Promise<PlacedRoot[]> {
  const inOrder = step.back ? ranking.toReversed() : ranking
  const wanted = inOrder.filter((one) => after === null || isBehind(one, after, step.back))
  const found: PlacedRoot[] = []
  for (let at = 0; at < wanted.length && found.length < step.limit; at += step.limit)
    found.push(...(await present(home, wanted.slice(at, at + step.limit))))
  return found.slice(0, step.limit)
}

/** Those that are still there. */
async function present({ layout, place, discussion }: AtHome, ranked: readonly Ranked[]): Promise<PlacedRoot[]> {
  const found = await layout.get(
    place,
    ranked.map(({ slug }) => slug),
  )
  return found.flatMap((root, at) => {
    const score = ranked[at]?.score
    if (root === null || score === undefined || isCut(discussion, root.slug)) return []
    return [{ root: shownOf(root), key: keyOf('chronological', root), score }]
  })
}

/** Better scores first; of equal ones the newer. */
function isBehind(one: Ranked, place: RootPlace, back: boolean): boolean {
  const score = place.score ?? Number.NEGATIVE_INFINITY
  if (one.score !== score) return back ? one.score > score : one.score < score
  return back ? one.key > place.key : one.key < place.key
}
