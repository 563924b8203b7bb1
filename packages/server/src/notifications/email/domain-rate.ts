import { RecentMap } from '../../api/recent-map.ts'

/** `perSecond`: 0 for no limit. */
type Options = { perSecond: number; now: () => number }

const MOST_DOMAINS = 10_000
const MOST_PLACES = 10_000
/** Places further ahead are not given away: who would get one asks again then. */
const FURTHEST_MS = 5 * 60_000
/** A place that was not used for so long is nobody's any more. */
const LAPSED_MS = 60_000

/** How many mails a domain gets in a second: large ones turn away senders that come with all at once. */
export class DomainRate {
  readonly #options: Options
  readonly #free = new RecentMap<number>({ capacity: MOST_DOMAINS })
  /** When who has asked may send. */
  readonly #places = new RecentMap<number>({ capacity: MOST_PLACES })

  constructor(options: Options) {
    this.#options = options
  }

  /** How many ms to wait until the place that is kept for `who`: nobody else gets the same. */
  waitFor(domain: string, who: string): number {
    const { perSecond, now } = this.#options
    if (perSecond === 0) return 0
    const moment = now()
    const kept = this.#places.peek(who)
    if (kept !== undefined && kept > moment - LAPSED_MS) return Math.max(0, Math.ceil(kept - moment))
    const spacing = 1000 / perSecond
    // What was not used within the last second is not saved up.
    const place = Math.max(this.#free.get(domain) ?? -Infinity, moment - 1000 + spacing)
    if (place > moment + FURTHEST_MS || !this.#hasRoom(moment)) return FURTHEST_MS
    this.#free.set(domain, place + spacing)
    this.#places.set(who, place)
    return Math.max(0, Math.ceil(place - moment))
  }

  /** It sends now; for another try it needs another place. */
  used(who: string): void {
    this.#places.delete(who)
  }

  #hasRoom(moment: number): boolean {
    this.#places.dropOldest((place) => place <= moment - LAPSED_MS)
    return this.#places.weight < MOST_PLACES
  }
}
