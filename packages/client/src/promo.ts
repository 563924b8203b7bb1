import { type BodyOf, call, type CallOptions } from './call.ts'
import { createCampaign, createFlight } from './campaigns.ts'
import type { Palaver } from './connect.ts'
import { advertiser as readAdvertiser, createAdvertiser, createCreative } from './creatives.ts'
import type {
  AdReport,
  AdReportLink,
  Advertiser,
  Campaign,
  Creative,
  ExplainedAds,
  Flight,
  Operations,
  Places,
} from './generated/types.ts'
import type { ReadOptions } from './list.ts'

export {
  archiveCampaign,
  archiveFlight,
  campaign,
  campaigns,
  changeCampaign,
  changeFlight,
  createCampaign,
  createFlight,
  flight,
  flights,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
} from './campaigns.ts'
export {
  advertiser,
  advertisers,
  archiveAdvertiser,
  archiveCreative,
  changeAdvertiser,
  changeCreative,
  createAdvertiser,
  createCreative,
  creative,
  creatives,
  reviewCreative,
} from './creatives.ts'
export {
  changeSite,
  changeZone,
  createSite,
  createZone,
  removeSite,
  removeZone,
  site,
  sites,
  zone,
  zones,
} from './zones.ts'

export type { Advertiser, Campaign, Creative, Flight, PromoSite, PromoZone } from './generated/types.ts'

const REPORT = '/v1/promo/campaigns/{campaign}/report'

type Without<B, Name extends string> = Omit<B, Name | 'id'>

/** An advertiser by its id, or what a new one is; what is shown; for how much; and how. */
export type NewAd = {
  advertiser: string | BodyOf<'POST /v1/promo/advertisers'>
  creative: Without<BodyOf<'POST /v1/promo/creatives'>, 'advertiser'>
  campaign: Without<BodyOf<'POST /v1/promo/campaigns'>, 'advertiser'>
  flight: Without<BodyOf<'POST /v1/promo/flights'>, 'campaign' | 'creatives'>
}

export type MadeAd = { advertiser: Advertiser; creative: Creative; campaign: Campaign; flight: Flight }

/**
 * Makes all that an ad needs, one after the other. It waits to be reviewed and started. Where something fails on the way,
 * the same call with the same `key` goes on where it was: nothing is made twice.
 */
export async function createAd(palaver: Palaver, wanted: NewAd, options: CallOptions = {}): Promise<MadeAd> {
  const all = { ...options, key: options.key ?? palaver.newKey() }
  const advertiser =
    typeof wanted.advertiser === 'string'
      ? await readAdvertiser(palaver, wanted.advertiser, options)
      : await createAdvertiser(palaver, wanted.advertiser, all)
  const creative = await createCreative(palaver, { ...wanted.creative, advertiser: advertiser.id }, all)
  const campaign = await createCampaign(palaver, { ...wanted.campaign, advertiser: advertiser.id }, all)
  const said = { ...wanted.flight, campaign: campaign.id, creatives: [creative.id] }
  return { advertiser, creative, campaign, flight: await createFlight(palaver, said, all) }
}

/** What a page would be given now, and for each other ad the first rule that speaks against it. */
export function explainAds(
  palaver: Palaver,
  body: BodyOf<'POST /v1/promo/explain'>,
  options?: CallOptions,
): Promise<ExplainedAds> {
  return call(palaver, 'POST /v1/promo/explain', { body, options })
}

/** A creative as a page would be given it in a zone; nothing of it is counted. */
export function previewAd(
  palaver: Palaver,
  { id, zone }: { id: string; zone: string },
  options?: ReadOptions,
): Promise<Places> {
  const path = { creative: id }
  return call(palaver, 'GET /v1/promo/creatives/{creative}/preview', { path, query: { zone }, options })
}

type Reporting = { campaign: string } & NonNullable<Operations[`GET ${typeof REPORT}`]['input']['query']>

/** What a campaign brought, by hour, day, zone, topic or creative. */
export function adReport(
  palaver: Palaver,
  { campaign, ...query }: Reporting,
  options?: ReadOptions,
): Promise<AdReport> {
  return call(palaver, `GET ${REPORT}`, { path: { campaign }, query, options })
}

/** A new link to the reports of an advertiser, to be given to them; links before it lead nowhere. */
export function linkToReports(palaver: Palaver, advertiser: string, options?: CallOptions): Promise<AdReportLink> {
  return call(palaver, 'POST /v1/promo/advertisers/{advertiser}/link', { path: { advertiser }, options })
}

/** Links to the reports of an advertiser lead nowhere from now on. */
export function unlinkReports(palaver: Palaver, advertiser: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/promo/advertisers/{advertiser}/link', { path: { advertiser }, options })
}
