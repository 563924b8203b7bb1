import { fieldOf, isObject } from './path.ts'
import { refuse } from './refuse.ts'
import type { Json, JsonObject } from './value.ts'

/** Paths as a tree; null ends one. */
export type Shape = ReadonlyMap<string, Shape | null>

/** How many elements of an array to return: from its beginning, from its end (negative), or behind some others. */
export type Slice = { skip: number | null; limit: number }

export function shapeOf(paths: readonly (readonly string[])[]): Shape {
  const root = new Map<string, Shape | null>()
  for (const parts of paths) {
    let level = root
    for (const [at, part] of parts.entries()) {
      const last = at === parts.length - 1
      const known = level.get(part)
      if (known === null || (last && known !== undefined))
        refuse(`path "${parts.join('.')}": another path of the projection is the same or a part of it; leave one out.`)
      const next = (known ?? new Map<string, Shape | null>()) as Map<string, Shape | null>
      level.set(part, last ? null : next)
      level = next
    }
  }
  return root
}

export function keepOnly(shape: Shape, object: JsonObject): JsonObject {
  const kept: Record<string, Json> = {}
  for (const name in object) {
    const inner = shape.get(name)
    if (inner === undefined) continue
    const value = object[name] ?? null
    const part = inner === null ? value : keepWithin(inner, value)
    if (part !== undefined) kept[name] = part
  }
  return kept
}

/** Scalars have none of the fields that are asked for, so they are dropped, from arrays too. */
function keepWithin(shape: Shape, value: Json): Json | undefined {
  if (isObject(value)) return keepOnly(shape, value)
  if (!Array.isArray(value)) return undefined
  return value.map((one) => keepWithin(shape, one as Json)).filter((one) => one !== undefined)
}

export function leaveOut(shape: Shape, object: JsonObject): JsonObject {
  if (shape.size === 0) return object
  const left: Record<string, Json> = {}
  for (const name in object) {
    const inner = shape.get(name)
    if (inner === null) continue
    const value = object[name] ?? null
    left[name] = inner === undefined ? value : leaveWithin(inner, value)
  }
  return left
}

function leaveWithin(shape: Shape, value: Json): Json {
  if (isObject(value)) return leaveOut(shape, value)
  return Array.isArray(value) ? value.map((one) => leaveWithin(shape, one as Json)) : value
}

/** Unlike the paths to keep, a slice does not look into arrays in arrays. */
export function sliceAt([part = '', ...rest]: readonly string[], object: JsonObject, slice: Slice): JsonObject {
  const value = fieldOf(object, part)
  if (Array.isArray(value)) {
    const array = value as readonly Json[]
    const within = (one: Json): Json => (isObject(one) ? sliceAt(rest, one, slice) : one)
    return { ...object, [part]: rest.length === 0 ? cut(array, slice) : array.map(within) }
  }
  return isObject(value) && rest.length > 0 ? { ...object, [part]: sliceAt(rest, value, slice) } : object
}

function cut(array: readonly Json[], { skip, limit }: Slice): readonly Json[] {
  if (skip === null) return limit >= 0 ? array.slice(0, limit) : array.slice(limit)
  const from = skip >= 0 ? skip : Math.max(0, array.length + skip)
  return array.slice(from, from + limit)
}
