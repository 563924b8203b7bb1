import { setTimeout as pause } from 'node:timers/promises'

/** After each round, twice as long as it took: what comes meanwhile is handled together, and others have their turn. */
const REST = 2
const LEAST_REST_MS = 5
const LONGEST_REST_MS = 500
const AFTER_FAILURE_MS = 1000

/** Does something whenever it is woken, one round after the other. */
export class Repeating {
  readonly #round: () => Promise<boolean>
  readonly #onError: (error: unknown) => void
  readonly #stopping = new AbortController()
  #isWoken = false
  #isRunning = false

  /** `round` says whether there is more to do at once. */
  constructor(round: () => Promise<boolean>, onError: (error: unknown) => void) {
    this.#round = round
    this.#onError = onError
  }

  wake(): void {
    this.#isWoken = true
    if (!this.#isRunning && !this.#stopping.signal.aborted) void this.#run()
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#isWoken && !this.#stopping.signal.aborted) {
      this.#isWoken = false
      const began = performance.now()
      try {
        if (await this.#round()) this.#isWoken = true
        await this.#rest(Math.min(LONGEST_REST_MS, LEAST_REST_MS + REST * (performance.now() - began)))
      } catch (error) {
        if (this.#stopping.signal.aborted) break
        this.#onError(error)
        this.#isWoken = true
        await this.#rest(AFTER_FAILURE_MS)
      }
    }
    this.#isRunning = false
  }

  async #rest(ms: number): Promise<void> {
    await pause(ms, null, { signal: this.#stopping.signal, ref: false }).catch(() => {})
  }
}
