import type { Clause, Condition, ElementTest, Range, Test } from './condition.ts'
import { compareStrings } from './order.ts'
import { isObject, leadsTo, type Path, type Probe, splitPath } from './path.ts'
import type { Json, JsonObject } from './value.ts'

export type Matcher = (doc: JsonObject) => boolean
type ValueTest = (value: Json | undefined) => boolean

/** Makes a function that says whether a document meets a condition, as MongoDB would. */
export function compileCondition(condition: Condition): Matcher {
  return every(condition.map(compileClause))
}

function compileClause(clause: Clause): Matcher {
  if ('or' in clause) {
    const branches = clause.or.map(compileCondition)
    return (doc) => branches.some((holds) => holds(doc))
  }
  const path = splitPath(clause.path)
  return every(clause.tests.map((test) => compileTest(path, test)))
}

function every<T>(tests: readonly ((value: T) => boolean)[]): (value: T) => boolean {
  const [first, second] = tests
  if (first === undefined) return () => true
  if (second === undefined) return first
  if (tests.length === 2) return (value) => first(value) && second(value)
  return (value) => tests.every((holds) => holds(value))
}

/** `$ne` and `$exists: false` hold where no value, of all the path leads to, passes their opposite. */
function compileTest(path: Path, test: Test): Matcher {
  if (test.op === 'ne') return not(compileTest(path, { op: 'eq', value: test.value }))
  if (test.op === 'exists' && !test.value) return not(compileTest(path, { op: 'exists', value: true }))
  const probe: Probe = { path, test: onValue(test), elements: test.op !== 'elemMatch' }
  return (doc) => leadsTo(probe, doc)
}

function not(holds: Matcher): Matcher {
  return (doc) => !holds(doc)
}

/** The test of one value, without a look into arrays. A missing value counts as null. */
function onValue(test: Test): ValueTest {
  switch (test.op) {
    case 'eq': {
      const wanted = test.value
      return wanted === null ? (value) => value === null || value === undefined : (value) => value === wanted
    }
    case 'ne': {
      const same = onValue({ op: 'eq', value: test.value })
      return (value) => !same(value)
    }
    case 'in': {
      const wanted: ReadonlySet<unknown> = new Set(
        test.values.includes(null) ? [...test.values, undefined] : test.values,
      )
      return (value) => wanted.has(value)
    }
    case 'exists':
      return (value) => (value !== undefined) === test.value
    case 'elemMatch':
      return compileElements(test.element)
    default:
      return compileRange(test)
  }
}

/** A range holds only for values of its bound's own type. */
function compileRange({ op, value: bound }: Range): ValueTest {
  const fits = COMPARISONS[op]
  if (typeof bound === 'string') return (value) => typeof value === 'string' && fits(compareStrings(value, bound))
  const limit = Number(bound)
  const type = typeof bound
  return (value) => typeof value === type && fits(Number(value) - limit)
}

const COMPARISONS: Readonly<Record<Range['op'], (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
}

function compileElements(element: ElementTest): ValueTest {
  const holds = compileElement(element)
  return (value) => Array.isArray(value) && value.some((one) => holds(one as Json))
}

function compileElement(element: ElementTest): ValueTest {
  if ('tests' in element) return every(element.tests.map(onValue))
  const holds = compileCondition(element.fields)
  // To `$elemMatch` an array in an array is an object whose fields are its positions.
  return (value) =>
    isObject(value) ? holds(value) : Array.isArray(value) && holds(Object.fromEntries((value as Json[]).entries()))
}

/** Which elements `$pull` takes out. Unlike `$elemMatch` it looks into arrays in the array, and only at fields of objects. */
export function compilePull(element: ElementTest): (element: Json) => boolean {
  if ('tests' in element) {
    const holds = compileCondition([{ path: 'element', tests: element.tests }])
    return (value) => holds({ element: value })
  }
  const holds = compileCondition(element.fields)
  return (value) => isObject(value) && holds(value)
}
