import { type Delivery, type QueueHandler, type QueueSpec, TryLater } from '../../events/queue-model.ts'
import { PUSH_RETRY_MS } from './back-off.ts'
import type { PushNeeds } from './needs.ts'
import { tellSome } from './tell-some.ts'

export const PUSH = 'push'

const TIMEOUT_MS = 60_000
const AT_ONCE = 100

export const pushQueue = (needs: PushNeeds): QueueSpec => ({
  name: PUSH,
  handler: pushHandler(needs),
  retryMs: PUSH_RETRY_MS,
  timeoutMs: TIMEOUT_MS,
  batch: 64,
})

/** What the queue `push` does: it sends to the browsers of everyone whom an event concerns, each once. */
const pushHandler = (needs: PushNeeds): QueueHandler => ({
  laneOf: (event) => (needs.audiences.isOurs(event) ? needs.audiences.laneOf(event) : null),
  prepare: (events) => needs.audiences.prepare(events),
  handle: (delivery) => handle(needs, delivery),
})

/** One who cannot be told now does not keep it from the others: who comes again finds those done with. */
async function handle(needs: PushNeeds, { event, position, signal }: Delivery): Promise<void> {
  const failures: unknown[] = []
  let afterMs = Infinity
  for await (const page of needs.audiences.of(event))
    for (let at = 0; at < page.length; at += AT_ONCE) {
      signal.throwIfAborted()
      const some = page.slice(at, at + AT_ONCE)
      const told = await tellSome(needs, some, { event, isAgain: position !== event.seq, signal })
      failures.push(...told.failures)
      // Somebody whose browser is not there for long does not keep the others waiting.
      afterMs = Math.min(afterMs, told.afterMs)
    }
  if (failures.length === 0) return
  const message = `${failures.length} ${failures.length === 1 ? 'person' : 'people'} could not be told.`
  const [cause] = failures
  throw afterMs > 0 ? new TryLater(message, { afterMs, cause }) : new Error(message, { cause })
}
