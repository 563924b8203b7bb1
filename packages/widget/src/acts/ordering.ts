import type { Order } from '../thread/options.ts'
import type { Store } from '../thread/state/store.ts'
import { open } from './opening.ts'

/** Reads the discussion in another order, from its beginning. */
export async function reorder(store: Store, order: Order): Promise<void> {
  store.set({ order })
  await open(store)
}
