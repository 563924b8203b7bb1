import { withEntry } from '../thread/state/entries.ts'
import type { Store } from '../thread/state/store.ts'

/** Shows the roots that came in while somebody was reading. */
export function showFresh(store: Store): void {
  const { fresh, pages, order } = store.state
  const newest = order === 'oldest' ? fresh : fresh.toReversed()
  const [first = { cursor: null, slugs: [], isDropped: false }, ...others] = pages
  if (order === 'oldest' && pages.length > 0) {
    const last = pages.at(-1) ?? first
    store.set({ fresh: [], pages: pages.with(-1, { ...last, slugs: [...last.slugs, ...newest] }) })
  } else store.set({ fresh: [], pages: [{ ...first, slugs: [...newest, ...first.slugs] }, ...others] })
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
