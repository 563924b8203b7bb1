import type { IndexSpec } from '../collection.ts'
import { indexKey, indexKeys } from '../dialect/index-keys.ts'
import type { JsonObject } from '../dialect/value.ts'

/** MongoDB would take an array where an index declares none, and plan otherwise from then on: throws `Misfit`. */
export function checkIndexFit(indexes: readonly IndexSpec[], doc: JsonObject): void {
  for (const index of indexes) {
    if (index.arrays) indexKeys(index, doc)
    else indexKey(index, doc)
  }
}
