import { Conflict, type Store } from '@palaver/store'
import { campaigns, slices } from '../../collections.ts'
import type { Candidate, Reserved } from '../../decision/model.ts'
import type { Decided } from '../../entries.ts'
import { type Advertiser, type Campaign, type Creative, type Flight, NO_TARGETING } from '../../model.ts'
import { type BillingNeeds, billingOn } from '../billing.ts'
import { blankMoney } from '../budget.ts'
import { Purses } from '../purses.ts'

const ORG = 'org1'
export const NOON = Date.UTC(2026, 0, 10, 12)
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const CREATED = new Date(NOON).toISOString()

export const campaignOf = (set: Partial<Campaign> & { budget: number }): Campaign => ({
  _id: 'c1',
  org: ORG,
  advertiser: 'a1',
  name: 'Campaign',
  state: 'on',
  tier: 'standard',
  from: new Date(NOON).toISOString(),
  until: null,
  timeZone: 'UTC',
  dailyCap: null,
  roadblock: false,
  withoutId: 'serve',
  money: blankMoney(set.budget),
  created: CREATED,
  rev: 1,
  ...set,
})

/** Each impression costs 1,000. */
export const flightOf = (set: Partial<Flight> = {}): Flight => ({
  _id: 'f1',
  org: ORG,
  campaign: 'c1',
  name: 'Flight',
  state: 'on',
  from: null,
  until: null,
  pricing: { model: 'cpm', price: 1_000_000 },
  goal: null,
  pacing: 'asap',
  caps: [],
  targeting: NO_TARGETING,
  zones: [],
  creatives: ['cr1'],
  created: CREATED,
  rev: 1,
  ...set,
})

/** Where clicks are paid for, every tenth impression is expected to bring one. */
export const candidateOf = (campaign: Campaign, flight: Flight = flightOf({ campaign: campaign._id })): Candidate => ({
  advertiser: { _id: 'a1', org: ORG, name: 'Advertiser' } as Advertiser,
  campaign,
  flight,
  creative: { _id: 'cr1', org: ORG } as Creative,
  ecpm: flight.pricing.price * (flight.pricing.model === 'cpc' ? 100 : 1),
})

export const decidedOf = (campaign: string, { slice, index }: Reserved, at: number): Decided => ({
  org: ORG,
  campaign,
  slice,
  index,
  creative: 'cr1',
  zone: 'side',
  topic: '',
  at,
  person: '',
})

/** One node: `clock` is its own, and may differ from those of others. */
export type Node = BillingNeeds & { purses: Purses }

export function nodeOn(store: Store, name: string, now: () => number): Node {
  let ids = 0
  const world = { now, newId: () => `${name}${++ids}` }
  const needs = { campaigns: store.collection(campaigns), slices: store.collection(slices), world, node: name }
  const onError = (error: unknown): void => {
    if (!(error instanceof Conflict)) throw error
  }
  return { ...billingOn(needs), purses: new Purses({ ...needs, onError }) }
}
