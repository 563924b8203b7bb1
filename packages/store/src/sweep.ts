import type { CollectionSpec } from './collection.ts'
import type { Condition } from './dialect/condition.ts'
import type { Engine } from './engine.ts'
import { planQuery } from './plan/planner.ts'

/** Removes documents whose `expires` instant is past; each removal checks again, so one that was renewed stays. */
export async function sweepExpired(
  engine: Engine,
  spec: CollectionSpec,
  { now, limit }: { now: number; limit: number },
): Promise<boolean> {
  if (spec.expires === null) return false
  const where: Condition = [{ path: spec.expires, tests: [{ op: 'lt', value: new Date(now).toISOString() }] }]
  const plan = planQuery(spec, { where, sort: [], limit, skip: 0, after: null, examineAtMost: null })
  const { docs, next } = await engine.find(spec, plan, null)
  await Promise.all(docs.map(({ _id }) => engine.remove(spec, { id: _id, where, version: null, events: [] })))
  return next !== null
}
