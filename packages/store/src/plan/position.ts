import { compareValues } from '../dialect/order.ts'
import type { Json, JsonObject } from '../dialect/value.ts'
import type { Position, SortField } from './plan.ts'

/** Where a document stands in an order. Missing is null, as in every index. */
export function positionOf(order: readonly SortField[], doc: JsonObject): Position {
  return order.map(({ path }) => valueAt(doc, path) ?? null)
}

function valueAt(doc: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = doc
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    value = Object.hasOwn(value, part) ? (value as JsonObject)[part] : undefined
  }
  return value
}

export function comparePositions(order: readonly SortField[], a: Position, b: Position): number {
  for (const [at, { direction }] of order.entries()) {
    const turn = compareValues(a[at], b[at]) * direction
    if (turn !== 0) return turn
  }
  return 0
}
