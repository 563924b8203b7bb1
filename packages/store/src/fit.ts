import { type CollectionSpec, idOf } from './collection.ts'
import type { ParsedChange } from './dialect/change.ts'
import { checkDocument } from './dialect/check.ts'
import type { Doc, Json } from './dialect/value.ts'
import { Misfit, UnsupportedOperator } from './errors.ts'
import type { NewEvent } from './events/event.ts'
import { mayTouchIndexes, overlaps } from './plan/overlap.ts'

/** Whether a document may be in a collection at all: values of the dialect, and an id that says what it is made of. */
export function checkInsert(collection: CollectionSpec, doc: unknown): asserts doc is Doc {
  checkDocument(doc)
  if (collection.idFrom === null) return
  const expected = idOf(collection, doc as unknown as Record<string, string>)
  if (doc._id !== expected)
    throw new Misfit(
      '_id',
      `${collection.name}: the _id must be "${expected}", made of ${collection.idFrom.join(' and ')}.`,
    )
}

/**
 * Refuses, before any document is met, a change that would move a document's id, or put an array where an index
 * expects a single value: so both engines refuse alike.
 */
export function checkChange(collection: CollectionSpec, change: ParsedChange): void {
  if (collection.idFrom !== null) checkIdStays(collection, collection.idFrom, change)
  if (!mayTouchIndexes(collection, change.paths)) return
  for (const [operator, operands] of Object.entries(change.source))
    for (const [path, operand] of Object.entries(operands))
      checkArrays(collection, { operator, path, operand: operand as Json })
}

function checkIdStays({ name }: CollectionSpec, idFrom: readonly string[], { paths }: ParsedChange): void {
  for (const path of paths) {
    const fixed = idFrom.find((field) => overlaps(path, field))
    if (fixed !== undefined) throw new UnsupportedOperator(`${name}: "${fixed}" is part of the id and never changes.`)
  }
}

function checkArrays(
  { name, indexes }: CollectionSpec,
  { operator, path, operand }: { operator: string; path: string; operand: Json },
): void {
  for (const field of indexes.flatMap(({ fields }) => fields)) {
    if (field.array || !(field.path === path || field.path.startsWith(`${path}.`))) continue
    const makes =
      operator === '$push' ||
      operator === '$addToSet' ||
      (operator !== '$unset' && holdsArray(operand, field.path.slice(path.length + 1)))
    if (makes)
      throw new Misfit(
        path,
        `${name}: an index expects no array at "${field.path}": add it to that index's \`arrays\`, or store a single value.`,
      )
  }
}

function holdsArray(value: Json | undefined, rest: string): boolean {
  if (Array.isArray(value)) return true
  if (rest === '' || typeof value !== 'object' || value === null) return false
  const [part = '', ...more] = rest.split('.')
  return holdsArray(
    Object.hasOwn(value, part) ? (value as Readonly<Record<string, Json>>)[part] : undefined,
    more.join('.'),
  )
}

const NAMED = ['org', 'subject', 'type', 'op', 'at'] as const

export function checkEvents(events: readonly NewEvent[]): void {
  if (!Array.isArray(events)) throw new UnsupportedOperator('`events` is a list.')
  for (const event of events as readonly NewEvent[]) {
    checkDocument(event)
    const missing = NAMED.find((field) => typeof event[field] !== 'string')
    if (missing !== undefined) throw new UnsupportedOperator(`An event needs a string "${missing}".`)
  }
}
