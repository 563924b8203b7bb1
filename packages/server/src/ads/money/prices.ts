import type { Flight, Micro } from '../model.ts'

const VIEWS_PER_CPM = 1000
/** Room for so many times the clicks that are expected: who clicks beyond it costs nothing. */
export const GENEROUS = 3

type Priced = Pick<Flight, 'pricing'>

export const viewCostOf = ({ pricing: { model, price } }: Priced): Micro =>
  model === 'cpm' ? Math.floor(price / VIEWS_PER_CPM) : 0

/** What one event of a flight's goal costs. */
export const unitOf = (flight: Priced): Micro =>
  flight.pricing.model === 'cpc' ? flight.pricing.price : viewCostOf(flight)

/** Free clicks are not counted beforehand: such a flight is one of impressions that cost nothing. */
export const isPaidByClick = ({ pricing: { model, price } }: Priced): boolean => model === 'cpc' && price > 0

/** By the smoothed rate that the decision reckons with: a thousand impressions bring `ecpm`. */
export const clickRateOf = ({ ecpm, flight }: { ecpm: number; flight: Priced }): number =>
  Math.min(1, Math.max(0, ecpm / VIEWS_PER_CPM / flight.pricing.price))

/** Part of what is taken that is thought to come: slices for clicks have room for more than come. */
export const likelyOf = (flight: Priced): number => (isPaidByClick(flight) ? 1 / GENEROUS : 1)
