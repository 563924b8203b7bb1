import type { Json } from './dialect/value.ts'
import { UnsupportedOperator } from './errors.ts'
import type { Direction } from './plan/plan.ts'
import type { PathOf, Reached } from './typed/paths.ts'

type Path<T> = PathOf<Reached<T, 'show'>>
type Field<T> = keyof T & string

/**
 * An index keeps the documents in the order of its fields: `'posted'` upwards, `'-posted'` downwards. Unless it is
 * unique, `_id` is added as the last field where the others do not already make the order total.
 */
export type IndexDeclaration<T = AnyDocument> = {
  name: string
  on: readonly (Path<T> | `-${Path<T>}`)[]
  unique?: boolean
  /** Those of its paths that may meet an array, which then has a key an element. */
  arrays?: readonly Path<T>[]
}

export type Declaration<T = AnyDocument> = {
  name: string
  /** Fields of the shard key, each part of the id; `_id` where nothing is said. */
  shardKey?: readonly Field<T>[]
  /** The id is these fields joined by `~`, so that an id alone finds its shard. */
  id?: { from: readonly Field<T>[] }
  indexes?: readonly IndexDeclaration<T>[]
  /** A field with an instant (ISO-8601); a sweeper removes the document once that is past. */
  expires?: Path<T>
}

/** A document of which nothing is known but its id. */
export type AnyDocument = { _id: string } & Record<string, Json>
type Any = Declaration<AnyDocument>
type AnyIndex = NonNullable<Any['indexes']>[number]

export type IndexField = { path: string; direction: Direction; array: boolean }

/** An index as the planner and the engines read it; the last field may be the added `_id`. */
export type IndexSpec = { name: string; fields: readonly IndexField[]; unique: boolean; arrays: boolean }

export type CollectionSpec = {
  name: string
  shardKey: readonly string[]
  idFrom: readonly string[] | null
  /** By name; `_id` itself is the first, called `_id`. */
  indexes: readonly IndexSpec[]
  expires: string | null
}

/** A collection whose documents are of type `T`. */
export type CollectionOf<T> = CollectionSpec & { readonly document?: T }

const NAME = /^[a-z][a-zA-Z0-9]*$/
const PATH = /^[a-zA-Z][\w]*(\.[a-zA-Z][\w]*)*$/

export function defineCollection<T extends { _id: string } = AnyDocument>(
  declaration: Declaration<NoInfer<T>>,
): CollectionOf<T> {
  const declared = declaration as unknown as Any
  const { name, id, expires = null } = declared
  const shardKey = declared.shardKey ?? ['_id']
  demand(NAME.test(name), `the collection name "${name}" must be camelCase letters and digits`)
  const declaredIndexes =
    expires === null ? (declared.indexes ?? []) : [...(declared.indexes ?? []), { name: 'expires', on: [expires] }]
  const indexes = declaredIndexes.map((index) => indexSpec(declared, index))
  const names = indexes.map((index) => index.name)
  demand(new Set(names).size === names.length, `${name}: two indexes have the same name`)
  const idFrom = id?.from ?? null
  const inId = (field: string): boolean => idFrom?.includes(field) ?? false
  demand(
    shardKey.every(inId) || shardKey.join() === '_id',
    `${name}: each field of the shard key must be part of the id`,
  )
  return { name, shardKey, idFrom, expires, indexes: [ID_INDEX, ...indexes] }
}

const ID_INDEX: IndexSpec = {
  name: '_id',
  fields: [{ path: '_id', direction: 1, array: false }],
  unique: true,
  arrays: false,
}

function indexSpec({ name: collection, id, shardKey }: Any, declared: AnyIndex): IndexSpec {
  const { name, on, unique = false, arrays = [] } = declared
  const where = `${collection}: the index "${name}"`
  demand(NAME.test(name), `${where} must have a camelCase name`)
  demand(on.length > 0, `${where} has no fields`)
  const fields = on.map((field): IndexField => {
    const path = field.startsWith('-') ? field.slice(1) : field
    demand(path === '_id' || PATH.test(path), `${where}: "${path}" is not a path of names joined by dots`)
    return { path, direction: field.startsWith('-') ? -1 : 1, array: arrays.includes(path) }
  })
  demand(
    arrays.every((path) => fields.some((field) => field.path === path)),
    `${where}: \`arrays\` names a path that is not in \`on\``,
  )
  if (unique && shardKey !== undefined)
    demand(
      shardKey.every((key, at) => fields[at]?.path === key),
      `${where} is unique, so it must begin with the shard key`,
    )
  const paths = fields.map((field) => field.path)
  demand(new Set(paths).size === paths.length, `${where} has a path twice`)
  const total = unique || (id?.from.every((field) => paths.includes(field)) ?? false)
  const tail: IndexField[] = total || paths.includes('_id') ? [] : [{ path: '_id', direction: 1, array: false }]
  return { name, fields: [...fields, ...tail], unique, arrays: arrays.length > 0 }
}

function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new UnsupportedOperator(`${message}.`)
}

/** The id of a document whose id is made of fields; the last of them may contain `~`, the others may not. */
export function idOf(collection: CollectionSpec, fields: Readonly<Record<string, string>>): string {
  const from = collection.idFrom ?? []
  const parts = from.map((field) => fields[field])
  const fits = parts.every((part, at) => typeof part === 'string' && (at === parts.length - 1 || !part.includes('~')))
  if (!fits || parts.length === 0)
    throw new UnsupportedOperator(
      `${collection.name}: an id is made of ${from.join(' and ')}, strings without "~" but for the last.`,
    )
  return parts.join('~')
}

/** The fields that an id is made of; null where the id has too few parts. */
export function fieldsOfId(collection: CollectionSpec, id: string): Record<string, string> | null {
  const from = collection.idFrom
  if (from === null) return {}
  const parts = id.split('~')
  if (parts.length < from.length) return null
  const last = parts.slice(from.length - 1).join('~')
  return Object.fromEntries(from.map((field, at) => [field, at === from.length - 1 ? last : (parts[at] ?? '')]))
}
