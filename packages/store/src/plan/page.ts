import type { Doc } from '../dialect/value.ts'
import type { Page } from '../engine.ts'
import type { Plan } from './plan.ts'
import { comparePositions, positionOf } from './position.ts'

/** What one walk gave: up to one document more than the page takes, so that its end can be told. */
export type Walked<D> = {
  found: readonly D[]
  examined: number
  /** `examineAtMost` ended it before its end, … */
  more: boolean
  /** … and this was the last one looked at. */
  last: D | null
}

/** Several walks give one page: in order, and each document once. */
export function pageOf<D>(plan: Plan, walked: readonly Walked<D>[], docOf: (found: D) => Doc): Page<D> {
  const wanted = plan.skip + plan.limit
  const [only] = walked
  const found = walked.length === 1 && only !== undefined ? only.found : merge(plan, walked, docOf)
  const examined = walked.reduce((sum, each) => sum + each.examined, 0)
  const end = found.length > wanted ? found[wanted - 1] : walked.find(({ more }) => more)?.last
  const isEnd = plan.wantsNext === false || end === undefined || end === null
  const next = isEnd ? null : positionOf(plan.order, docOf(end))
  return { docs: found.slice(plan.skip, wanted), next, examined }
}

function merge<D>(plan: Plan, walked: readonly Walked<D>[], docOf: (found: D) => Doc): D[] {
  const seen = new Set<string>()
  const all = walked.flatMap(({ found }) => found)
  const placed = all.map((each) => ({ each, id: docOf(each)._id, position: positionOf(plan.order, docOf(each)) }))
  const once = placed.filter(({ id }) => !seen.has(id) && seen.add(id))
  return once.toSorted((a, b) => comparePositions(plan.order, a.position, b.position)).map(({ each }) => each)
}
