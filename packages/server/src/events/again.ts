import type { QueueItems } from './queue-items.ts'

/** For what another node has left waiting; this one knows when its own is due. */
const IDLE_MS = 5_000
const SHORTEST_REST_MS = 50
const BATCH = 100

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

type Needs = {
  queue: string
  items: Pick<QueueItems, 'waiting' | 'bringBack'>
  now: () => number
  sleep: Sleep
  onError: (error: unknown) => void
}

/** Brings back what has failed when its time has come. */
export class Again {
  readonly #needs: Needs
  readonly #stopping = new AbortController()
  #resting = new AbortController()
  #next = 0
  readonly #running: Promise<void>

  constructor(needs: Needs) {
    this.#needs = needs
    this.#running = this.#run()
  }

  /** Something is due at this time. */
  expect(runAt: number): void {
    if (runAt >= this.#next) return
    this.#next = runAt
    this.#resting.abort()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#resting.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { now, onError } = this.#needs
    while (!this.#stopping.signal.aborted) {
      this.#next = now() + IDLE_MS
      try {
        this.#next = Math.min(this.#next, await this.bringDueBack())
      } catch (error) {
        onError(error)
      }
      await this.#rest()
    }
  }

  /** When the next one is due. */
  async bringDueBack(): Promise<number> {
    const { queue, items, now } = this.#needs
    const waiting = await items.waiting(queue, BATCH)
    for (const item of waiting) {
      const runAt = Date.parse(item.runAt)
      if (runAt > now() || this.#stopping.signal.aborted) return runAt
      await items.bringBack(item)
    }
    return waiting.length < BATCH ? Infinity : now()
  }

  async #rest(): Promise<void> {
    const { now, sleep } = this.#needs
    // Whoever expects something earlier ends this rest and begins a shorter one.
    for (;;) {
      this.#resting = new AbortController()
      const { signal } = this.#resting
      if (this.#stopping.signal.aborted) return
      await sleep(Math.max(SHORTEST_REST_MS, this.#next - now()), signal).catch(() => {})
      if (!signal.aborted || this.#stopping.signal.aborted) return
    }
  }
}
