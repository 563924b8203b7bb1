import { TooLarge } from '../errors.ts'
import { bsonSize } from './bson-size.ts'
import { faultOfHidden, faultOfName, isHidden, isName } from './name.ts'
import { isObject, MAX_LEVELS } from './path.ts'
import { isPlain, kindOf, refuse } from './refuse.ts'
import { faultOfNumber, faultOfText } from './scalar.ts'
import type { Doc, Json, JsonObject } from './value.ts'

const MAX_BYTES = 16_777_216

/** No JSON text grows more than this as BSON (`0,` in a long array has most to gain: 13 bytes for 2). */
const MAX_GROWTH = 10

/** The names that lead to the value at hand, one a level; written over by each check. */
const trail: (string | number)[] = Array.from({ length: MAX_LEVELS }, () => '')

/** Throws where a document is not one that both engines keep alike. It is on the way of every insert: it allocates nothing. */
export function checkDocument(doc: unknown): asserts doc is Doc {
  if (!isPlain(doc)) refuse(`a document must be a plain object, not ${kindOf(doc)}.`)
  const id = doc['_id']
  if (typeof id !== 'string' || id === '') refuse('a document needs an `_id`, a string that is not empty.')
  for (const name in doc) if (isHidden(name)) refuse(`document: ${faultOfHidden(name)}.`)
  checkFields(doc, 1)
}

/** Throws where a value is not one of the dialect. `levels`: how many are above it in the document. */
export function checkValue(value: unknown, path: string, levels: number): asserts value is Json {
  if (levels > MAX_LEVELS) throw tooDeep(path)
  trail.fill('', 0, levels - 1)
  checkAt(value, path, levels)
}

function checkFields(fields: Readonly<Record<string, unknown>>, level: number): void {
  for (const name in fields) {
    if (!isName(name)) refuse(`${spelled(name, level)}: ${faultOfName(name)}.`)
    checkAt(fields[name], name, level)
  }
}

/** `level`: that of the object or array which holds the value under `name`; the document itself is level 1. */
function checkAt(value: unknown, name: string | number, level: number): void {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) refuse(`${spelled(name, level)}: ${faultOfText(value)}.`)
      return
    case 'number':
      if (faultOfNumber(value) !== null) refuse(`${spelled(name, level)}: ${faultOfNumber(value)}.`)
      return
    case 'boolean':
      return
    default:
      if (value !== null) checkHolder(value, name, level)
  }
}

function checkHolder(value: unknown, name: string | number, level: number): void {
  if (level >= MAX_LEVELS) throw tooDeep(spelled(name, level))
  trail[level - 1] = name
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) checkAt(value[at], at, level + 1)
  else if (isPlain(value)) checkFields(value, level + 1)
  else
    refuse(
      `${spelled(name, level)}: ${kindOf(value)} is no value of the store; use JSON values, instants as ISO-8601 strings.`,
    )
}

function tooDeep(path: string): TooLarge {
  const shown = path.length > 60 ? `${path.slice(0, 60)}…` : path
  return new TooLarge(
    `${shown}: a document has at most ${MAX_LEVELS} levels; keep what is deeper in a document of its own.`,
  )
}

function spelled(name: string | number, level: number): string {
  const names = [...trail.slice(0, level - 1), name].filter((part) => part !== '')
  return `"${names.join('.')}"`
}

/** Throws where a document is larger than MongoDB keeps. `json` is its text, which is at hand wherever this is asked. */
export function checkSize(doc: Doc, json: string): void {
  if (json.length * MAX_GROWTH <= MAX_BYTES) return
  const bytes = bsonSize(doc)
  if (bytes > MAX_BYTES)
    throw new TooLarge(`the document "${doc._id}" has ${bytes} bytes as BSON, and ${MAX_BYTES} are the most; split it.`)
}

/** Makes 0 of every -0, which MongoDB would keep and JSON would not. Returns the same value where there is none. */
export function normalise<T extends Json>(value: T): T
export function normalise(value: Json): Json {
  if (typeof value === 'number') return value + 0
  if (Array.isArray(value)) return normaliseArray(value)
  return isObject(value) ? normaliseObject(value) : value
}

function normaliseArray(array: readonly Json[]): readonly Json[] {
  let changed: Json[] | null = null
  for (let at = 0; at < array.length; at++) {
    const value = array[at] ?? null
    const clean = normalise(value)
    if (Object.is(clean, value)) continue
    changed ??= [...array]
    changed[at] = clean
  }
  return changed ?? array
}

function normaliseObject(object: JsonObject): JsonObject {
  let changed: Record<string, Json> | null = null
  for (const name in object) {
    const value = object[name] ?? null
    const clean = normalise(value)
    if (Object.is(clean, value)) continue
    changed ??= { ...object }
    changed[name] = clean
  }
  return changed ?? object
}
