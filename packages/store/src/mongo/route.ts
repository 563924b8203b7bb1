import { type CollectionSpec, fieldsOfId } from '../collection.ts'
import type { Clause, Condition } from '../dialect/condition.ts'

/** How many shards answer a query: one; those that hold a range or several keys; or all of them. */
export type Route = { to: 'one shard' | 'the shards that hold it' | 'all shards'; fixed: readonly string[] }

/** What a condition says of the shard key: which values each field may have, if it names them, or that it is ranged. */
type Known = 'one' | 'several' | 'range' | null

/**
 * Where a query goes, from its filter and the shard key alone. mongos looks at the key's leading fields: all fixed to
 * one value is one shard; some of them, or several values, or a range, are the shards that hold those keys.
 */
export function routeOf(collection: CollectionSpec, condition: Condition): Route {
  const or = condition.filter((clause) => 'or' in clause)
  const own = routeOfClauses(collection, condition)
  const [only] = or
  if (own.to === 'one shard' || only === undefined) return own
  const others = condition.filter((clause) => clause !== only)
  const branches = only.or.map((branch) => routeOf(collection, [...others, ...branch]))
  const isTargeted = branches.every(({ to }) => to !== 'all shards')
  return isTargeted ? { to: 'the shards that hold it', fixed: own.fixed } : own
}

function routeOfClauses({ shardKey, ...collection }: CollectionSpec, condition: Condition): Route {
  const fromId = fieldsKnownById({ shardKey, ...collection }, condition)
  const known = shardKey.map((field) => (fromId.includes(field) ? 'one' : knownOf(field, condition)))
  const open = known.findIndex((each) => each !== 'one')
  if (open === -1) return { to: 'one shard', fixed: shardKey }
  const fixed = shardKey.slice(0, open)
  return { to: open > 0 || known[open] !== null ? 'the shards that hold it' : 'all shards', fixed }
}

/** The id tells the fields that it is made of, and the engine puts those of the shard key into every filter by id. */
function fieldsKnownById(collection: CollectionSpec, condition: Condition): string[] {
  const id = condition.flatMap((clause) => testsOn('_id', clause)).find((test) => test.op === 'eq')
  if (id?.op !== 'eq' || typeof id.value !== 'string') return []
  return ['_id', ...Object.keys(fieldsOfId(collection, id.value) ?? {})]
}

function knownOf(field: string, condition: Condition): Known {
  const tests = condition.flatMap((clause) => testsOn(field, clause))
  if (tests.some((test) => test.op === 'eq' || (test.op === 'in' && test.values.length === 1))) return 'one'
  if (tests.some((test) => test.op === 'in')) return 'several'
  return tests.some(({ op }) => op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte') ? 'range' : null
}

const testsOn = (field: string, clause: Clause) => ('or' in clause || clause.path !== field ? [] : clause.tests)
