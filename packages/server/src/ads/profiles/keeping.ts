import type { Versioned } from '@palaver/store'
import { readShownEntry, shownEntry } from '../entries.ts'
import { LONGEST_CAP_MS } from '../lifetimes.ts'
import type { KeptShown, Profile } from '../model.ts'
import type { NewShown } from './capping.ts'
import { countsAtAll, isOver, type Moment, MOST_KEPT } from './counting.ts'

const DAY_MS = 24 * 60 * 60_000
/** From the last of it: a day more than anything counts. */
const KEPT_MS = LONGEST_CAP_MS + DAY_MS

/** A profile in one version; `shown` are its lines, read. */
export type Seen = { version: number; shown: readonly KeptShown[]; over: number | null; expires: string }

export const seenIn = ({ version, doc: { shown, over, expires } }: Versioned<Profile>): Seen => ({
  version,
  shown: shown.map(readShownEntry),
  over,
  expires,
})

/** What of a profile counts at one moment. `over`: since when nobody can tell how much there was. */
export type Living = { shown: readonly KeptShown[]; hasDropped: boolean; over: number | null; expires: string | null }

export function livingIn(seen: Seen | null, moment: Moment): Living {
  if (seen === null) return { shown: [], hasDropped: false, over: null, expires: null }
  const shown = seen.shown.filter((one) => countsAtAll(one, moment))
  const over = isOver(seen, moment) ? seen.over : null
  return { shown, hasDropped: shown.length < seen.shown.length, over, expires: seen.expires }
}

/** `kept`: all of it. `added`: only what is new. */
type Keeping = { kept: Omit<Seen, 'version'>; added: KeptShown[] }

/** A profile once this was shown. What counts no longer goes; what counts stays, or it is noted that it found no room. */
export function withShown(living: Living, shown: readonly NewShown[], moment: Moment): Keeping {
  const all = shown.map((one): KeptShown => ({ ...one, confirmed: false, by: moment.by }))
  const added = all.slice(0, Math.max(0, MOST_KEPT - living.shown.length))
  const over = added.length < all.length ? moment.now : living.over
  const last = Math.max(moment.now, ...shown.map(({ at }) => at))
  return { kept: { shown: [...living.shown, ...added], over, expires: expiryOf(living.expires, last) }, added }
}

/** As it is stored. */
export const storedIn = ({ shown, over, expires }: Keeping['kept']): Omit<Profile, '_id'> => ({
  shown: shown.map(shownEntry),
  over,
  expires,
})

/** Set anew once a day at most: each time it changes it is moved in its index. */
function expiryOf(before: string | null, last: number): string {
  const isEnough = before !== null && Date.parse(before) >= last + LONGEST_CAP_MS
  return isEnough ? before : new Date(last + KEPT_MS).toISOString()
}
