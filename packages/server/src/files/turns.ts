import { Refusal } from '../api/refusal.ts'

type Options = { atOnce: number; waiting: number }

/** Work that takes a whole core and much memory: a few at once, a few more wait, others are sent away. */
export class EncodingTurns {
  readonly #options: Options
  readonly #queue: (() => void)[] = []
  #busy = 0

  constructor(options: Options) {
    this.#options = options
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      // Whoever is next takes over the place, so that nobody comes in between.
      const next = this.#queue.shift()
      if (next === undefined) this.#busy--
      else next()
    }
  }

  #enter(): Promise<void> | void {
    const { atOnce, waiting } = this.#options
    if (this.#busy < atOnce) {
      this.#busy++
      return
    }
    if (this.#queue.length >= waiting)
      throw new Refusal('busy', 'Many photos are being made at this moment: send yours again in a few seconds.')
    return new Promise((resolve) => void this.#queue.push(resolve))
  }
}
