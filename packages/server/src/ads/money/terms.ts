import type { Candidate } from '../decision/model.ts'
import type { Campaign, Flight, Micro, Taken } from '../model.ts'
import { dayIn, hourBegan, hourIn } from './days.ts'
import { isForgotten, MOST_OUT, takenOf, takenOn } from './noting.ts'
import { MOST_EVENTS, paced } from './pacing.ts'

/** What a slice is for: see `Slice`. */
export type Terms = {
  events: number
  amount: Micro
  room: number
  clickRoom: number
  viewCost: Micro
  clickCost: Micro
  conversionCost: Micro
}

const FREE = { amount: 0, clickRoom: 0, viewCost: 0, clickCost: 0, conversionCost: 0 }
const VIEWS_PER_CPM = 1000
/** No node takes the whole end of a budget: others would have nothing while it waits for impressions. */
const PARTS = 8
/** Room for so many times the clicks that are expected, and some more: who clicks beyond it costs nothing. */
const GENEROUS = 3
const SOME_MORE = 2

export type Leasing = { campaign: Campaign; flight: Flight; ecpm: number; now: number }

/** What can be handed out of a campaign for a flight now; null: nothing. */
export function termsOf(leasing: Leasing): Terms | null {
  const { campaign, flight, now } = leasing
  const { money } = campaign
  if (campaign.state !== 'on' || money.out.length >= MOST_OUT) return null
  if (isForgotten(money, dayIn(campaign.timeZone, now))) return null
  const unit = unitOf(flight)
  const canPay = affordable(campaign, now)
  if (canPay < unit || (flight.pricing.model === 'cpa' && canPay < flight.pricing.price)) return null
  const taken = takenOf(money, flight._id, hourIn(campaign.timeZone, now))
  const toGoal = flight.goal === null ? Infinity : flight.goal - taken.events
  const most = Math.min(unit > 0 ? Math.floor(canPay / unit) : Infinity, toGoal)
  if (most < 1) return null
  const share = Math.min(MOST_EVENTS, Math.max(1, Math.ceil(most / PARTS)))
  const events = Math.min(share, atPace(leasing, taken))
  return events < 1 ? null : priced(leasing, events)
}

/** What the campaign can give out today. */
export function affordable({ money, dailyCap, timeZone }: Campaign, now: number): Micro {
  const today = dailyCap === null ? Infinity : dailyCap - takenOn(money, dayIn(timeZone, now))
  return Math.min(money.left, today)
}

/** What one event of a flight's goal costs. */
const unitOf = ({ pricing: { model, price } }: Flight): Micro =>
  model === 'cpm' ? viewCostOf(price) : model === 'cpc' ? price : 0

const viewCostOf = (price: Micro): Micro => Math.floor(price / VIEWS_PER_CPM)

/** Free clicks are not counted beforehand: such a flight is one of impressions that cost nothing. */
const isPaidByClick = ({ pricing: { model, price } }: Flight): boolean => model === 'cpc' && price > 0

/** By the smoothed rate that the decision reckons with: a thousand impressions bring `ecpm`. */
const clickRateOf = ({ ecpm, flight }: Pick<Candidate, 'ecpm' | 'flight'>): number =>
  Math.min(1, Math.max(0, ecpm / VIEWS_PER_CPM / flight.pricing.price))

function priced({ flight, ecpm }: Leasing, events: number): Terms {
  const { model, price } = flight.pricing
  if (isPaidByClick(flight)) return forClicks({ price, rate: clickRateOf({ ecpm, flight }), most: events })
  const viewCost = model === 'cpm' ? viewCostOf(price) : 0
  const conversionCost = model === 'cpa' ? price : 0
  return { ...FREE, events, room: events, amount: viewCost * events, viewCost, conversionCost }
}

function forClicks({ price, rate, most }: { price: Micro; rate: number; most: number }): Terms {
  const expected = Math.ceil(rate * MOST_EVENTS * GENEROUS) + SOME_MORE
  const clickRoom = Math.min(most, expected, MOST_EVENTS)
  // Of few clicks that can be paid for, few are asked for.
  const views = rate > 0 ? Math.ceil(clickRoom / rate) : MOST_EVENTS
  const room = Math.min(MOST_EVENTS, Math.max(1, views))
  return { ...FREE, events: clickRoom, amount: clickRoom * price, room, clickRoom, clickCost: price }
}

/** Infinity where nothing has to be spread: at once, without an end, or without a number to reach. */
function atPace({ campaign, flight, now }: Leasing, taken: Taken): number {
  const { from, until } = datesOf(campaign, flight)
  const { money } = campaign
  const unit = unitOf(flight)
  const payable = unit > 0 ? taken.events + Math.floor(money.left / unit) : Infinity
  const goal = Math.min(flight.goal ?? Infinity, payable)
  if (flight.pacing === 'asap' || until === Infinity || goal === Infinity) return Infinity
  const out = money.out.filter((one) => one.flight === flight._id)
  return paced({
    goal,
    from,
    until,
    now,
    hourBegan: hourBegan(taken.hour),
    taken: taken.events,
    inHour: taken.inHour,
    likely: isPaidByClick(flight) ? 1 / GENEROUS : 1,
    held: out.reduce((sum, { events }) => sum + events, 0),
  })
}

/** A flight runs within its campaign, whatever its own dates are. */
function datesOf(campaign: Campaign, flight: Flight): { from: number; until: number } {
  const ends = [campaign.until, flight.until].map((end) => (end === null ? Infinity : Date.parse(end)))
  return {
    from: Math.max(Date.parse(campaign.from), Date.parse(flight.from ?? campaign.from)),
    until: Math.min(...ends),
  }
}
