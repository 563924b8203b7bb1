import type { IndexField, IndexSpec } from '../collection.ts'
import { Misfit } from '../errors.ts'
import { EMPTY_ARRAY, type KeyPart, KeyWriter } from './key.ts'
import type { Json, JsonObject } from './value.ts'

const writer = new KeyWriter()

/** The one key of a document in an index that holds no arrays. */
export function indexKey(index: IndexSpec, doc: JsonObject): Buffer {
  writer.reset()
  for (const field of index.fields) writer.add(valueAt(index, field, doc), field.direction)
  return writer.take()
}

const parts = new Map<string, readonly string[]>()

/** Index paths are few and come again with every write: split once. */
function partsOf(path: string): readonly string[] {
  const known = parts.get(path)
  if (known !== undefined) return known
  const split = path.split('.')
  parts.set(path, split)
  return split
}

function valueAt(index: IndexSpec, { path }: IndexField, doc: JsonObject): Json | undefined {
  let value: Json | undefined = doc
  for (const part of partsOf(path)) {
    if (Array.isArray(value)) throw unexpectedArray(index, path)
    value = isObject(value) ? own(value, part) : undefined
  }
  if (Array.isArray(value)) throw unexpectedArray(index, path)
  return value
}

const own = (value: JsonObject, part: string): Json | undefined =>
  Object.hasOwn(value, part) ? value[part] : undefined

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unexpectedArray({ name }: IndexSpec, path: string): Misfit {
  return new Misfit(
    path,
    `The index "${name}" expects no array at "${path}": add it to the index's \`arrays\`, or store a single value.`,
  )
}

/** All keys of a document in an index that may meet arrays, in the order of the index and each once. */
export function indexKeys(index: IndexSpec, doc: JsonObject): Buffer[] {
  const keys: Buffer[] = []
  const start = index.fields.map(({ path }): Open => ({ rest: partsOf(path), value: undefined, done: false }))
  expand({ index, keys }, start, doc)
  keys.sort(Buffer.compare)
  return keys.filter((key, at) => at === 0 || !key.equals(keys[at - 1] ?? key))
}

/** A field of a key in the making: what is left of its path, or its value. */
type Open = { rest: readonly string[]; value: KeyPart; done: boolean }

function expand(into: { index: IndexSpec; keys: Buffer[] }, open: readonly Open[], within: Json): void {
  const { index, keys } = into
  let array: readonly Json[] | null = null
  const met = open.map((field, at): Open & { array: boolean } => {
    if (field.done) return { ...field, array: false }
    const { value, rest } = follow(within, field.rest)
    if (!Array.isArray(value)) return { rest: [], value, done: true, array: false }
    const { path, array: expected } = index.fields[at] ?? { path: '', array: false }
    if (!expected) throw unexpectedArray(index, path)
    if (array !== null && array !== value)
      throw new Misfit(
        path,
        `The index "${index.name}" meets two arrays in one document; it can hold the elements of one.`,
      )
    array = value
    return { rest, value: undefined, done: false, array: true }
  })
  if (array === null) {
    keys.push(encode(index, met))
    return
  }
  for (const element of elementsOf(array)) {
    const next = met.map((field): Open =>
      field.array && field.rest.length === 0 ? { rest: [], value: element, done: true } : field,
    )
    expand(into, next, element !== EMPTY_ARRAY && isObject(element) ? element : {})
  }
}

/** An empty array still has one key: below null where the path ends at the array, null where it leads further. */
const elementsOf = (array: readonly Json[]): readonly KeyPart[] => (array.length === 0 ? [EMPTY_ARRAY] : array)

/** Goes along a path until it ends or meets an array. */
function follow(from: Json, path: readonly string[]): { value: Json | undefined; rest: readonly string[] } {
  let value: Json | undefined = from
  for (const [at, part] of path.entries()) {
    value = isObject(value) ? own(value, part) : undefined
    if (Array.isArray(value)) return { value, rest: path.slice(at + 1) }
  }
  return { value, rest: [] }
}

function encode(index: IndexSpec, fields: readonly Open[]): Buffer {
  writer.reset()
  for (const [at, { value }] of fields.entries()) writer.add(value, index.fields[at]?.direction ?? 1)
  return writer.take()
}
