import type { Clause, Condition, ElementTest, Range, Scalar, Test } from './condition.ts'
import { checkPath } from './path.ts'
import { isPlain, kindOf, refuse } from './refuse.ts'
import { faultOfNumber, faultOfText } from './scalar.ts'

const OPERATORS = '$in, $gt, $gte, $lt, $lte, $ne, $exists, $elemMatch'

/** Conditions in conditions; past this no server would take the query. */
const MAX_NESTING = 20

/** Where a condition stands: at the top of a document or in an element of an array, and how deep. */
type Place = { from: 'top' | 'nested'; depth: number }

/** Reads a filter. Every value in it is a scalar or an object of operators; anything else is refused. */
export function parseFilter(where: unknown, from: Place['from'] = 'top'): Condition {
  return parseCondition(where, { from, depth: 0 })
}

function parseCondition(where: unknown, place: Place): Condition {
  if (!isPlain(where)) refuse(`a filter must be an object of paths and conditions, not ${kindOf(where)}.`)
  if (place.depth > MAX_NESTING) refuse(`a filter nests more than ${MAX_NESTING} conditions; make it flatter.`)
  return Object.keys(where).map((key) => parseClause(key, where[key], place))
}

function parseClause(key: string, value: unknown, place: Place): Clause {
  if (key === '$or') return { or: parseOr(value, place) }
  if (key.startsWith('$')) refuse(`${key} is not a condition of the store; there are paths and $or. ${hint(key)}`)
  checkPath(key, place.from)
  return { path: key, tests: parseTests(key, value, place) }
}

function parseOr(value: unknown, place: Place): Condition[] {
  if (!Array.isArray(value) || value.length === 0) refuse('$or needs an array of at least one filter.')
  return value.map((one) => parseCondition(one, { ...place, depth: place.depth + 1 }))
}

function parseTests(path: string, value: unknown, place: Place): Test[] {
  if (!isPlain(value)) return [{ op: 'eq', value: parseScalar(path, value) }]
  const operators = Object.keys(value)
  if (operators.length === 0 || !operators.every((operator) => operator.startsWith('$')))
    refuse(`"${path}": equality with a whole object is not in the dialect; compare its fields by dotted paths.`)
  return operators.map((operator) => parseTest({ path, operator, operand: value[operator], place }))
}

type Asked = { path: string; operator: string; operand: unknown; place: Place }

function parseTest({ path, operator, operand, place }: Asked): Test {
  switch (operator) {
    case '$eq':
      return { op: 'eq', value: parseScalar(path, operand) }
    case '$ne':
      return { op: 'ne', value: parseScalar(path, operand) }
    case '$in':
      return { op: 'in', values: parseScalars(path, operand) }
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return parseRange(path, operator, operand)
    case '$exists':
      if (typeof operand !== 'boolean') refuse(`"${path}": $exists needs true or false, not ${kindOf(operand)}.`)
      return { op: 'exists', value: operand }
    case '$elemMatch':
      return { op: 'elemMatch', element: parseElement(path, operand, place.depth) }
    default:
      return refuse(`"${path}": ${operator} is not in the dialect; there are ${OPERATORS}. ${hint(operator)}`)
  }
}

const RANGES = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' } as const

function parseRange(path: string, operator: keyof typeof RANGES, operand: unknown): Range {
  const value = parseScalar(path, operand)
  if (value === null) refuse(`"${path}": ${operator} needs a string, a number or a boolean; null has no order.`)
  return { op: RANGES[operator], value }
}

function parseScalars(path: string, operand: unknown): Scalar[] {
  if (!Array.isArray(operand)) refuse(`"${path}": $in needs an array of values, not ${kindOf(operand)}.`)
  const values: Scalar[] = []
  // By number: a hole in the array is a value that is refused.
  for (let at = 0; at < operand.length; at++) values.push(parseScalar(path, operand[at]))
  return values
}

/** What `$elemMatch` and `$pull` ask of an element: operators on the element itself, or conditions on its fields. */
export function parseElement(path: string, operand: unknown, depth = 0): ElementTest {
  if (!isPlain(operand)) refuse(`"${path}": conditions on an element must be an object, not ${kindOf(operand)}.`)
  const place: Place = { from: 'nested', depth: depth + 1 }
  const first = Object.keys(operand)[0]
  const onItself = first !== undefined && first.startsWith('$') && first !== '$or'
  if (!onItself) return { fields: parseCondition(operand, place) }
  if (place.depth > MAX_NESTING) refuse(`a filter nests more than ${MAX_NESTING} conditions; make it flatter.`)
  return { tests: parseTests(path, operand, place) }
}

export function parseScalar(path: string, value: unknown): Scalar {
  switch (typeof value) {
    case 'string':
      return faultOfText(value) === null ? value : refuse(`"${path}": ${faultOfText(value)}.`)
    case 'number':
      // Adding 0 makes 0 of -0.
      return faultOfNumber(value) === null ? value + 0 : refuse(`"${path}": ${faultOfNumber(value)}.`)
    case 'boolean':
      return value
    default:
      if (value === null) return value
      return refuse(`"${path}": compare with a string, a number, a boolean or null, not ${kindOf(value)}. ${WHOLE}`)
  }
}

const WHOLE = 'Instants are ISO-8601 strings; fields of objects are compared by dotted paths, elements by $elemMatch.'

const HINTS: Readonly<Record<string, string>> = {
  $and: 'Write the conditions beside each other; they must all hold.',
  $not: 'Turn the comparison round, or use $ne.',
  $nor: 'Turn the comparisons round, or use $ne.',
  $nin: 'Use $ne, or $in with the values that are wanted.',
  $all: 'Use one $elemMatch for each value, or keep a field for it.',
  $size: 'Keep the length in a field of its own.',
  $regex: 'For a prefix use $gte and $lt; for words keep a field for it.',
}

function hint(operator: string): string {
  return HINTS[operator] ?? 'A value from outside must be a string, a number, a boolean or null.'
}
