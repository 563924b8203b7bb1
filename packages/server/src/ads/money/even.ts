import type { Campaign, Flight } from '../model.ts'
import { dayIn, dayStart, nextDay } from './days.ts'
import { takenOn } from './noting.ts'
import { type Pace, paced } from './pacing.ts'
import { likelyOf, unitOf } from './prices.ts'
import { countedOf, spanOf } from './sharing.ts'

type Spreading = {
  campaign: Campaign
  flight: Flight
  /** All flights that its campaign's budget is spread among, where it has no goal of its own. */
  sharing?: readonly Flight[] | undefined
  now: number
}

/** Infinity where nothing has to be spread: at once, without an end, or without a number to reach. */
export function atPace(spreading: Spreading): number {
  const { flight } = spreading
  if (flight.pacing === 'asap') return Infinity
  return flight.goal === null ? withOthers(spreading) : alone(spreading, flight.goal)
}

/** To its goal, or to what is left for it. */
function alone(spreading: Spreading, goal: number): number {
  const { campaign, flight, now } = spreading
  const counted = countedOf(spreading, [flight])
  const unit = unitOf(flight)
  const payable = unit > 0 ? counted.taken + Math.floor(campaign.money.left / unit) : Infinity
  return spread({
    ...counted,
    ...spanOf(campaign, [flight]),
    now,
    likely: likelyOf(flight),
    goal: Math.min(goal, payable),
  })
}

/** The budget as a whole, and the part of it that is for this day: whichever of them asks for less. */
function withOthers(spreading: Spreading): number {
  const { campaign, flight, sharing = [], now } = spreading
  const unit = unitOf(flight)
  if (unit === 0) return Infinity
  // Those without an end are not spread, and have nothing to say about when the others are to be through.
  const ending = campaign.until === null ? sharing.filter(({ until }) => until !== null) : sharing
  const flights = ending.some(({ _id }) => _id === flight._id) ? ending : [flight]
  const counted = countedOf(spreading, flights)
  const goal = counted.taken + campaign.money.left / unit
  const pace: Pace = { ...counted, ...spanOf(campaign, flights), now, likely: likelyOf(flight), goal }
  return campaign.dailyCap === null ? spread(pace) : Math.min(spread(pace), spread(ofDay(spreading, flights, pace)))
}

/** What all flights took today counts, whatever their pace: the daily cap is one for all of them. */
function ofDay(spreading: Spreading, flights: readonly Flight[], pace: Pace): Pace {
  const { campaign, flight, now } = spreading
  const { money, timeZone } = campaign
  const [unit, today] = [unitOf(flight), dayIn(timeZone, now)]
  const ofToday = { ...money, out: money.out.filter(({ day }) => day === today) }
  return {
    ...pace,
    from: Math.max(pace.from, dayStart(timeZone, now)),
    until: Math.min(pace.until, nextDay(timeZone, now)),
    taken: takenOn(money, today) / unit,
    unlikely: countedOf({ ...spreading, campaign: { ...campaign, money: ofToday } }, flights).unlikely,
    goal: (campaign.dailyCap ?? Infinity) / unit,
  }
}

const spread = (pace: Pace): number => (pace.until === Infinity || pace.goal === Infinity ? Infinity : paced(pace))
