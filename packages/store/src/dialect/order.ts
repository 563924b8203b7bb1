import type { Json } from './value.ts'

/** MongoDB's order of types. `undefined` here is a missing field, which counts as null. */
export const RANK = { emptyArray: 2, null: 5, number: 10, string: 15, object: 20, array: 25, boolean: 40 } as const

export function typeRank(value: Json | undefined): number {
  switch (typeof value) {
    case 'string':
      return RANK.string
    case 'number':
      return RANK.number
    case 'boolean':
      return RANK.boolean
    default:
      if (value === null || value === undefined) return RANK.null
      return Array.isArray(value) ? RANK.array : RANK.object
  }
}

/** Compares as MongoDB does: by type first, strings by code point, objects field by field in their order. */
export function compareValues(a: Json | undefined, b: Json | undefined): number {
  const byType = typeRank(a) - typeRank(b)
  if (byType !== 0) return byType
  if (typeof a === 'string') return compareStrings(a, b as string)
  if (typeof a === 'number' || typeof a === 'boolean') return Number(a) - Number(b)
  if (a === null || a === undefined) return 0
  return Array.isArray(a) ? compareLists(a, b as readonly Json[]) : compareObjects(a as Fields, b as Fields)
}

/**
 * UTF-8 byte order. JavaScript compares UTF-16 units, which differs only where a surrogate
 * (a character above U+FFFF) meets a unit from U+E000 on.
 */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const x = a.charCodeAt(at)
    const y = b.charCodeAt(at)
    if (x !== y) return rotated(x) - rotated(y)
  }
  return a.length - b.length
}

/** Moves the surrogates above all other units. */
const rotated = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

type Fields = { readonly [key: string]: Json }

function compareLists(a: readonly Json[], b: readonly Json[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareValues(a[at], b[at])
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareObjects(a: Fields, b: Fields): number {
  const left = Object.keys(a)
  const right = Object.keys(b)
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const order = compareFields([left[at] ?? '', a], [right[at] ?? '', b])
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** A field's type comes before its name, and its name before its value. */
function compareFields([nameA, a]: readonly [string, Fields], [nameB, b]: readonly [string, Fields]): number {
  return typeRank(a[nameA]) - typeRank(b[nameB]) || compareStrings(nameA, nameB) || compareValues(a[nameA], b[nameB])
}
