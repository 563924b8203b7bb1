import type { ChangePath } from './change-path.ts'
import { checkValue } from './check.ts'
import type { Scalar } from './condition.ts'
import { copyOf } from './copy.ts'
import { parseElement, parseScalar } from './filter.ts'
import { compilePull } from './match.ts'
import { isPlain, kindOf, refuse } from './refuse.ts'
import type { Json } from './value.ts'

/** What happens to one value. */
export type Operation =
  | { readonly op: 'set'; readonly value: Json; readonly onlyInsert: boolean }
  | { readonly op: 'unset' }
  | { readonly op: 'inc'; readonly by: number }
  | { readonly op: 'min' | 'max'; readonly value: Scalar }
  | {
      readonly op: 'push'
      readonly values: readonly Json[]
      readonly position: number | null
      readonly slice: number | null
    }
  | { readonly op: 'pull'; readonly matches: (element: Json) => boolean }
  | { readonly op: 'addToSet'; readonly values: readonly Json[] }

/** An operation, and its operand as MongoDB is sent it. */
type Parsed = { operation: Operation; operand: unknown }
type Parser = (path: ChangePath, operand: unknown) => Parsed

const PARSERS: Readonly<Record<string, Parser>> = {
  $set: (path, operand) => parseSet(path, operand, false),
  $setOnInsert: (path, operand) => parseSet(path, operand, true),
  $unset: (path, operand) => ({ operation: { op: 'unset' }, operand: parseScalar(path.text, operand) }),
  $inc: parseInc,
  $min: (path, operand) => parseBound('min', path, operand),
  $max: (path, operand) => parseBound('max', path, operand),
  $push: parsePush,
  $pull: parsePull,
  $addToSet: parseAddToSet,
}

const NAMES = Object.keys(PARSERS).join(', ')

/** The paths under an operator, each with its operand. */
export function operandsOf(operator: string, operands: unknown): Readonly<Record<string, unknown>> {
  if (!operator.startsWith('$'))
    refuse(`a change is made of operators, and "${operator}" is none; to write fields put them under $set.`)
  if (!Object.hasOwn(PARSERS, operator)) refuse(`${operator} is not in the dialect; a change has ${NAMES}.`)
  if (!isPlain(operands)) refuse(`${operator} needs an object of paths and values, not ${kindOf(operands)}.`)
  return operands
}

export function parseOperation(operator: string, path: ChangePath, operand: unknown): Parsed {
  const parse = PARSERS[operator]
  return parse === undefined ? refuse(`${operator} is not in the dialect.`) : parse(path, operand)
}

function parseSet(path: ChangePath, operand: unknown, onlyInsert: boolean): Parsed {
  const value = parseValue(path, operand, 0)
  return { operation: { op: 'set', value, onlyInsert }, operand: value }
}

/** `within`: the levels between the path's end and the value. */
function parseValue({ text, parts }: ChangePath, value: unknown, within: number): Json {
  checkValue(value, text, parts.length + within)
  return copyOf(value)
}

function parseInc(path: ChangePath, operand: unknown): Parsed {
  const by = parseScalar(path.text, operand)
  if (typeof by !== 'number') refuse(`"${path.text}": $inc needs a number, not ${kindOf(operand)}.`)
  if (Math.abs(by) > 2 ** 53) refuse(`"${path.text}": $inc of ${by} is past 2^53; use $set.`)
  return { operation: { op: 'inc', by }, operand: by }
}

function parseBound(op: 'min' | 'max', path: ChangePath, operand: unknown): Parsed {
  const value = parseScalar(path.text, operand)
  return { operation: { op, value }, operand: value }
}

function parsePush(path: ChangePath, operand: unknown): Parsed {
  if (!hasModifiers(operand)) {
    const value = parseValue(path, operand, 1)
    return { operation: { op: 'push', values: [value], position: null, slice: null }, operand: value }
  }
  const unknown = Object.keys(operand).find((name) => name !== '$each' && name !== '$slice' && name !== '$position')
  if (unknown !== undefined) refuse(`"${path.text}": $push takes $each, $slice and $position, not "${unknown}".`)
  const values = parseEach(path, '$push', operand['$each'])
  const position = parseWhole(path, operand, '$position')
  const slice = parseWhole(path, operand, '$slice')
  const sent = {
    $each: values,
    ...(position === null ? {} : { $position: position }),
    ...(slice === null ? {} : { $slice: slice }),
  }
  return { operation: { op: 'push', values, position, slice }, operand: sent }
}

function hasModifiers(operand: unknown): operand is Readonly<Record<string, unknown>> {
  return isPlain(operand) && Object.keys(operand).some((name) => name.startsWith('$'))
}

function parseEach(path: ChangePath, operator: string, each: unknown): Json[] {
  if (!Array.isArray(each)) refuse(`"${path.text}": $each of ${operator} needs an array, not ${kindOf(each)}.`)
  return Array.from(each, (value: unknown) => parseValue(path, value, 1))
}

function parseWhole(path: ChangePath, operand: Readonly<Record<string, unknown>>, name: string): number | null {
  if (!Object.hasOwn(operand, name)) return null
  const value = operand[name]
  if (!Number.isSafeInteger(value)) refuse(`"${path.text}": ${name} needs a whole number, not ${kindOf(value)}.`)
  return (value as number) + 0
}

function parsePull(path: ChangePath, operand: unknown): Parsed {
  if (isPlain(operand)) {
    const matches = compilePull(parseElement(path.text, operand))
    return { operation: { op: 'pull', matches }, operand: copyOf(operand as Json) }
  }
  const value = parseScalar(path.text, operand)
  return { operation: { op: 'pull', matches: (element) => element === value }, operand: value }
}

function parseAddToSet(path: ChangePath, operand: unknown): Parsed {
  const isEach = hasModifiers(operand)
  const other = isEach ? Object.keys(operand).find((name) => name !== '$each') : undefined
  if (other !== undefined) refuse(`"${path.text}": $addToSet takes only $each, not "${other}".`)
  const values = isEach ? parseEach(path, '$addToSet', operand['$each']) : [parseValue(path, operand, 1)]
  if (values.some(hasObject))
    refuse(
      `"${path.text}": $addToSet of an object depends on the order of its fields; use $push with a filter that it is not there.`,
    )
  return { operation: { op: 'addToSet', values }, operand: isEach ? { $each: values } : values[0] }
}

function hasObject(value: Json): boolean {
  if (Array.isArray(value)) return value.some((one) => hasObject(one as Json))
  return typeof value === 'object' && value !== null
}
