import { isObject } from './path.ts'
import type { Json } from './value.ts'

/** A copy that shares nothing with the original, with every -0 made 0. */
export function copyOf(value: Json): Json {
  if (typeof value === 'number') return value + 0
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isObject(value)) return value
  const copy: Record<string, Json> = {}
  for (const name in value) copy[name] = copyOf(value[name] ?? null)
  return copy
}
