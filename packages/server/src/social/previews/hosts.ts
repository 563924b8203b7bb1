import { HOST_PAUSE_MS } from './limits.ts'

type Place = {
  isBusy: boolean
  /** When the next may begin, … */ free: number
  /** … and when one more may. */ last: number
}

/** One page of a host at a time, and a pause after it. */
export class Hosts {
  readonly #places = new Map<string, Place>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Null where it may begin, and `leave` follows; otherwise when it may come back, each at a time of its own. */
  enter(host: string): number | null {
    const now = this.#now()
    const place = this.#places.get(host) ?? { isBusy: false, free: now, last: now }
    this.#places.set(host, place)
    if (!place.isBusy && place.free <= now) {
      place.isBusy = true
      return null
    }
    place.last = Math.max(place.last, place.free, now) + HOST_PAUSE_MS
    return place.last
  }

  leave(host: string): void {
    const now = this.#now()
    const place = this.#places.get(host)
    if (place !== undefined) Object.assign(place, { isBusy: false, free: now + HOST_PAUSE_MS })
    // Whoever is long forgotten may come at any time: they need no place here.
    for (const [name, { isBusy, free, last }] of this.#places)
      if (!isBusy && free <= now && last <= now) this.#places.delete(name)
  }
}
