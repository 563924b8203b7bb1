import { RecentMap } from '../../api/recent-map.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const MOST_KNOWN = 10_000

/** How long to wait after each failure in a row; nobody needs a message later than that. */
export const PUSH_RETRY_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS] as const
const LONGEST_MS = PUSH_RETRY_MS[3]

type Failing = { failures: number; notBefore: number }

/** Until when what has failed is left alone, longer each time. */
export class BackOff {
  readonly #now: () => number
  readonly #failing = new RecentMap<Failing>({ capacity: MOST_KNOWN })

  constructor(now: () => number) {
    this.#now = now
  }

  /** How many ms it is still to be left alone; 0 where it may be tried. */
  waitMs(key: string): number {
    return Math.max(0, (this.#failing.peek(key)?.notBefore ?? 0) - this.#now())
  }

  /** Returns for how long it is left alone. What was tried together fails together, and counts once. */
  failed(key: string): number {
    const waitMs = this.waitMs(key)
    if (waitMs > 0) return waitMs
    const now = this.#now()
    const known = this.#failing.get(key)
    const isLongAgo = known === undefined || now - known.notBefore > LONGEST_MS
    const failures = isLongAgo ? 0 : known.failures
    const ms = PUSH_RETRY_MS[failures] ?? LONGEST_MS
    this.#failing.set(key, { failures: failures + 1, notBefore: now + ms })
    return ms
  }

  /** It asks to be left alone for so long at least. */
  postpone(key: string, ms: number): void {
    const { failures, notBefore } = this.#failing.get(key) ?? { failures: 0, notBefore: 0 }
    this.#failing.set(key, { failures, notBefore: Math.max(notBefore, this.#now() + ms) })
  }

  succeeded(key: string): void {
    this.#failing.delete(key)
  }
}
