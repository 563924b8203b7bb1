import type { IndexSpec } from '../collection.ts'
import type { Bounds } from './bounds.ts'
import { IndexWalk } from './index-walk.ts'
import type { Plan, Query, SortField, Walk } from './plan.ts'

const BY_ID: readonly SortField[] = [{ path: '_id', direction: 1 }]
const NOTHING_ELSE: Bounds = { points: [], range: null, ranged: [], rest: [] }

/** Documents by their ids and nothing else. Only MongoDB walks to each: where nobody does, no walks are made. */
export class IdPlan implements Plan {
  readonly ids: readonly string[]
  readonly order = BY_ID
  readonly limit: number
  readonly skip = 0
  readonly after = null
  readonly wantsNext: boolean
  readonly examineAtMost: number | null
  readonly #index: IndexSpec

  constructor(index: IndexSpec, ids: readonly string[], { limit, wantsNext = true, examineAtMost }: Query) {
    this.ids = ids
    this.limit = limit
    this.wantsNext = wantsNext
    this.examineAtMost = examineAtMost
    this.#index = index
  }

  get walks(): readonly Walk[] {
    return this.ids.map((id) => new IndexWalk(this.#index, [id], NOTHING_ELSE))
  }
}
