import { setMaxListeners } from 'node:events'
import type { Consumer, EventQuery, LoggedEvent, Store } from '@palaver/store'
import type { Logger } from 'pino'
import { Again, type Sleep } from './again.ts'
import { errorText } from './error-text.ts'
import { Queue, type QueueNeeds } from './queue.ts'
import type { QueueSpec } from './queue-model.ts'
import { Stopping } from './time-limit.ts'

/** How long what is under way may take once the queue is to end. */
const GRACE_MS = 5_000

type RunningNeeds = Omit<QueueNeeds, 'stopping' | 'onFailure'> & {
  store: Pick<Store, 'consume'>
  sleep: Sleep
  log: Pick<Logger, 'warn' | 'error'>
  /** Where this queue reads events from, where that is not the log. */
  read?: (query: EventQuery) => Promise<LoggedEvent[]>
}

/** A queue on this node: it works unless it is paused. */
export class RunningQueue {
  readonly spec: QueueSpec
  failures = 0
  readonly #needs: RunningNeeds
  readonly #queue: Queue
  readonly #stopping = new AbortController()
  #working: { consumer: Consumer; again: Again } | null = null
  /** Pausing and resuming, one after the other. */
  #turning: Promise<void> = Promise.resolve()
  #isToWork = false

  constructor(spec: QueueSpec, needs: RunningNeeds) {
    this.spec = spec
    this.#needs = needs
    // Everything under way listens to it.
    setMaxListeners(0, this.#stopping.signal)
    const onFailure: QueueNeeds['onFailure'] = (error, event, runAt) => this.#onFailure(error, event, runAt)
    this.#queue = new Queue(spec, { ...needs, stopping: this.#stopping.signal, onFailure })
  }

  /** Lets it work or rest; what is under way comes to its end first. */
  turn(isToWork: boolean): void {
    if (this.#stopping.signal.aborted || this.#isToWork === isToWork) return
    this.#isToWork = isToWork
    this.#turning = this.#turning.then(() => (isToWork ? this.#begin() : this.#end()))
  }

  wake(partition?: number): void {
    this.#working?.consumer.wake(partition)
  }

  /** Resolves when all that is in the log now was handled, or failed and is kept. */
  async drained(): Promise<void> {
    await this.#turning
    await this.#working?.consumer.drained()
  }

  async stop(): Promise<void> {
    this.turn(false)
    const done = new AbortController()
    const grace = this.#needs
      .sleep(GRACE_MS, done.signal)
      .then(() => this.#stopping.abort())
      .catch(() => {})
    await this.#turning
    done.abort()
    await grace
    this.#stopping.abort()
  }

  #begin(): void {
    const { store, read, items, now, sleep, log } = this.#needs
    const { name, batch } = this.spec
    const again = new Again({
      queue: name,
      items,
      now,
      sleep,
      onError: (error) => log.warn({ err: error, queue: name }, 'a queue could not look for what is due'),
    })
    const consumer = store.consume(name, (events, partition, turn) => this.#queue.handle(events, partition, turn), {
      batch,
      ...(read !== undefined && { read }),
      onError: (error, partition) => {
        if (error instanceof Stopping) return
        log.error({ err: error, queue: name, partition }, 'a queue failed and will go on in a moment')
      },
    })
    this.#working = { consumer, again }
  }

  async #end(): Promise<void> {
    const working = this.#working
    this.#working = null
    await Promise.all([working?.again.stop(), working?.consumer.stop()])
  }

  #onFailure(error: unknown, { _id, type, op }: LoggedEvent, runAt: number | null): void {
    this.failures++
    const what = { queue: this.spec.name, event: _id, type, op, error: errorText(error) }
    if (runAt === null) return this.#needs.log.error(what, 'an event could not be handled: it is a dead letter')
    this.#needs.log.warn({ ...what, runAt: new Date(runAt).toISOString() }, 'an event failed and is tried again')
    this.#working?.again.expect(runAt)
  }
}
