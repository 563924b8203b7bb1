import type { CollectionSpec } from '../collection.ts'
import type { Engine } from '../engine.ts'
import type { Query, SortField } from './plan.ts'
import { planQuery } from './planner.ts'

export type Explanation = {
  /** The indexes walked, one for each walk. */
  indexes: readonly string[]
  /** The total order of the answer. */
  order: readonly SortField[]
  /** How many documents were looked at for those returned. */
  examined: number
  returned: number
}

/** Asks the query and says how it was answered. */
export async function explainQuery(engine: Engine, collection: CollectionSpec, query: Query): Promise<Explanation> {
  const plan = planQuery(collection, query)
  const { docs, examined } = await engine.findRaw(collection, plan)
  return { indexes: plan.walks.map(({ index }) => index), order: plan.order, examined, returned: docs.length }
}
