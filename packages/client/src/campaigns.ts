import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { Campaign, Campaigns, Flight, Flights } from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'
import { ifStill } from './request.ts'

type ById = { id: string }
type Still = { rev?: number | undefined }

/** Campaigns of an advertiser, of a state, or all that are not archived; the newest first. */
export function campaigns(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/promo/campaigns'> = {},
  options?: ReadOptions,
): Listing<Campaign, Campaigns> {
  const itemsOf = (page: Campaigns): readonly Campaign[] => page.campaigns
  return list(palaver, { operation: 'GET /v1/promo/campaigns', query: wanted, itemsOf }, options)
}

export function campaign(palaver: Palaver, id: string, options?: ReadOptions): Promise<Campaign> {
  return call(palaver, 'GET /v1/promo/campaigns/{campaign}', { path: { campaign: id }, options })
}

/** Makes a campaign; a repeat of the same answers what was made before. */
export function createCampaign(
  palaver: Palaver,
  body: BodyOf<'POST /v1/promo/campaigns'>,
  options?: CallOptions,
): Promise<Campaign> {
  return call(palaver, 'POST /v1/promo/campaigns', { body, options })
}

/** Changes what is said of a campaign; with `rev` only while it is still that revision. */
export function changeCampaign(
  palaver: Palaver,
  { id, rev, ...body }: ById & Still & BodyOf<'PATCH /v1/promo/campaigns/{campaign}'>,
  options?: CallOptions,
): Promise<Campaign> {
  return call(palaver, 'PATCH /v1/promo/campaigns/{campaign}', {
    path: { campaign: id },
    headers: ifStill(rev),
    body,
    options,
  })
}

/** Ends a campaign for good; its reports stay. */
export function archiveCampaign(palaver: Palaver, id: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/promo/campaigns/{campaign}', { path: { campaign: id }, options })
}

/** Starts a campaign. Where it cannot run yet, the problem `not-ready` says all that is missing. */
export function startCampaign(palaver: Palaver, id: string, options?: CallOptions): Promise<Campaign> {
  return call(palaver, 'POST /v1/promo/campaigns/{campaign}/start', { path: { campaign: id }, options })
}

/** Pauses a campaign: within a second it is shown nowhere. */
export function pauseCampaign(palaver: Palaver, id: string, options?: CallOptions): Promise<Campaign> {
  return call(palaver, 'POST /v1/promo/campaigns/{campaign}/pause', { path: { campaign: id }, options })
}

/** Goes on with a campaign that was paused. */
export function resumeCampaign(palaver: Palaver, id: string, options?: CallOptions): Promise<Campaign> {
  return call(palaver, 'POST /v1/promo/campaigns/{campaign}/resume', { path: { campaign: id }, options })
}

/** Flights of a campaign, of a state, or all that are not archived; the newest first. */
export function flights(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/promo/flights'> = {},
  options?: ReadOptions,
): Listing<Flight, Flights> {
  const itemsOf = (page: Flights): readonly Flight[] => page.flights
  return list(palaver, { operation: 'GET /v1/promo/flights', query: wanted, itemsOf }, options)
}

export function flight(palaver: Palaver, id: string, options?: ReadOptions): Promise<Flight> {
  return call(palaver, 'GET /v1/promo/flights/{flight}', { path: { flight: id }, options })
}

/** Makes a flight; a repeat of the same answers what was made before. */
export function createFlight(
  palaver: Palaver,
  body: BodyOf<'POST /v1/promo/flights'>,
  options?: CallOptions,
): Promise<Flight> {
  return call(palaver, 'POST /v1/promo/flights', { body, options })
}

/** Changes what is said of a flight; with `rev` only while it is still that revision. */
export function changeFlight(
  palaver: Palaver,
  { id, rev, ...body }: ById & Still & BodyOf<'PATCH /v1/promo/flights/{flight}'>,
  options?: CallOptions,
): Promise<Flight> {
  return call(palaver, 'PATCH /v1/promo/flights/{flight}', {
    path: { flight: id },
    headers: ifStill(rev),
    body,
    options,
  })
}

/** Ends a flight for good; its reports stay. */
export function archiveFlight(palaver: Palaver, id: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/promo/flights/{flight}', { path: { flight: id }, options })
}
