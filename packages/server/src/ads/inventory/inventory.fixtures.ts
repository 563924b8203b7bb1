import { afterAll, beforeAll } from 'vitest'
import type { Actor } from '../../api/actor.ts'
import type { Context } from '../../context.ts'
import { realWorld } from '../../comments/world.ts'
import { type WholeService, wholeService } from '../../testing/api/whole-service.ts'
import { adSites, adZones, advertisers, campaigns, creatives, flights } from '../collections.ts'
import { InventoryBook } from './book.ts'
import { newCreativeSchema } from './creative-inputs.ts'
import { newAdvertiserSchema, newCampaignSchema, newFlightSchema } from './demand-inputs.ts'
import type { InventoryCollections, InventoryNeeds } from './needs.ts'
import { newSiteSchema, newZoneSchema } from './place-inputs.ts'

const collectionsIn = ({ store }: Pick<Context, 'store'>): InventoryCollections => ({
  sites: store.collection(adSites),
  zones: store.collection(adZones),
  advertisers: store.collection(advertisers),
  campaigns: store.collection(campaigns),
  flights: store.collection(flights),
  creatives: store.collection(creatives),
})

type More = Pick<InventoryNeeds, 'most'>

export const bookIn = (context: Pick<Context, 'store' | 'photos' | 'now'>, more: More = {}): InventoryBook =>
  new InventoryBook({
    ...collectionsIn(context),
    photos: context.photos,
    world: { ...realWorld, now: context.now },
    ...more,
  })

type Said = Readonly<Record<string, unknown>>

export const CARD = { title: 'Green tea', text: 'Picked by hand.', action: 'Taste it', photo: null }

/** What has to be said of each, and nothing else. */
export const NEW = {
  site: (said: Said = {}) => newSiteSchema.parse({ key: 'magazine', name: 'The magazine', ...said }),
  zone: (said: Said = {}) => newZoneSchema.parse({ key: 'front', site: 'magazine', name: 'Front page', ...said }),
  advertiser: (said: Said = {}) => newAdvertiserSchema.parse({ name: 'Tea House', ...said }),
  creative: (advertiser: string, said: Said = {}) =>
    newCreativeSchema.parse({
      advertiser,
      name: 'Green tea',
      format: 'card',
      card: CARD,
      destination: 'https://example.org/tea',
      ...said,
    }),
  campaign: (advertiser: string, said: Said = {}) =>
    newCampaignSchema.parse({
      advertiser,
      name: 'Spring',
      from: '2026-01-01T00:00:00Z',
      budget: 5_000_000,
      ...said,
    }),
  flight: (campaign: string, said: Said = {}) =>
    newFlightSchema.parse({ campaign, name: 'All readers', pricing: { model: 'cpm', price: 2_000_000 }, ...said }),
}

let orgs = 0
/** Somebody of an org that nothing was done in before. */
export const admin = (role: Actor['role'] = 'admin', org = `org${++orgs}`): Actor => ({
  org,
  id: `${org}-root`,
  name: 'Root',
  role,
  kind: 'person',
})

export const DAY_MS = 24 * 60 * 60_000

type OpenEngine = Parameters<typeof wholeService>[0]

/** The whole service for a suite; its clock moves by a little at each look. */
export function inventoryGround(engine: OpenEngine) {
  const clock = { ms: Date.UTC(2026, 5, 1) }
  const ground: { service?: WholeService } = {}
  beforeAll(async () => {
    ground.service = await wholeService(engine, { now: () => (clock.ms += 1) })
  })
  afterAll(() => ground.service?.close())
  const context = (): Context => {
    if (ground.service === undefined) throw new Error('The service has not begun.')
    return ground.service.context
  }
  return { clock, context, wholeCampaign: (actor = admin()) => wholeCampaign(context(), actor) }
}

/** A campaign that has all it needs. */
async function wholeCampaign(context: Context, actor: Actor) {
  const book = bookIn(context)
  await book.sites.create({ actor }, NEW.site())
  await book.zones.create({ actor }, NEW.zone())
  const { doc: advertiser } = await book.advertisers.create({ actor }, NEW.advertiser())
  const { doc: creative } = await book.creatives.create({ actor }, NEW.creative(advertiser._id))
  const { doc: campaign } = await book.campaigns.create({ actor }, NEW.campaign(advertiser._id))
  const said = { creatives: [creative._id], zones: ['front'] }
  const { doc: flight } = await book.flights.create({ actor }, NEW.flight(campaign._id, said))
  return { actor, book, advertiser, creative, campaign, flight, needs: collectionsIn(context) }
}
