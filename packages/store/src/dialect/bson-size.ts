import type { Json, JsonObject } from './value.ts'

/** How many bytes a document has as BSON. */
export function bsonSize(doc: JsonObject): number {
  let bytes = 5
  for (const name in doc) bytes += 2 + Buffer.byteLength(name) + sizeOf(doc[name] ?? null)
  return bytes
}

/** An array is a document whose names are its positions. */
function arraySize(array: readonly Json[]): number {
  let bytes = 5
  let digits = 1
  let longer = 10
  for (let at = 0; at < array.length; at++) {
    if (at === longer) {
      digits++
      longer *= 10
    }
    bytes += 2 + digits + sizeOf(array[at] ?? null)
  }
  return bytes
}

function sizeOf(value: Json): number {
  switch (typeof value) {
    case 'string':
      return 5 + Buffer.byteLength(value)
    case 'number':
      return (value | 0) === value ? 4 : 8
    case 'boolean':
      return 1
    default:
      if (value === null) return 0
      return Array.isArray(value) ? arraySize(value) : bsonSize(value as JsonObject)
  }
}
