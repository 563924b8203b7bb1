import { without } from './state/entries.ts'
import type { Store } from './state/store.ts'

/** So many pages around the one that is looked at stay; the others are dropped. */
const KEPT_AROUND = 4

/** Somebody looks at this page: those far away give their memory back. */
export function lookingAt(store: Store, at: number): void {
  const isFar = (index: number): boolean => Math.abs(index - at) > KEPT_AROUND
  const far = store.state.pages.filter(({ isDropped }, index) => !isDropped && isFar(index))
  if (far.length === 0) return
  const pages = store.state.pages.map((page, index) => (isFar(index) ? { ...page, slugs: [], isDropped: true } : page))
  const keep = new Set(store.state.pinned)
  const gone = far.flatMap(({ slugs }) => slugs).filter((slug) => !keep.has(slug))
  store.set({ pages, entries: without(store.state.entries, gone) })
}
