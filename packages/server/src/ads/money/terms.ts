import type { Campaign, Flight, Micro } from '../model.ts'
import { dayIn, hourIn } from './days.ts'
import { atPace } from './even.ts'
import { isForgotten, MOST_OUT, takenOf, takenOn } from './noting.ts'
import { MOST_EVENTS } from './pacing.ts'
import { clickRateOf, GENEROUS, isPaidByClick, unitOf, viewCostOf } from './prices.ts'

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
/** No node takes the whole end of a budget: others would have nothing while it waits for impressions. */
const PARTS = 8
/** Room for so many clicks more than `GENEROUS` has: of few that are expected, three times as many are still few. */
const SOME_MORE = 2

export type Leasing = {
  campaign: Campaign
  flight: Flight
  sharing?: readonly Flight[] | undefined
  ecpm: number
  now: number
}

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
  const events = Math.min(share, atPace(leasing))
  return events < 1 ? null : priced(leasing, events)
}

/** What the campaign can give out today. */
export function affordable({ money, dailyCap, timeZone }: Campaign, now: number): Micro {
  const today = dailyCap === null ? Infinity : dailyCap - takenOn(money, dayIn(timeZone, now))
  return Math.min(money.left, today)
}

function priced({ flight, ecpm }: Leasing, events: number): Terms {
  const { model, price } = flight.pricing
  if (isPaidByClick(flight)) return forClicks({ price, rate: clickRateOf({ ecpm, flight }), most: events })
  const viewCost = viewCostOf(flight)
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
