import type { Versioned } from '@palaver/store'
import { readShownEntry, shownEntry } from '../entries.ts'
import { LONGEST_CAP_MS } from '../lifetimes.ts'
import type { KeptShown, Profile } from '../model.ts'
import type { NewShown } from './capping.ts'
import { countsAtAll, countsUntil, isOver, type Moment, MOST_KEPT } from './counting.ts'

const DAY_MS = 24 * 60 * 60_000
/** From the last of it: a day more than anything counts. */
const KEPT_MS = LONGEST_CAP_MS + DAY_MS

/**
 * A profile in one version; `shown` are its lines, read. `allUntil`: before this moment each of them counts. What is
 * remembered grows in place, once it is written: there are many of them, and long ones.
 */
export type Seen = {
  version: number
  shown: KeptShown[]
  allUntil: number
  over: number | null
  expires: string
}

export function seenIn({ version, doc: { over, expires, ...stored } }: Versioned<Profile>): Seen {
  const shown = stored.shown.map(readShownEntry)
  return { version, shown, allUntil: allCountUntil(shown), over, expires }
}

const allCountUntil = (shown: readonly KeptShown[]): number =>
  shown.reduce((until, one) => Math.min(until, countsUntil(one)), Number.POSITIVE_INFINITY)

/** What of a profile counts at one moment. `over`: since when nobody can tell how much there was. */
export type Living = Readonly<Pick<Seen, 'allUntil' | 'over'>> & {
  shown: readonly KeptShown[]
  hasDropped: boolean
  expires: string | null
}

const NOTHING: Living = {
  shown: [],
  allUntil: Number.POSITIVE_INFINITY,
  hasDropped: false,
  over: null,
  expires: null,
}

export function livingIn(seen: Seen | null, moment: Moment): Living {
  if (seen === null) return NOTHING
  const { expires } = seen
  const over = isOver(seen, moment) ? seen.over : null
  // Each page view asks, and mostly there is nothing to look at.
  if (moment.now < seen.allUntil)
    return { shown: seen.shown, allUntil: seen.allUntil, hasDropped: false, over, expires }
  const shown = seen.shown.filter((one) => countsAtAll(one, moment))
  return { shown, allUntil: allCountUntil(shown), hasDropped: shown.length < seen.shown.length, over, expires }
}

/** What is new, and what that makes of the rest. */
export type Addition = { added: KeptShown[]; allUntil: number; over: number | null; expires: string }

/** What counts stays, or it is noted that it found no room. */
export function additionTo(living: Living, shown: readonly NewShown[], moment: Moment): Addition {
  const all = shown.map((one): KeptShown => ({ ...one, confirmed: false, by: moment.by }))
  const added = all.slice(0, Math.max(0, MOST_KEPT - living.shown.length))
  const over = added.length < all.length ? moment.now : living.over
  const last = Math.max(moment.now, ...shown.map(({ at }) => at))
  const allUntil = Math.min(living.allUntil, allCountUntil(added))
  return { added, allUntil, over, expires: expiryOf(living.expires, last) }
}

/** A profile once this was shown: what counts no longer goes. */
export const withAddition = (living: Living, { added, allUntil, over, expires }: Addition): Omit<Seen, 'version'> => ({
  shown: [...living.shown, ...added],
  allUntil,
  over,
  expires,
})

/** As it is stored. */
export const storedIn = ({ shown, over, expires }: Pick<Seen, 'shown' | 'over' | 'expires'>): Omit<Profile, '_id'> => ({
  shown: shown.map(shownEntry),
  over,
  expires,
})

/** Set anew once a day at most: each time it changes it is moved in its index. */
function expiryOf(before: string | null, last: number): string {
  const isEnough = before !== null && Date.parse(before) >= last + LONGEST_CAP_MS
  return isEnough ? before : new Date(last + KEPT_MS).toISOString()
}
