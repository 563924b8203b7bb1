import { createHash } from 'node:crypto'
import { RecentMap } from '../api/recent-map.ts'

type Saying = { org: string; author: string; text: string; since: number; now: number }
type Window = { now: number; ms: number; limit: number }

const MOST_TEXTS = 50_000
const MOST_TIMES = 500_000

/** What this process remembers of the last minutes; bounded, and gone with it. */
export class Memory {
  readonly #texts = new RecentMap<number>({ capacity: MOST_TEXTS })
  readonly #times = new RecentMap<number[]>({ capacity: MOST_TIMES })

  /** Whether the same was said since then; from now on it was. */
  saidBefore({ org, author, text, since, now }: Saying): boolean {
    const key = createHash('sha256')
      .update(JSON.stringify([org, author, text]))
      .digest('base64url')
    const before = this.#texts.get(key)
    const isKnown = before !== undefined && before >= since
    if (!isKnown) this.#texts.set(key, now)
    return isKnown
  }

  /** Whether one more fits into the time; if so it is counted. */
  hasRoom(key: string, { now, ms, limit }: Window): boolean {
    const times = (this.#times.get(key) ?? []).filter((time) => time > now - ms)
    const isRoom = times.length < limit
    if (isRoom) times.push(now)
    this.#times.set(key, times, times.length)
    return isRoom
  }
}
