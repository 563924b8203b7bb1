import type { Flaw } from '../../api/refusal.ts'
import type { Campaign, Creative, Flight } from '../model.ts'
import type { InventoryNeeds } from './needs.ts'

/** Looked at; a campaign with more of them has surely something to show among these. */
const FLIGHTS_LOOKED_AT = 100
const CREATIVES_LOOKED_AT = 200

/** What keeps a campaign from being shown at all, each with how to mend it. */
export async function missingToRun(needs: InventoryNeeds, campaign: Campaign): Promise<Flaw[]> {
  const { org, _id, advertiser, until } = campaign
  const now = new Date(needs.world.now()).toISOString()
  const owner = await needs.advertisers.get(advertiser)
  const where = { org, campaign: _id }
  const { docs } = await needs.flights.find({ where, limit: FLIGHTS_LOOKED_AT, next: false })
  const able = docs.filter((flight) => flight.state === 'on' && (flight.until === null || flight.until > now))
  return [
    ...(owner?.isArchived === false ? [] : [{ path: 'advertiser', message: 'is archived: choose another' }]),
    ...(until === null || until > now ? [] : [{ path: 'until', message: 'is over: set a later end' }]),
    ...(hasMoney(campaign, able) ? [] : [{ path: 'budget', message: 'has nothing left: raise it' }]),
    ...(able.length === 0 ? [flightMissing(docs)] : await creativeMissing(needs, org, able)),
  ]
}

/** Only what costs nothing needs none. */
const hasMoney = ({ money: { left, out } }: Campaign, able: readonly Flight[]): boolean =>
  left > 0 || out.length > 0 || (able.length > 0 && able.every(({ pricing }) => pricing.price === 0))

const flightMissing = (flights: readonly Flight[]): Flaw => ({
  path: 'flights',
  message:
    flights.length === 0
      ? 'are missing: add one with POST /v1/promo/flights'
      : 'are all paused, archived or over: switch one on, or set a later end',
})

async function creativeMissing(needs: InventoryNeeds, org: string, flights: readonly Flight[]): Promise<Flaw[]> {
  const ids = [...new Set(flights.flatMap(({ creatives }) => creatives))].slice(0, CREATIVES_LOOKED_AT)
  const found = await Promise.all(ids.map((id) => needs.creatives.get(id)))
  const own = found.filter((one): one is Creative => one !== null && one.org === org && !one.isArchived)
  if (own.some(({ review }) => review.state === 'approved')) return []
  const waiting = own.filter(({ review }) => review.state === 'waiting')
  if (waiting[0] !== undefined) {
    const how = `approve one with POST /v1/promo/creatives/${waiting[0]._id}/review`
    return [{ path: 'creatives', message: `wait for review: ${how}` }]
  }
  const message = own.length === 0 ? 'are missing: add one to a flight' : 'are all rejected: mend one, or add another'
  return [{ path: 'creatives', message }]
}
