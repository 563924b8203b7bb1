import type { Micro, Money, Out, Taken } from '../model.ts'
import { hourBegan } from './days.ts'

/** Slices live for less than two days, and are settled soon after. */
const DAYS_KEPT = 4
/** The campaign's document bears them all, and is written with each lease. */
export const MOST_OUT = 2000

export const takenOn = ({ days }: Pick<Money, 'days'>, day: string): Micro =>
  days.find((one) => one.day === day)?.taken ?? 0

/** A clock that is days behind is not followed: what was handed out then is not known any more. */
export const isForgotten = ({ days }: Pick<Money, 'days'>, day: string): boolean =>
  days.length >= DAYS_KEPT && days.every((one) => one.day > day)

/** How much of a flight is taken. An hour that is over for others stays over: theirs is counted. */
export function takenOf({ flights }: Pick<Money, 'flights'>, flight: string, hour: string): Taken {
  const known = flights.find((one) => one.flight === flight)
  if (known === undefined) return { flight, events: 0, hour, inHour: 0 }
  return hourBegan(hour) > hourBegan(known.hour) ? { ...known, hour, inHour: 0 } : known
}

/** The money with one slice more out. `hour`: null where it stands for nothing of a goal. */
export function withOut(money: Money, out: Out, hour: string | null): Money {
  const days = [
    ...money.days.filter(({ day }) => day !== out.day),
    { day: out.day, taken: takenOn(money, out.day) + out.amount },
  ]
  return {
    ...money,
    left: money.left - out.amount,
    days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)).slice(-DAYS_KEPT),
    flights: hour === null ? money.flights : withTaken(money, out, hour),
    out: [...money.out, out],
    nextClose: money.nextClose === null || out.closes < money.nextClose ? out.closes : money.nextClose,
  }
}

function withTaken(money: Money, { flight, events }: Out, hour: string): Taken[] {
  const taken = takenOf(money, flight, hour)
  const more = { ...taken, events: taken.events + events, inHour: taken.inHour + events }
  return [...money.flights.filter((one) => one.flight !== flight), more]
}

/** What came of a slice that nothing more can come of. */
export type Settled = { id: string; spend: Micro; events: number }

/** The money when these are settled: each only while it is out, so its rest comes back once. */
export function withSettled(money: Money, settled: readonly Settled[]): Money {
  const ends = new Map(settled.map((one) => [one.id, one]))
  const out = money.out.filter(({ id }) => !ends.has(id))
  if (out.length === money.out.length) return money
  let { left, spent } = money
  const backOnDay = new Map<string, Micro>()
  const backOfFlight = new Map<string, number>()
  for (const entry of money.out) {
    const end = ends.get(entry.id)
    if (end === undefined) continue
    const rest = entry.amount - end.spend
    left += rest
    spent += end.spend
    backOnDay.set(entry.day, (backOnDay.get(entry.day) ?? 0) + rest)
    backOfFlight.set(entry.flight, (backOfFlight.get(entry.flight) ?? 0) + entry.events - end.events)
  }
  return {
    left,
    spent,
    days: money.days.map((one) => ({ ...one, taken: one.taken - (backOnDay.get(one.day) ?? 0) })),
    flights: money.flights.map((one) => ({ ...one, events: one.events - (backOfFlight.get(one.flight) ?? 0) })),
    out,
    nextClose: out.reduce<string | null>(
      (first, { closes }) => (first !== null && first < closes ? first : closes),
      null,
    ),
  }
}
