import type { Sleep } from './again.ts'

type Needs = {
  /** Requests that were answered since the process began. */
  requests: () => number
  sleep: Sleep
  clock: () => number
}

/** What is done without looking up, … */
const SLICE_MS = 10
/** … and for how many times as long it rests then, while so many requests come in a millisecond. */
const REST = 3
const LONGEST_REST_MS = 100
const MANY = 0.05

/**
 * Lets those go first who wait for an answer. Nobody waits for a queue: while many requests come, all queues of a
 * process together take a quarter of its time, and the rest of it when it is quiet again.
 */
export class GivingWay {
  readonly #needs: Needs
  #since: number
  #seen = 0
  #rest: Promise<void> | null = null

  constructor(needs: Needs) {
    this.#needs = needs
    this.#since = needs.clock()
  }

  /** To be called between two pieces of work. */
  async take(): Promise<void> {
    if (this.#rest !== null) return this.#rest
    const { clock, requests } = this.#needs
    const worked = clock() - this.#since
    if (worked < SLICE_MS) return
    const came = requests() - this.#seen
    if (came < worked * MANY) return this.#begin()
    this.#rest = this.#resting(Math.min(REST * worked, LONGEST_REST_MS))
    return this.#rest
  }

  async #resting(ms: number): Promise<void> {
    await this.#needs.sleep(ms)
    this.#rest = null
    this.#begin()
  }

  #begin(): void {
    this.#since = this.#needs.clock()
    this.#seen = this.#needs.requests()
  }
}
