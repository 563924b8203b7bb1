import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { Advertiser, Advertisers, Creative, Creatives } from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'
import { ifStill } from './request.ts'

type ById = { id: string }
type Still = { rev?: number | undefined }

/** Who pays for ads, the newest first. */
export function advertisers(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/promo/advertisers'> = {},
  options?: ReadOptions,
): Listing<Advertiser, Advertisers> {
  const itemsOf = (page: Advertisers): readonly Advertiser[] => page.advertisers
  return list(palaver, { operation: 'GET /v1/promo/advertisers', query: wanted, itemsOf }, options)
}

export function advertiser(palaver: Palaver, id: string, options?: ReadOptions): Promise<Advertiser> {
  return call(palaver, 'GET /v1/promo/advertisers/{advertiser}', { path: { advertiser: id }, options })
}

/** Makes an advertiser; a repeat of the same answers what was made before. */
export function createAdvertiser(
  palaver: Palaver,
  body: BodyOf<'POST /v1/promo/advertisers'>,
  options?: CallOptions,
): Promise<Advertiser> {
  return call(palaver, 'POST /v1/promo/advertisers', { body, options })
}

/** Changes what is said of an advertiser; with `rev` only while it is still that revision. */
export function changeAdvertiser(
  palaver: Palaver,
  { id, rev, ...body }: ById & Still & BodyOf<'PATCH /v1/promo/advertisers/{advertiser}'>,
  options?: CallOptions,
): Promise<Advertiser> {
  return call(palaver, 'PATCH /v1/promo/advertisers/{advertiser}', {
    path: { advertiser: id },
    headers: ifStill(rev),
    body,
    options,
  })
}

/** Archives an advertiser: none of its campaigns is shown any more. */
export function archiveAdvertiser(palaver: Palaver, id: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/promo/advertisers/{advertiser}', { path: { advertiser: id }, options })
}

/** Creatives of an advertiser, of a state of review, or all that are not archived; the newest first. */
export function creatives(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/promo/creatives'> = {},
  options?: ReadOptions,
): Listing<Creative, Creatives> {
  const itemsOf = (page: Creatives): readonly Creative[] => page.creatives
  return list(palaver, { operation: 'GET /v1/promo/creatives', query: wanted, itemsOf }, options)
}

export function creative(palaver: Palaver, id: string, options?: ReadOptions): Promise<Creative> {
  return call(palaver, 'GET /v1/promo/creatives/{creative}', { path: { creative: id }, options })
}

/** Makes a creative; a repeat of the same answers what was made before. */
export function createCreative(
  palaver: Palaver,
  body: BodyOf<'POST /v1/promo/creatives'>,
  options?: CallOptions,
): Promise<Creative> {
  return call(palaver, 'POST /v1/promo/creatives', { body, options })
}

/** Changes what is said of a creative; with `rev` only while it is still that revision. */
export function changeCreative(
  palaver: Palaver,
  { id, rev, ...body }: ById & Still & BodyOf<'PATCH /v1/promo/creatives/{creative}'>,
  options?: CallOptions,
): Promise<Creative> {
  return call(palaver, 'PATCH /v1/promo/creatives/{creative}', {
    path: { creative: id },
    headers: ifStill(rev),
    body,
    options,
  })
}

/** Archives a creative: it is shown nowhere any more. */
export function archiveCreative(palaver: Palaver, id: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/promo/creatives/{creative}', { path: { creative: id }, options })
}

/** Approves of a creative, or rejects it with a reason; with `rev` only what the reviewer has seen. */
export function reviewCreative(
  palaver: Palaver,
  { id, rev, ...body }: ById & Still & BodyOf<'POST /v1/promo/creatives/{creative}/review'>,
  options?: CallOptions,
): Promise<Creative> {
  return call(palaver, 'POST /v1/promo/creatives/{creative}/review', {
    path: { creative: id },
    headers: ifStill(rev),
    body,
    options,
  })
}
