import { hash, randomBytes } from 'node:crypto'
import { isLoopback, networkOf } from '../../api/network.ts'
import { RecentMap } from '../../api/recent-map.ts'

const MINUTE_MS = 60_000
/** So many clicks of one creative count within so long, for one person or one network; the rest lead on, for nothing. */
const LIMITS = [
  { most: 1, withinMs: MINUTE_MS },
  { most: 3, withinMs: 10 * MINUTE_MS },
  { most: 10, withinMs: 60 * MINUTE_MS },
  { most: 25, withinMs: 24 * 60 * MINUTE_MS },
] as const
const MOST_TIMES = 25
/** Who was not heard of for longest is forgotten. */
const MOST_CLICKERS = 50_000

export type Clicker = { creative: string; person: string; address: string }

/** Clicks of each node, in memory only, and of addresses only a hash that nobody outside of this process can make. */
export class ClickRates {
  readonly #salt = randomBytes(16).toString('base64url')
  readonly #times = new RecentMap<number[]>({ capacity: MOST_CLICKERS })

  /** Takes a click, unless there were too many: those do not count for the next. */
  take(clicker: Clicker, now: number): boolean {
    const keys = this.#keysOf(clicker)
    const all = keys.map((key) => this.#times.get(key) ?? [])
    if (all.some((times) => isFull(times, now))) return false
    keys.forEach((key, at) => this.#times.set(key, [...(all[at] ?? []), now].slice(-MOST_TIMES)))
    return true
  }

  /** From this machine itself comes what a proxy passes on that does not say for whom: it stands for everybody. */
  #keysOf({ creative, person, address }: Clicker): string[] {
    const network = isLoopback(address) ? null : (networkOf(address) ?? address)
    return [...(network === null ? [] : [`a ${network}`]), ...(person === '' ? [] : [`p ${person}`])].map((who) =>
      hash('sha256', `${this.#salt} ${creative} ${who}`, 'base64url'),
    )
  }
}

/** A clock that was set back brings no new chances. */
const isFull = (times: readonly number[], now: number): boolean =>
  LIMITS.some(({ most, withinMs }) => times.filter((at) => at > now - withinMs).length >= most)
