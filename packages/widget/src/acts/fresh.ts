import { withEntry } from '../thread/state/entries.ts'
import { withNewRoots } from './new-roots.ts'
import type { Store } from '../thread/state/store.ts'

/** Shows the roots that came in while somebody was reading. */
export function showFresh(store: Store): void {
  store.set({ fresh: [], ...withNewRoots(store.state, store.state.fresh) })
}

export function showFreshReplies(store: Store, slug: string): void {
  store.set({
    entries: withEntry(store.state.entries, slug, (entry) => ({
      ...entry,
      replies: [...entry.replies, ...entry.fresh],
      fresh: [],
    })),
  })
}
