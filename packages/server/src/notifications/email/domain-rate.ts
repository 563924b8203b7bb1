type Options = { perSecond: number; now: () => number }

const MOST_DOMAINS = 10_000

/** How many mails a domain gets in a second: large ones turn away senders that come with all at once. */
export class DomainRate {
  readonly #options: Options
  readonly #free = new Map<string, number>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Takes a place; where there is none yet, how many ms to wait. */
  waitFor(domain: string): number {
    const { perSecond, now } = this.#options
    const moment = now()
    const spacing = 1000 / perSecond
    // What was not used within the last second is not saved up.
    const next = Math.max(this.#free.get(domain) ?? -Infinity, moment - 1000 + spacing)
    if (next > moment) return Math.ceil(next - moment)
    this.#free.delete(domain)
    this.#free.set(domain, next + spacing)
    if (this.#free.size > MOST_DOMAINS) for (const oldest of this.#free.keys()) return this.#forget(oldest)
    return 0
  }

  #forget(domain: string): 0 {
    this.#free.delete(domain)
    return 0
  }
}
