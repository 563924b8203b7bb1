import type { Condition, Scalar } from '../dialect/condition.ts'
import type { Json } from '../dialect/value.ts'

export type Direction = 1 | -1
export type SortField = { path: string; direction: Direction }

/** A place in a sorted list: the sort values of the last document seen, the tie-break last. */
export type Position = readonly Json[]

/** What `find` and `count` are asked, after parsing. */
export type Query = {
  where: Condition
  sort: readonly SortField[]
  limit: number
  skip: number
  after: Position | null
  /** Unless it is false, one more document is looked for, to know whether the list goes on. */
  wantsNext?: boolean
  examineAtMost: number | null
}

/** One end of a range on one field; `null` is the end of the value's own type. */
export type Bound = { value: string | number | boolean; inclusive: boolean } | null
export type FieldRange = { type: 'number' | 'string' | 'boolean'; low: Bound; high: Bound }

/**
 * One walk along one index: some leading fields fixed, the next perhaps ranged. `where` is the whole
 * condition of this walk (what MongoDB is asked); `rest` is what the index does not serve.
 */
export type Walk = {
  index: string
  equal: readonly Scalar[]
  range: FieldRange | null
  where: Condition
  rest: Condition
}

/** The walks of a query, all in the same total order `order` (sort fields, then what makes it total). */
export type Plan = {
  walks: readonly Walk[]
  /** Where documents are asked for by their ids and by nothing else: these, in any order. */
  ids?: readonly string[]
  order: readonly SortField[]
  limit: number
  skip: number
  after: Position | null
  /** Unless it is false, one more document is looked for, to know whether the list goes on. */
  wantsNext?: boolean
  examineAtMost: number | null
}
