import { type Ads, adInputs } from '../../ads/service.ts'
import { EDITOR } from '../people.ts'
import { HOUSE, SAMPLES } from './samples.ts'

/** The site whose switch turns all ads of the magazine on and off. */
export const SITE = 'magazine'
/** Where its pages have places for ads, by their keys. */
export const ZONES = { thread: 'in-thread', feed: 'in-feed', topic: 'topic-head', front: 'front' } as const

const OWN = 'houseadvertiser'
const OWN_CARD = 'housecreative1'
const DAYS_30_MS = 30 * 24 * 60 * 60_000
const actor = EDITOR

/** Places for ads, three advertisers and an ad of the magazine's own; switched off until somebody wants to see them. */
export async function makePromo({ inventory }: Ads, now: number): Promise<void> {
  await inventory.sites.create({ actor }, adInputs.site.parse({ key: SITE, name: 'The Long Table', isOn: false }))
  const own = { id: OWN, name: 'The Long Table' }
  await inventory.advertisers.create({ actor }, adInputs.advertiser.parse(own))
  await makeCard(inventory, { id: OWN_CARD, advertiser: OWN, card: HOUSE, destination: 'https://example.com/paper' })
  await makeZones(inventory)
  for (const sample of SAMPLES) await makeCampaign(inventory, sample, now)
}

type Inventory = Ads['inventory']

async function makeZones({ zones }: Inventory): Promise<void> {
  const placements = {
    [ZONES.thread]: { kind: 'thread', after: 2, every: 6, most: 3 },
    [ZONES.feed]: { kind: 'feed', every: 4, most: 5 },
    [ZONES.topic]: { kind: 'topic' },
    [ZONES.front]: { kind: 'anywhere' },
  }
  for (const [key, placement] of Object.entries(placements)) {
    const said = { key, site: SITE, name: key, placement, formats: ['card'], floor: 0, design: 'targeted' }
    await zones.create({ actor }, adInputs.zone.parse({ ...said, house: [OWN_CARD] }))
  }
}

type Card = { id: string; advertiser: string; card: object; destination: string }

async function makeCard({ creatives }: Inventory, { id, advertiser, card, destination }: Card): Promise<void> {
  const said = { id, advertiser, name: 'A card', format: 'card', card, destination }
  await creatives.create({ actor }, adInputs.creative.parse(said))
  await creatives.review(actor, id, { state: 'approved', reason: null })
}

async function makeCampaign(inventory: Inventory, sample: (typeof SAMPLES)[number], now: number): Promise<void> {
  const { key, advertiser: name, category, card, destination, pricing, budget, keywords } = sample
  const ids = {
    advertiser: `${key}advertiser`,
    creative: `${key}creative`,
    campaign: `${key}campaign`,
    flight: `${key}flight1`,
  }
  await inventory.advertisers.create({ actor }, adInputs.advertiser.parse({ id: ids.advertiser, name, category }))
  await makeCard(inventory, { id: ids.creative, advertiser: ids.advertiser, card, destination })
  const [from, until] = [new Date(now).toISOString(), new Date(now + DAYS_30_MS).toISOString()]
  const said = { id: ids.campaign, advertiser: ids.advertiser, name: card.title, budget, from, until }
  await inventory.campaigns.create({ actor }, adInputs.campaign.parse(said))
  const targeting = { keywords: { include: keywords, exclude: [], mode: 'boost' } }
  const flown = { id: ids.flight, campaign: ids.campaign, name: 'All month', pricing, creatives: [ids.creative] }
  await inventory.flights.create({ actor }, adInputs.flight.parse({ ...flown, pacing: 'asap', targeting }))
  await inventory.campaigns.start(actor, ids.campaign)
}
