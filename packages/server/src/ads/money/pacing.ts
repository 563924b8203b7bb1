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
  /** Of `taken`, what is thought not to come. */
  unlikely: number
  /** What is thought to come of what was taken in this hour. */
  inHour: number
  /** Part of what is taken next that is thought to come. */
  likely: number
}

/** What the rest of the goal asks of this hour, as it was when the hour began. */
export function shareOfHour({ goal, from, until, hourBegan, taken, inHour, unlikely }: Pace): number {
  const began = Math.max(hourBegan, from)
  const hours = Math.max(1, (until - began) / HOUR_MS)
  const before = taken - unlikely - inHour
  return Math.max(0, goal - before) / hours
}

/**
 * How many more may be taken now, so that a flight is shown evenly: in a straight line to its goal, faster only to
 * catch up, and then within bounds. Not less than a part that is worth a lease, but at the end.
 */
export function paced(pace: Pace): number {
  const { goal, from, until, now, taken, inHour, unlikely, likely } = pace
  const done = taken - unlikely
  const due = goal * Math.min(1, (now + AHEAD_MS - from) / (until - from)) - done
  const share = shareOfHour(pace)
  const left = Math.max(1, Math.floor(MOST_IN_HOUR * share)) - inHour
  const most = Math.floor(Math.min(due, left) / likely)
  const worth = Math.min(MOST_EVENTS, Math.max(1, Math.floor(share / PARTS_OF_HOUR / likely)))
  if (most < 1) return 0
  const isEnd = goal - taken < worth || left < worth * likely
  return most >= worth || isEnd ? Math.min(most, worth) : 0
}
