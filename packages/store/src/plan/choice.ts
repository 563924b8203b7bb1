import type { CollectionSpec, IndexSpec } from '../collection.ts'
import type { Condition, Scalar, Test } from '../dialect/condition.ts'
import type { SortField } from './plan.ts'

export type Wanted = {
  where: Condition
  sort: readonly SortField[]
  /** Whether a field may have several values, each a walk of its own. */
  lists: boolean
  /** Whether the order must also hold beside other walks, so that it names fields which are fixed here. */
  mergeable: boolean
}

/** The index that serves a query best, and the order in which a walk along it gives its documents. */
export type Choice = { index: IndexSpec; order: readonly SortField[] }

/** A program asks in few shapes; one that makes up its paths starts anew now and then. */
const MOST_KEPT = 500
const kept = new WeakMap<CollectionSpec, Map<string, Choice | null>>()

/** The values decide where a walk begins and ends; which index it goes along is decided by the shape, so it is kept. */
export function choiceFor(collection: CollectionSpec, wanted: Wanted, choose: () => Choice | null): Choice | null {
  let choices = kept.get(collection)
  if (choices === undefined || choices.size >= MOST_KEPT) kept.set(collection, (choices = new Map()))
  const shape = shapeOf(wanted)
  let choice = choices.get(shape)
  if (choice === undefined) choices.set(shape, (choice = choose()))
  return choice
}

/** All of a query that a choice may look at, and nothing else. No path has a `$` in it. */
function shapeOf({ where, sort, lists, mergeable }: Wanted): string {
  let shape = `${lists ? 'l' : ''}${mergeable ? 'm' : ''}`
  for (const clause of where) {
    if ('or' in clause) shape += '$|'
    else {
      shape += `$${clause.path}$`
      for (const test of clause.tests) shape += kindOf(test)
    }
  }
  for (const { path, direction } of sort) shape += `$$${path}$${direction}`
  return shape
}

function kindOf(test: Test): string {
  switch (test.op) {
    case 'eq':
      return test.value === null ? '=0' : '='
    case 'in':
      return `${isOne(test.values) ? '=' : '*'}${test.values.includes(null) ? '0' : ''}`
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return `${test.op} ${typeof test.value} `
    default:
      return test.op
  }
}

const isOne = (values: readonly Scalar[]): boolean => values.length > 0 && values.every((value) => value === values[0])
