import type { CollectionSpec } from '../collection.ts'

/** Parts of a change's path that name a place in an array; an index path has only names. */
const PLACE = /\.(?:\d+|\$\[\w*\])(?=\.|$)/g

/** Whether writing at `written` can change what is at the index path `indexed`. */
export function overlaps(written: string, indexed: string): boolean {
  const path = written.includes('.') ? written.replace(PLACE, '') : written
  return path === indexed || indexed.startsWith(`${path}.`) || path.startsWith(`${indexed}.`)
}

const roots = new WeakMap<CollectionSpec, ReadonlySet<string>>()

/** Whether writing at these paths can change anything that an index of the collection has, seen from their first parts. */
export function mayTouchIndexes(collection: CollectionSpec, paths: readonly string[]): boolean {
  let indexed = roots.get(collection)
  if (indexed === undefined) {
    indexed = new Set(collection.indexes.flatMap(({ fields }) => fields.map(({ path }) => rootOf(path))))
    roots.set(collection, indexed)
  }
  for (const path of paths) if (indexed.has(rootOf(path))) return true
  return false
}

function rootOf(path: string): string {
  const dot = path.indexOf('.')
  return dot === -1 ? path : path.slice(0, dot)
}
