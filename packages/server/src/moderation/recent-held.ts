import type { Collection } from '@palaver/store'
import { RecentMap } from '../api/recent-map.ts'
import type { Held } from './model.ts'

type Needs = { held: Collection<Held>; now: () => number }
type Known = { texts: { at: string; text: string }[]; until: number }

const MOST_RECENT = 20
const MOST_KNOWN = 10_000
/** Who writes much is not looked up each time; what another process holds counts a second later. */
const CACHED_MS = 1000

/** The last texts of a person that were held since then. */
export function recentHeld({ held, now }: Needs): (org: string, person: string, since: string) => Promise<string[]> {
  const known = new RecentMap<Known>({ capacity: MOST_KNOWN })
  const read = async (org: string, person: string): Promise<Known['texts']> => {
    const where = { org, 'author.id': person }
    const { docs } = await held.find({ where, sort: { at: -1, _id: -1 }, limit: MOST_RECENT, next: false })
    return docs.map(({ at, text }) => ({ at, text }))
  }
  return async (org, person, since) => {
    const key = `${org} ${person}`
    const before = known.get(key)
    const isFresh = before !== undefined && now() < before.until
    const texts = isFresh ? before.texts : await read(org, person)
    if (!isFresh) known.set(key, { texts, until: now() + CACHED_MS })
    return texts.flatMap(({ at, text }) => (at >= since ? [text] : []))
  }
}
