import type { CollectionSpec, IndexSpec } from '../collection.ts'
import type { Condition, Scalar } from '../dialect/condition.ts'
import { NoIndex, UnsupportedOperator } from '../errors.ts'
import { boundsOf, type Bounds } from './bounds.ts'
import { type Choice, choiceFor, type Wanted } from './choice.ts'
import { IdPlan } from './id-plan.ts'
import { IndexWalk } from './index-walk.ts'
import { orderOf } from './order-of.ts'
import type { Plan, Query, SortField, Walk } from './plan.ts'
import { suggestIndex } from './suggest.ts'

/** More separate walks than this are not one query any more (`$in` of that many values, times the branches of `$or`). */
const MOST_WALKS = 200

/** Each walk is asked for a whole page, before they are merged into one. */
const MOST_FETCHED = 20_000

type Bounded = { index: IndexSpec; bounds: Bounds }
type Candidate = Choice & Bounded

/**
 * Chooses the index that serves filter and sort, or throws `NoIndex`. What the index does not serve is refused too,
 * unless the query bounds the work by `examineAtMost`. Both engines follow the same plan.
 */
export function planQuery(collection: CollectionSpec, query: Query): Plan {
  const named = byIds(collection, query)
  if (named !== null) return named
  const plan = served(collection, query) ?? branches(collection, query) ?? examined(collection, query)
  if (plan === null) throw new NoIndex(suggestIndex(collection, query))
  checkArrays(collection, plan)
  checkPosition(plan)
  return plan
}

/** What pages ask for most: several documents by their ids. There is nothing to choose. */
function byIds({ indexes: [index] }: CollectionSpec, query: Query): Plan | null {
  const { where, sort, skip, after } = query
  const ids = sort.length === 0 && skip === 0 && after === null ? idsIn(where) : null
  if (index === undefined || ids === null || !isAffordable(ids.length, query)) return null
  return new IdPlan(index, ids, query)
}

function idsIn(where: Condition): readonly string[] | null {
  const [clause] = where
  if (clause === undefined || where.length > 1 || 'or' in clause || clause.path !== '_id') return null
  const [test] = clause.tests
  if (test?.op !== 'in' || clause.tests.length > 1 || !isText(test.values)) return null
  const ids = new Set(test.values)
  if (ids.size < 2) return null
  return ids.size === test.values.length ? test.values : [...ids]
}

const isText = (values: readonly Scalar[]): values is readonly string[] =>
  values.every((value) => typeof value === 'string')

function served(collection: CollectionSpec, query: Query, mergeable = false): Plan | null {
  const { where, sort } = query
  const found = best(collection, { where, sort, lists: true, mergeable })
  if (found === null || found.bounds.rest.length > 0) return null
  const walks = found.bounds.points.reduce((product, values) => product * values.length, 1)
  return isAffordable(walks, query) ? planOf(found, query) : null
}

/** Where it is not, what the index would serve may still be looked at within `examineAtMost`. */
function isAffordable(walks: number, { skip, limit, examineAtMost }: Query): boolean {
  const page = skip + limit
  if (walks <= 1 || (walks <= MOST_WALKS && walks * page <= MOST_FETCHED)) return true
  if (examineAtMost !== null) return false
  throw new UnsupportedOperator(
    `This query needs ${walks} walks of up to ${page} documents: ask for at most ${MOST_WALKS} values, or for a smaller page.`,
  )
}

/** One walk, however much it leaves to be checked: several could not stop at one place. */
function examined(collection: CollectionSpec, query: Query): Plan | null {
  if (query.examineAtMost === null) return null
  const { where, sort } = query
  const found = best(collection, { where, sort, lists: false, mergeable: false })
  return found === null ? null : planOf(found, query)
}

/** The branches of the one `$or`, each with the other clauses, if each is served in the same order. */
function branches(collection: CollectionSpec, query: Query): Plan | null {
  const [or, ...more] = query.where.filter((clause) => 'or' in clause)
  if (or === undefined || !('or' in or) || more.length > 0) return null
  const others = query.where.filter((clause) => clause !== or)
  const plans = or.or.map((branch) => served(collection, { ...query, where: [...others, ...branch] }, true))
  const [first] = plans
  if (first === undefined || first === null) return null
  const same = plans.every((plan) => plan !== null && sameOrder(plan.order, first.order))
  const walks = plans.flatMap((plan) => plan?.walks ?? [])
  return same && isAffordable(walks.length, query) ? { ...first, walks } : null
}

const sameOrder = (a: readonly SortField[], b: readonly SortField[]): boolean => JSON.stringify(a) === JSON.stringify(b)

function best(collection: CollectionSpec, wanted: Wanted): Candidate | null {
  const choice = choiceFor(collection, wanted, () => choose(collection, wanted))
  if (choice === null) return null
  const { index, order } = choice
  return { index, order, bounds: boundsOf(index, wanted.where, wanted.lists) }
}

function choose(collection: CollectionSpec, { where, sort, lists, mergeable }: Wanted): Choice | null {
  let chosen: Candidate | null = null
  for (const index of collection.indexes) {
    const bounds = boundsOf(index, where, lists)
    if (chosen !== null && !better({ index, bounds }, chosen)) continue
    const order = orderOf(index, bounds, { sort, mergeable })
    if (order !== null) chosen = { index, bounds, order }
  }
  return chosen === null ? null : { index: chosen.index, order: chosen.order }
}

/** Nothing left to check comes first, then the narrower walk. */
function better(a: Bounded, b: Bounded): boolean {
  const served = Number(a.bounds.rest.length === 0) - Number(b.bounds.rest.length === 0)
  if (served !== 0) return served > 0
  const width = narrowness(a) - narrowness(b)
  return width > 0
}

/** More fixed fields, a range behind them, one key in all; among equals, one that meets no arrays on its way. */
function narrowness({ index, bounds }: Bounded): number {
  const fixed = bounds.points.length
  const single = index.unique && fixed === index.fields.length
  const repeats = index.fields.some((field, at) => field.array && at >= fixed)
  return fixed * 2 + (bounds.range === null ? 0 : 1) + (single ? 100 : 0) - (repeats ? 0.5 : 0)
}

function planOf({ index, bounds, order }: Candidate, query: Query): Plan {
  const { limit, skip, after, wantsNext = true, examineAtMost } = query
  const walks = isOfOne(bounds.points)
    ? [new IndexWalk(index, bounds.points.map(firstOf), bounds)]
    : combinations(bounds.points).map((equal) => new IndexWalk(index, equal, bounds))
  return { walks, order, limit, skip, after, wantsNext, examineAtMost }
}

/** The usual query: each field has one value. */
const isOfOne = (points: Bounds['points']): boolean => points.every(({ length }) => length === 1)

const firstOf = ([value = null]: readonly Scalar[]): Scalar => value

function combinations(points: Bounds['points']): Walk['equal'][] {
  let combined: Walk['equal'][] = [[]]
  for (const values of points) {
    const [only] = values
    combined =
      values.length === 1 && only !== undefined
        ? combined.map((start) => [...start, only])
        : combined.flatMap((start) => values.map((value) => [...start, value]))
  }
  return combined
}

/**
 * A list in order of an array's elements is made by one walk, and a position would not be a place in it; nor is one in
 * a list merged from walks along a unique array index, whose documents may stand at the same place.
 */
function checkArrays(collection: CollectionSpec, plan: Plan): void {
  if (plan.after === null && plan.walks.length === 1) return
  const walked = collection.indexes.filter(
    ({ name, arrays }) => arrays && plan.walks.some((walk) => walk.index === name),
  )
  const what = plan.after === null ? 'merged from several walks' : 'paged by cursor'
  const sorted = plan.order.find(({ path }) =>
    walked.some(({ fields }) => fields.some((field) => field.array && field.path === path)),
  )
  if (sorted !== undefined)
    throw new UnsupportedOperator(`A list sorted by the elements of "${sorted.path}" cannot be ${what}.`)
  const unique = walked.find((index) => index.unique)
  if (unique !== undefined && plan.walks.length > 1)
    throw new UnsupportedOperator(`Ask the unique index "${unique.name}" for one value at a time.`)
}

function checkPosition({ after, order }: Plan): void {
  if (after === null) return
  if (after.length !== order.length)
    throw new UnsupportedOperator('This cursor belongs to another query: its order has other fields.')
  if (after.some((value) => typeof value === 'object' && value !== null))
    throw new UnsupportedOperator('A list sorted by objects or arrays cannot be paged by cursor.')
}
