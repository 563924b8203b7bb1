import { createStore, openMongo, openSqlite, type Store } from '@palaver/store'
import { campaigns, slices } from '../../ads/collections.ts'
import type { Candidate } from '../../ads/decision/model.ts'
import type { Campaign } from '../../ads/model.ts'
import { campaignOf, candidateOf, flightOf, HOUR_MS } from '../../ads/money/testing/ground.ts'

/** One database that all processes share. */
export type Place = { file: string } | { url: string; database: string }

export async function openAt(place: Place): Promise<Store> {
  const collections = [campaigns, slices]
  return createStore(
    'file' in place ? await openSqlite({ ...place, collections }) : await openMongo({ ...place, collections }),
  )
}

/** Time goes faster here, so that slices are closed while processes die: it begins shortly before a day ends. */
const SPEED = 1000
const BEGINS = Date.UTC(2026, 2, 1, 23)
export const timeIn = (began: number, skew: number) => (): number => BEGINS + (Date.now() - began) * SPEED + skew
/** Clocks are wrong by at most so much, in either direction. */
export const MOST_SKEW_MS = HOUR_MS / 12

/** Budgets that come to their end, each in another way. */
const PLANS = [
  { model: 'cpm', price: 1_000_000, budget: 700_000, dailyCap: null, goal: null },
  { model: 'cpm', price: 3_000_000, budget: 9_000_000, dailyCap: 500_000, goal: null },
  { model: 'cpm', price: 1_000_000, budget: 90_000_000, dailyCap: null, goal: 400 },
  { model: 'cpc', price: 250_000, budget: 20_000_000, dailyCap: 7_000_000, goal: null },
  { model: 'cpa', price: 900_000, budget: 30_000_000, dailyCap: 9_000_000, goal: null },
  { model: 'flat', price: 5_000_000, budget: 12_000_000, dailyCap: null, goal: null },
] as const

/** Of each plan a campaign with two flights, which share its budget. */
export const planned = (): { campaign: Campaign; candidates: Candidate[] }[] =>
  PLANS.map(({ model, price, budget, dailyCap, goal }, at) => {
    const campaign = campaignOf({ _id: `c${at}`, budget, dailyCap })
    const flights = ['a', 'b'].map((name) =>
      flightOf({ _id: `f${at}${name}`, campaign: campaign._id, pricing: { model, price }, goal }),
    )
    return { campaign, candidates: flights.map((flight) => candidateOf(campaign, flight)) }
  })
