import type { Sleep } from './again.ts'

type Needs = {
  /** Requests that were answered since the process began. */
  requests: () => number
  /** For how long the process had nothing to do since it began, in ms. */
  idle: () => number
  sleep: Sleep
  clock: () => number
}

/** What is done without looking up, … */
const SLICE_MS = 10
/** … and for how many times as long it rests then, while so many requests come in a millisecond; … */
const REST = 3
const MANY = 0.05
/** … and for how many times where they come so fast that the process has nothing left, less than this part of its time. */
const REST_WHEN_FULL = 12
const NOTHING_LEFT = 0.02
const LONGEST_REST_MS = 250

/**
 * Lets those go first who wait for an answer. Nobody waits for a queue: while many requests come, all queues of a
 * process together take a quarter of its time; less while those alone would fill it; and the rest when it is quiet again.
 */
export class GivingWay {
  readonly #needs: Needs
  #since: number
  #seen = 0
  /** When it last looked whether anything was left, and how long there had been nothing to do until then. */
  #looked: { at: number; idle: number }
  #rest: Promise<void> | null = null

  constructor(needs: Needs) {
    this.#needs = needs
    this.#since = needs.clock()
    this.#looked = { at: this.#since, idle: needs.idle() }
  }

  /** To be called between two pieces of work. */
  async take(): Promise<void> {
    if (this.#rest !== null) return this.#rest
    const { clock, requests } = this.#needs
    const worked = clock() - this.#since
    if (worked < SLICE_MS) return
    const came = requests() - this.#seen
    if (came < worked * MANY) return this.#begin()
    this.#rest = this.#resting(Math.min(this.#times() * worked, LONGEST_REST_MS))
    return this.#rest
  }

  /** By what was left since the last time, in which it rested for the most part. */
  #times(): number {
    const before = this.#looked
    this.#looked = { at: this.#needs.clock(), idle: this.#needs.idle() }
    const left = (this.#looked.idle - before.idle) / (this.#looked.at - before.at)
    return left < NOTHING_LEFT ? REST_WHEN_FULL : REST
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
