import type { Candidate } from '../decision/model.ts'
import { IMPRESSION_MS, LONGEST_CAP_MS, SKEW_MS } from '../lifetimes.ts'
import type { Cap, CapScope, KeptShown, Profile } from '../model.ts'

/** As many as one person's profile holds. */
export const MOST_KEPT = 500

/** At one moment of one clock; `by` names that clock. */
export type Moment = { now: number; by: string }

/**
 * An impression at t counts in (now - length, now]. Of another clock it counts as long as it may be within that; and
 * whatever seems to come from the future has happened.
 */
const isWithin = ({ at, by }: KeptShown, length: number, moment: Moment): boolean =>
  at > moment.now - length - (by === moment.by ? 0 : SKEW_MS)

/** Whether its impression may still come, by the clock of whoever is asked to count it. */
const isOnItsWay = ({ at }: KeptShown, { now }: Moment): boolean => now - at <= IMPRESSION_MS + SKEW_MS

/** What is on its way counts for every cap: its impression may come at any moment. */
export const countsFor = (one: KeptShown, { seconds }: Cap, moment: Moment): boolean =>
  one.confirmed ? isWithin(one, seconds * 1000, moment) : isOnItsWay(one, moment)

/** Whether it counts for the longest cap that there may be. */
export const countsAtAll = (one: KeptShown, moment: Moment): boolean =>
  one.confirmed ? isWithin(one, LONGEST_CAP_MS, moment) : isOnItsWay(one, moment)

/** Before this moment of any clock it counts for the longest cap that there may be. */
export const countsUntil = ({ confirmed, at }: Pick<KeptShown, 'confirmed' | 'at'>): number =>
  at + (confirmed ? LONGEST_CAP_MS : IMPRESSION_MS)

/** While something that counts is not there, nobody can tell how much there was. */
export const isOver = ({ over }: Pick<Profile, 'over'>, { now }: Moment): boolean =>
  over !== null && now - over <= LONGEST_CAP_MS + SKEW_MS

export const scopeId = (per: CapScope, { advertiser, campaign, creative }: Candidate): string =>
  ({ advertiser, campaign, creative })[per]._id
