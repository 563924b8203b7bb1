import { LONGEST_CAP_MS } from '../lifetimes.ts'
import type { KeptShown, Profile } from '../model.ts'
import type { NewShown } from './capping.ts'
import { countsAtAll, isOver, type Moment, MOST_KEPT } from './counting.ts'

const DAY_MS = 24 * 60 * 60_000
/** From the last of it: a day more than anything counts. */
const KEPT_MS = LONGEST_CAP_MS + DAY_MS

/** `kept`: all of it. `added`: only what is new. `hasDropped`: something of before is not in it any more. */
type Keeping = { kept: Omit<Profile, '_id'>; added: KeptShown[]; hasDropped: boolean }

/** A profile once this was shown. What counts no longer goes; what counts stays, or it is noted that it found no room. */
export function withShown(profile: Profile | null, shown: readonly NewShown[], moment: Moment): Keeping {
  const before = profile?.shown ?? []
  const live = before.filter((one) => countsAtAll(one, moment))
  const all = shown.map((one): KeptShown => ({ ...one, confirmed: false, by: moment.by }))
  const added = all.slice(0, Math.max(0, MOST_KEPT - live.length))
  const overBefore = profile !== null && isOver(profile, moment) ? profile.over : null
  const over = added.length < all.length ? moment.now : overBefore
  const expires = new Date(Math.max(moment.now, ...all.map(({ at }) => at)) + KEPT_MS).toISOString()
  return { kept: { shown: [...live, ...added], over, expires }, added, hasDropped: live.length < before.length }
}
