import type { Order } from '../thread/options.ts'
import { show } from '../thread/state/opened.ts'
import type { Store } from '../thread/state/store.ts'
import { noticing } from './at-once.ts'
import { readOpening } from './opening.ts'
import { lookAtOwn } from './own.ts'

/** Reads the discussion in another order, from its beginning; until that has come, all stays as it is. */
export async function reorder(store: Store, order: Order): Promise<void> {
  const before = store.state.order
  store.set({ order })
  const isRead = await noticing(store, async () => {
    const opening = await readOpening(store)
    // Another order may have been chosen meanwhile.
    if (store.state.order === order) show(store, opening)
  })
  if (isRead) await lookAtOwn(store)
  else if (store.state.order === order) store.set({ order: before })
}
