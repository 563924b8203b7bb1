import { RecentMap } from '../../api/recent-map.ts'
import type { Seen } from './keeping.ts'

/** In lines of profiles. */
const MOST_REMEMBERED = 100_000
/** What a profile weighs besides. */
const OWN_WEIGHT = 5
/** Who does not come again is not kept in mind for longer. */
const REMEMBERED_MS = 30 * 60_000

/**
 * Profiles as this node wrote them last. What is decided by one is written only where it still has that version; and
 * nobody is refused anything by one that may be old.
 */
export class ProfileMemory {
  readonly #now: () => number
  readonly #known = new RecentMap<{ seen: Seen; since: number }>({ capacity: MOST_REMEMBERED })

  constructor(now: () => number) {
    this.#now = now
  }

  get(person: string): Seen | null {
    return this.#known.get(person)?.seen ?? null
  }

  keep(person: string, seen: Seen): void {
    const now = this.#now()
    this.#known.dropOldest(({ since }) => now - since > REMEMBERED_MS)
    this.#known.set(person, { seen, since: now }, seen.shown.length + OWN_WEIGHT)
  }

  forget(person: string): void {
    this.#known.delete(person)
  }
}
