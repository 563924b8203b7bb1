import type { Dice } from './dice.ts'

const HOUR_MS = 60 * 60 * 1000
const DAYS = 60

export const SPAN_MS = DAYS * 24 * HOUR_MS

/**
 * When the n-th of so many comments is posted, in milliseconds behind publication: most in the first hours, some when
 * others pass the article on, few at night, and the last ones weeks later. Later ones are never earlier.
 */
export function timesOf(dice: Dice, count: number): (number: number) => number {
  const shares = cumulated(activity(dice))
  const total = shares.at(-1) ?? 1
  let hour = 0
  return (number) => {
    const wanted = ((number + dice.next()) / count) * total
    while (hour < shares.length - 1 && (shares[hour] ?? total) < wanted) hour++
    const before = shares[hour - 1] ?? 0
    const within = (wanted - before) / ((shares[hour] ?? total) - before)
    return Math.floor((hour + Math.min(1, within)) * HOUR_MS)
  }
}

/** How much is written in each hour. */
function activity(dice: Dice): number[] {
  const start = 6 + dice.below(8)
  const bursts = Array.from({ length: 3 }, () => ({
    at: 24 + dice.below((DAYS - 2) * 24),
    size: 0.1 + 0.2 * dice.next(),
  }))
  return Array.from({ length: DAYS * 24 }, (_, hour) => {
    const fresh = Math.exp(-hour / 9) + 0.04 / (1 + hour / 24)
    const passedOn = bursts.map(({ at, size }) => (hour < at ? 0 : size * Math.exp((at - hour) / 5)))
    return passedOn.reduce((sum, part) => sum + part, fresh) * awake(start + hour)
  })
}

/** Least at four in the morning, most twelve hours later. */
const awake = (hour: number): number => 0.55 - 0.45 * Math.cos(((hour - 4) / 12) * Math.PI)

function cumulated(parts: readonly number[]): number[] {
  let sum = 0
  return parts.map((part) => (sum += part))
}
