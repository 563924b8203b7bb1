import { hash } from 'node:crypto'
import { RecentMap } from '../api/recent-map.ts'

/** `request`: two tries of one request say a thing once. */
type Saying = { org: string; author: string; text: string; since: number; now: number; request: string | null }
type Window = { now: number; ms: number; limit: number; request: string | null }
type Once = { at: number; request: string | null }

const isSameTry = (one: Once, request: string | null): boolean => request !== null && one.request === request

const MOST_TEXTS = 50_000
const MOST_TIMES = 500_000

/** What this process remembers of the last minutes; bounded, and gone with it. */
export class Memory {
  readonly #texts = new RecentMap<Once>({ capacity: MOST_TEXTS })
  readonly #times = new RecentMap<Once[]>({ capacity: MOST_TIMES })

  /** Whether the same was said since then; from now on it was. */
  saidBefore({ org, author, text, since, now, request }: Saying): boolean {
    const key = hash('sha256', JSON.stringify([org, author, text]), 'base64url')
    const before = this.#texts.get(key)
    const isKnown = before !== undefined && before.at >= since && !isSameTry(before, request)
    if (!isKnown) this.#texts.set(key, { at: now, request })
    return isKnown
  }

  /** Whether one more fits into the time; if so it is counted. */
  hasRoom(key: string, { now, ms, limit, request }: Window): boolean {
    const times = this.#times.get(key) ?? []
    // Where it is: each comment asks.
    let kept = 0
    for (const one of times) if (one.at > now - ms) times[kept++] = one
    times.length = kept
    if (request !== null && times.some((one) => isSameTry(one, request))) return true
    const isRoom = times.length < limit
    if (isRoom) times.push({ at: now, request })
    this.#times.set(key, times, times.length)
    return isRoom
  }
}
