import type { IndexSpec } from '../collection.ts'
import type { Clause, Condition, Range, Scalar, Test } from '../dialect/condition.ts'
import { compareValues } from '../dialect/order.ts'
import type { Bound, FieldRange } from './plan.ts'

/** How far an index serves a condition. */
export type Bounds = {
  /** The values that each of the leading fields may have; more than one where `$in` names several. */
  points: readonly (readonly Scalar[])[]
  /** On the field behind the points. */
  range: FieldRange | null
  /** The clauses behind `range`, as they were asked. */
  ranged: Condition
  /** What the index does not serve. */
  rest: Condition
}

/** With `lists`, a field may have several values (each then is a walk of its own). */
export function boundsOf(index: IndexSpec, where: Condition, lists: boolean): Bounds {
  const served: Test[] = []
  const points: (readonly Scalar[])[] = []
  for (let at = 0; at < index.fields.length; at++) {
    const found = pointsOf(index, at, where)
    if (found === null || (found.values.length !== 1 && !lists)) break
    served.push(found.test)
    points.push(found.values)
  }
  const next = index.fields[points.length]
  const found = next === undefined || next.array ? null : rangeOf(testsOf(next.path, where))
  const ranged: Condition = found === null || next === undefined ? [] : [{ path: next.path, tests: found.tests }]
  return {
    points,
    range: found?.range ?? null,
    ranged,
    rest: withoutServed(where, found === null ? served : [...served, ...found.tests]),
  }
}

export const rootOf = (path: string): string => path.split('.', 1)[0] ?? path

const NONE: readonly Test[] = []

function testsOf(path: string, where: Condition): readonly Test[] {
  let tests = NONE
  for (const clause of where)
    if ('path' in clause && clause.path === path) tests = tests === NONE ? clause.tests : [...tests, ...clause.tests]
  return tests
}

/**
 * On an array, null also means "no element at all", which is no key of its own; and two conditions below one
 * array may be met by two elements, while a key speaks of one: both are left to the check afterwards.
 */
function pointsOf(
  { fields }: IndexSpec,
  at: number,
  where: Condition,
): { test: Test; values: readonly Scalar[] } | null {
  const field = fields[at]
  if (field === undefined) return null
  if (
    field.array &&
    fields.some((other, place) => place < at && other.array && rootOf(other.path) === rootOf(field.path))
  )
    return null
  for (const test of testsOf(field.path, where)) {
    const values = test.op === 'eq' ? [test.value] : test.op === 'in' ? distinct(test.values) : null
    if (values !== null && !(field.array && values.includes(null))) return { test, values }
  }
  return null
}

const distinct = (values: readonly Scalar[]): Scalar[] => [...new Set(values)].toSorted(compareValues)

/** The ranges on one field, as far as they are of one type. */
function rangeOf(tests: readonly Test[]): { range: FieldRange; tests: Test[] } | null {
  const ranges = tests.filter(
    (test): test is Range => test.op === 'gt' || test.op === 'gte' || test.op === 'lt' || test.op === 'lte',
  )
  const [first] = ranges
  if (first === undefined) return null
  const type = typeof first.value as FieldRange['type']
  const used = ranges.filter((test) => typeof test.value === type)
  const low = used.filter(({ op }) => op === 'gt' || op === 'gte').reduce<Bound>((a, b) => tighter(a, b, 1), null)
  const high = used.filter(({ op }) => op === 'lt' || op === 'lte').reduce<Bound>((a, b) => tighter(a, b, -1), null)
  return { range: { type, low, high }, tests: used }
}

function tighter(bound: Bound, { op, value }: Range, direction: 1 | -1): Bound {
  const inclusive = op === 'gte' || op === 'lte'
  if (bound === null) return { value, inclusive }
  const order = compareValues(value, bound.value) * direction
  if (order === 0) return { value, inclusive: inclusive && bound.inclusive }
  return order > 0 ? { value, inclusive } : bound
}

function withoutServed(where: Condition, served: readonly Test[]): Condition {
  const rest: Clause[] = []
  for (const clause of where) {
    if ('or' in clause) rest.push(clause)
    else if (!clause.tests.every((test) => served.includes(test)))
      rest.push({ path: clause.path, tests: clause.tests.filter((test) => !served.includes(test)) })
  }
  return rest
}
