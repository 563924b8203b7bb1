const HOUR_MS = 3_600_000
/** So far it may be before its time: else every single event would be a lease of its own. */
const AHEAD_MS = 5 * 60_000
const PARTS_OF_HOUR = HOUR_MS / AHEAD_MS
/** In no hour more than so many times what the rest of the goal asks of each hour that is left. */
export const MOST_IN_HOUR = 1.5
export const MOST_EVENTS = 100

export type Pace = {
  goal: number
  from: number
  until: number
  now: number
  /** When the hour began in which `inHour` were taken. */
  hourBegan: number
  taken: number
  inHour: number
  /** Part of what is taken that is thought to come: slices for clicks have room for more than come. */
  likely: number
  /** Those of `taken` of which it is not yet known whether they come. */
  held: number
}

/** What the rest of the goal asks of this hour, as it was when the hour began. */
export function shareOfHour({ goal, from, until, hourBegan, taken, inHour, held, likely }: Pace): number {
  const began = Math.max(hourBegan, from)
  const hours = Math.max(1, (until - began) / HOUR_MS)
  const before = taken - held * (1 - likely) - inHour * likely
  return Math.max(0, goal - before) / hours
}

/**
 * How many more may be taken now, so that a flight is shown evenly: in a straight line to its goal, faster only to
 * catch up, and then within bounds. Not less than a part that is worth a lease, but at the end.
 */
export function paced(pace: Pace): number {
  const { goal, from, until, now, taken, inHour, held, likely } = pace
  const done = taken - held * (1 - likely)
  const due = goal * Math.min(1, (now + AHEAD_MS - from) / (until - from)) - done
  const share = shareOfHour(pace)
  const left = Math.max(1, Math.floor(MOST_IN_HOUR * share)) - inHour * likely
  const most = Math.floor(Math.min(due, left) / likely)
  const worth = Math.min(MOST_EVENTS, Math.max(1, Math.floor(share / PARTS_OF_HOUR / likely)))
  if (most < 1) return 0
  const isEnd = goal - taken < worth || left < worth * likely
  return most >= worth || isEnd ? Math.min(most, worth) : 0
}
