import { RecentMap } from '../../api/recent-map.ts'

/** What is left to a subject, and when there is more. */
export type Standing = { left: number; secondsToNext: number; secondsToFull: number }

type Options = {
  /** What a full bucket holds, and what flows in within a minute. */
  perMinute: number
  now: () => number
}

type Level = { left: number; at: number }

const MINUTE_MS = 60_000
/** Who was not heard of for longest is forgotten, and starts with a full bucket. */
const MOST_SUBJECTS = 50_000

/** Token buckets, one for each subject that asked lately. */
export class Buckets {
  readonly perMinute: number
  readonly #now: () => number
  readonly #levels = new RecentMap<Level>({ capacity: MOST_SUBJECTS })

  constructor({ perMinute, now }: Options) {
    this.perMinute = perMinute
    this.#now = now
  }

  hasRoom(subject: string): boolean {
    return this.#level(subject).left >= 1
  }

  take(subject: string, cost = 1): void {
    this.#level(subject).left -= cost
  }

  standing(subject: string): Standing {
    const { left } = this.#level(subject)
    const secondsUntil = (level: number): number => Math.ceil(((level - left) * 60) / this.perMinute)
    return {
      left: Math.max(0, Math.floor(left)),
      secondsToNext: Math.max(1, secondsUntil(1)),
      secondsToFull: Math.max(0, secondsUntil(this.perMinute)),
    }
  }

  #level(subject: string): Level {
    const now = this.#now()
    const known = this.#levels.get(subject)
    if (known === undefined) {
      const full = { left: this.perMinute, at: now }
      this.#levels.set(subject, full)
      return full
    }
    // A clock that was set back adds nothing.
    const flown = (Math.max(0, now - known.at) * this.perMinute) / MINUTE_MS
    known.left = Math.min(this.perMinute, known.left + flown)
    known.at = now
    return known
  }
}
