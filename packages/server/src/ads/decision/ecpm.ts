import type { Flight } from '../model.ts'
import type { Rates } from './model.ts'

/** What a flight is expected to bring before anybody has seen it: fractions of views, not per cent. */
const CLICKS_OF_VIEWS = 0.002
const CONVERSIONS_OF_VIEWS = 0.00004
/** How many views those expectations weigh: after so many, what happened counts as much. */
const WEIGHT = 1000
const MILLE = 1000

const NEVER_SHOWN: Rates = { views: 0, clicks: 0, conversions: 0 }

/**
 * What a thousand impressions bring, in whole micro-units, so that flights that are paid in different ways can be
 * compared. A flat price is spread over the goal; without a goal, over as many views as there were, and more.
 */
export function ecpmOf({ pricing, goal }: Pick<Flight, 'pricing' | 'goal'>, rates: Rates = NEVER_SHOWN): number {
  const { model, price } = pricing
  if (model === 'cpm') return price
  if (model === 'cpc') return Math.round(price * smoothed(rates.clicks, rates.views, CLICKS_OF_VIEWS) * MILLE)
  if (model === 'cpa') return Math.round(price * smoothed(rates.conversions, rates.views, CONVERSIONS_OF_VIEWS) * MILLE)
  return Math.round((price / (goal ?? rates.views + WEIGHT)) * MILLE)
}

const smoothed = (events: number, views: number, expected: number): number =>
  Math.min(1, (events + expected * WEIGHT) / (views + WEIGHT))
