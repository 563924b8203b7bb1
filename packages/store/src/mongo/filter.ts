import type { Filter } from 'mongodb'
import { type CollectionSpec, fieldsOfId } from '../collection.ts'
import type { Clause, Condition, ElementTest, Test } from '../dialect/condition.ts'
import type { Kept } from './link.ts'

/** A filter of MongoDB's, in its own terms. */
export type Asked = Record<string, unknown>

/** A document marked as removed is there only until its events are in the log. */
export const LIVE: Asked = { _gone: { $exists: false } }

/** In a document's list no event waits. */
export const NOTHING_WAITS: Asked = { '_waiting.0': { $exists: false } }

export const all = (...filters: readonly Asked[]): Filter<Kept> => merged(filters) as Filter<Kept>

/** Conditions side by side; those that would overwrite one another go below `$and`. */
function merged(filters: readonly Asked[]): Asked {
  const result: Asked = {}
  const others: Asked[] = []
  for (const [key, value] of filters.flatMap((filter) => Object.entries(filter))) {
    if (Object.hasOwn(result, key)) others.push({ [key]: value })
    else result[key] = value
  }
  return others.length === 0 ? result : { $and: [result, ...others] }
}

/**
 * A document by its id, with the shard key that the id tells, so that the call goes to one shard.
 * Null where no document can have that id.
 */
export function byId(collection: CollectionSpec, id: string): Asked | null {
  const fields = fieldsOfId(collection, id)
  if (fields === null) return null
  const key = collection.shardKey.filter((field) => field !== '_id').map((field) => [field, fields[field]])
  return { _id: id, ...Object.fromEntries(key) }
}

/** A condition as MongoDB is asked; where it names the id, with the shard key that the id tells. */
export function whereOf(collection: CollectionSpec, condition: Condition): Asked {
  const named = condition.flatMap((clause) =>
    'or' in clause ? [] : clause.tests.map((test) => ({ path: clause.path, test })),
  )
  const id = named.find(({ path, test }) => path === '_id' && test.op === 'eq')?.test
  const key = id?.op === 'eq' && typeof id.value === 'string' ? byId(collection, id.value) : null
  // An upsert takes a field from its filter only where it is named once.
  const added = Object.entries(key ?? {}).filter(
    ([field]) => !named.some(({ path, test }) => path === field && test.op === 'eq'),
  )
  return merged([Object.fromEntries(added), filterOf(condition)])
}

export function filterOf(condition: Condition): Asked {
  return merged(condition.map(clauseFilter))
}

function clauseFilter(clause: Clause): Asked {
  if ('or' in clause) return { $or: clause.or.map(filterOf) }
  const operators = clause.tests.map(operatorOf)
  const together: Asked = Object.assign({}, ...operators)
  if (Object.keys(together).length === operators.length) return { [clause.path]: together }
  return merged(operators.map((operator) => ({ [clause.path]: operator })))
}

function operatorOf(test: Test): Asked {
  switch (test.op) {
    case 'in':
      return { $in: test.values }
    case 'elemMatch':
      return { $elemMatch: elementFilter(test.element) }
    default:
      return { [`$${test.op}`]: test.value }
  }
}

/** Operators on an element itself cannot stand below `$and`, and none is there twice. */
function elementFilter(element: ElementTest): Asked {
  return 'fields' in element ? filterOf(element.fields) : Object.assign({}, ...element.tests.map(operatorOf))
}
