import { faultOfHidden, faultOfName, isHidden, isName } from './name.ts'
import { refuse } from './refuse.ts'
import type { Json, JsonObject } from './value.ts'

/** BSON documents do not nest deeper, so no path reaches further. */
export const MAX_LEVELS = 100

/** A dotted path, split once. A part such as `2` is a position in an array as well as a name. */
export type Path = {
  readonly parts: readonly string[]
  /** The position that a part addresses when it meets an array; -1 where it is only a name. */
  readonly positions: readonly number[]
}

const NINE = 57
const POSITION = /^(?:0|[1-9]\d*)$/

/** Throws where a path, from the top of a document or from within (`nested`), is not one of the dialect. */
export function checkPath(text: string, from: 'top' | 'nested' = 'top'): void {
  const parts = text.split('.')
  const [first = ''] = parts
  const fault = from === 'top' && isHidden(first) ? faultOfHidden(first) : faultOfParts(parts)
  if (fault !== null) refuse(`path ${JSON.stringify(text)}: ${fault}.`)
}

/** Splits a path that has been checked. */
export function splitPath(text: string): Path {
  const parts = text.split('.')
  return { parts, positions: parts.map(positionOf) }
}

function faultOfParts(parts: readonly string[]): string | null {
  if (parts.length > MAX_LEVELS) return `it has ${parts.length} parts, and documents have ${MAX_LEVELS} levels at most`
  const wrong = parts.find((part) => !isName(part))
  return wrong === undefined ? null : faultOfName(wrong)
}

function positionOf(part: string): number {
  return part.charCodeAt(0) <= NINE && POSITION.test(part) ? Number(part) : -1
}

/** The value of a field; inherited names such as `constructor` are no fields, and no field holds a function. */
export function fieldOf(object: JsonObject, name: string): Json | undefined {
  const value = object[name]
  return typeof value === 'function' ? undefined : value
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is looked for at the end of a path. */
export type Probe = {
  readonly path: Path
  /** Asked of each value the path leads to; `undefined` stands for a missing one. */
  readonly test: (value: Json | undefined) => boolean
  /** Whether an array at the end of the path is asked element by element, and then as a whole. */
  readonly elements: boolean
}

/** Whether any of the values that the path leads to, through arrays as MongoDB goes, passes the test. */
export function leadsTo(probe: Probe, object: JsonObject): boolean {
  return inObject(probe, 0, object)
}

function inObject(probe: Probe, from: number, object: JsonObject): boolean {
  const { parts } = probe.path
  const last = parts.length - 1
  let holder = object
  for (let at = from; at < last; at++) {
    const value = fieldOf(holder, parts[at] ?? '')
    if (Array.isArray(value)) return inArray(probe, at + 1, value)
    if (!isObject(value)) return probe.test(undefined)
    holder = value
  }
  return atEnd(probe, fieldOf(holder, parts[last] ?? ''))
}

function atEnd(probe: Probe, value: Json | undefined): boolean {
  if (probe.elements && Array.isArray(value)) for (const element of value) if (probe.test(element as Json)) return true
  return probe.test(value)
}

/** The next part is a field of each element that is an object, and may be the position of one element. */
function inArray(probe: Probe, from: number, array: readonly Json[]): boolean {
  for (const element of array) if (isObject(element) && inObject(probe, from, element)) return true
  const element = array[probe.path.positions[from] ?? -1]
  if (element === undefined) return false
  // An array that a position leads to is asked as a whole, never element by element.
  if (from === probe.path.parts.length - 1) return probe.test(element)
  if (Array.isArray(element)) return inArray(probe, from + 1, element)
  return isObject(element) && inObject(probe, from + 1, element)
}
