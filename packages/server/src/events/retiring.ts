import type { Store } from '@palaver/store'
import { queueControls, queueItems } from './collections.ts'

const BATCH = 100

/**
 * For a queue that is not used any more: its place in the log must not keep old events, and who looks after queues
 * does not see it. What it had put aside waits for the case that it is used again.
 */
export async function retire(store: Store, queue: string): Promise<void> {
  await store.forgetConsumer(queue)
  await store.collection(queueControls).remove({ _id: queue })
  await putBack(store, queue)
}

/** What brings these back may be gone from the log by then, and they would wait for it for ever. */
async function putBack(store: Store, queue: string): Promise<void> {
  const items = store.collection(queueItems)
  const where = { queue, state: 'again' } as const
  for (;;) {
    const { docs } = await items.find({ where, sort: { runAt: 1, _id: 1 }, limit: BATCH, next: false })
    for (const { _id, again } of docs)
      await items.update({ _id, state: 'again', again }, { $set: { state: 'waiting', again: null } })
    if (docs.length < BATCH) return
  }
}
