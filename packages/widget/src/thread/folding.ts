import type { Store } from './state/store.ts'

/** Hides a branch, or shows it again. */
export function toggle(store: Store, slug: string): void {
  const collapsed = new Set(store.state.collapsed)
  if (!collapsed.delete(slug)) collapsed.add(slug)
  store.set({ collapsed })
}
