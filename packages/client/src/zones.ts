import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { PromoSite, PromoSites, PromoZone, PromoZones } from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'
import { ifStill } from './request.ts'

type ByKey = { key: string }
type Still = { rev?: number | undefined }

/** Pages and apps that show ads, the newest first. */
export function sites(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/promo/sites'> = {},
  options?: ReadOptions,
): Listing<PromoSite, PromoSites> {
  const itemsOf = (page: PromoSites): readonly PromoSite[] => page.sites
  return list(palaver, { operation: 'GET /v1/promo/sites', query: wanted, itemsOf }, options)
}

export function site(palaver: Palaver, key: string, options?: ReadOptions): Promise<PromoSite> {
  return call(palaver, 'GET /v1/promo/sites/{site}', { path: { site: key }, options })
}

/** Makes a site; a repeat of the same answers what was made before. */
export function createSite(
  palaver: Palaver,
  body: BodyOf<'POST /v1/promo/sites'>,
  options?: CallOptions,
): Promise<PromoSite> {
  return call(palaver, 'POST /v1/promo/sites', { body, options })
}

/** Changes what is said of a site; with `rev` only while it is still that revision. */
export function changeSite(
  palaver: Palaver,
  { key, rev, ...body }: ByKey & Still & BodyOf<'PATCH /v1/promo/sites/{site}'>,
  options?: CallOptions,
): Promise<PromoSite> {
  return call(palaver, 'PATCH /v1/promo/sites/{site}', { path: { site: key }, headers: ifStill(rev), body, options })
}

/** Removes a site that has no zones. */
export function removeSite(palaver: Palaver, key: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/promo/sites/{site}', { path: { site: key }, options })
}

/** Where ads are shown, the newest first. */
export function zones(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/promo/zones'> = {},
  options?: ReadOptions,
): Listing<PromoZone, PromoZones> {
  const itemsOf = (page: PromoZones): readonly PromoZone[] => page.zones
  return list(palaver, { operation: 'GET /v1/promo/zones', query: wanted, itemsOf }, options)
}

export function zone(palaver: Palaver, key: string, options?: ReadOptions): Promise<PromoZone> {
  return call(palaver, 'GET /v1/promo/zones/{zone}', { path: { zone: key }, options })
}

/** Makes a zone; a repeat of the same answers what was made before. */
export function createZone(
  palaver: Palaver,
  body: BodyOf<'POST /v1/promo/zones'>,
  options?: CallOptions,
): Promise<PromoZone> {
  return call(palaver, 'POST /v1/promo/zones', { body, options })
}

/** Changes what is said of a zone; with `rev` only while it is still that revision. */
export function changeZone(
  palaver: Palaver,
  { key, rev, ...body }: ByKey & Still & BodyOf<'PATCH /v1/promo/zones/{zone}'>,
  options?: CallOptions,
): Promise<PromoZone> {
  return call(palaver, 'PATCH /v1/promo/zones/{zone}', { path: { zone: key }, headers: ifStill(rev), body, options })
}

/** Removes a zone: pages that name it show nothing there. */
export function removeZone(palaver: Palaver, key: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/promo/zones/{zone}', { path: { zone: key }, options })
}
