import type { Campaign, Flight } from '../model.ts'
import { hourBegan, hourIn } from './days.ts'
import { likelyOf, unitOf } from './prices.ts'

/** Those of one campaign among which its budget is spread as one: without a goal of their own they have the same goal. */
const isSharing = (flight: Flight): boolean =>
  flight.state === 'on' && flight.pacing === 'even' && flight.goal === null && unitOf(flight) > 0

/** By campaigns. */
export const sharingIn = (flights: readonly Flight[]): ReadonlyMap<string, readonly Flight[]> =>
  Map.groupBy(flights.filter(isSharing), ({ campaign }) => campaign)

/** When the first of them begins and the last one ends: within their campaign, whatever their own dates are. */
export function spanOf(campaign: Pick<Campaign, 'from' | 'until'>, flights: readonly Flight[]) {
  let [first, last] = [Infinity, -Infinity]
  for (const { from, until } of flights) {
    first = Math.min(first, Date.parse(from ?? campaign.from))
    last = Math.max(last, until === null ? Infinity : Date.parse(until))
  }
  const end = campaign.until === null ? Infinity : Date.parse(campaign.until)
  return { from: Math.max(first, Date.parse(campaign.from)), until: Math.min(last, end) }
}

/** How much some flights have taken, as so many events of one of them would cost it. */
export type Counted = {
  taken: number
  inHour: number
  /** When the hour began of which `inHour` is. */
  hourBegan: number
  /** Of `taken`, what is thought not to come. */
  unlikely: number
}

type Counting = { campaign: Pick<Campaign, 'money' | 'timeZone'>; flight: Flight; now: number }

export function countedOf({ campaign, flight, now }: Counting, flights: readonly Flight[]): Counted {
  const { money, timeZone } = campaign
  const ids = new Map(flights.map((one) => [one._id, one]))
  const worth = (one: Flight): number => (one._id === flight._id ? 1 : unitOf(one) / unitOf(flight))
  const counted: Counted = { taken: 0, inHour: 0, hourBegan: hourBegan(hourIn(timeZone, now)), unlikely: 0 }
  for (const { flight: id, events, inHour, hour } of money.flights) {
    const one = ids.get(id)
    if (one === undefined) continue
    counted.taken += events * worth(one)
    const began = hourBegan(hour)
    // An hour that is over for others stays over: theirs is counted.
    if (began > counted.hourBegan) Object.assign(counted, { hourBegan: began, inHour: 0 })
    if (began === counted.hourBegan) counted.inHour += inHour * worth(one) * likelyOf(one)
  }
  for (const { flight: id, events } of money.out) {
    const one = ids.get(id)
    if (one !== undefined) counted.unlikely += events * worth(one) * (1 - likelyOf(one))
  }
  return counted
}
