import type { Advertiser, Campaign, Creative, Flight, Site, Targeting, Zone } from '../../model.ts'
import type { Ask, Inventory, Means } from '../model.ts'

const NOW = Date.parse('2026-06-17T10:30:00.000Z')
const LONG_AGO = '2020-01-01T00:00:00.000Z'
const born = { org: 'acme', created: LONG_AGO, rev: 1 }

export const siteOf = (fields: Partial<Site> = {}): Site => ({
  ...born,
  _id: `site-${fields.key ?? 'mag'}`,
  key: 'mag',
  name: 'Magazine',
  isOn: true,
  off: { topics: [], roles: [], signedIn: false },
  blocked: { advertisers: [], categories: [] },
  ...fields,
})

export const zoneOf = (fields: Partial<Zone> = {}): Zone => ({
  ...born,
  _id: `zone-${fields.key ?? 'side'}`,
  key: 'side',
  site: 'mag',
  name: 'Beside the text',
  isOn: true,
  placement: { kind: 'anywhere' },
  size: null,
  formats: ['card'],
  floor: 0,
  design: 'targeted',
  house: [],
  ...fields,
})

export const advertiserOf = (id: string, fields: Partial<Advertiser> = {}): Advertiser => ({
  ...born,
  _id: id,
  name: id,
  category: null,
  isArchived: false,
  linkSecret: null,
  ...fields,
})

export const campaignOf = (id: string, fields: Partial<Campaign> = {}): Omit<Campaign, 'money'> => ({
  ...born,
  _id: id,
  advertiser: id,
  name: id,
  state: 'on',
  tier: 'standard',
  from: LONG_AGO,
  until: null,
  timeZone: 'UTC',
  budget: 1_000_000_000,
  dailyCap: null,
  roadblock: false,
  withoutId: 'serve',
  ...fields,
})

export const targetingOf = (fields: Partial<Targeting> = {}): Targeting => ({
  keywords: { include: [], exclude: [], mode: 'filter' },
  topics: { include: [], exclude: [] },
  locales: [],
  devices: [],
  countries: { include: [], exclude: [] },
  dayparts: [],
  ...fields,
})

export const cpm = (price: number): Flight['pricing'] => ({ model: 'cpm', price })

export const flightOf = (id: string, fields: Partial<Flight> = {}): Flight => ({
  ...born,
  _id: id,
  campaign: id,
  name: id,
  state: 'on',
  from: null,
  until: null,
  pricing: cpm(1_000_000),
  goal: null,
  pacing: 'asap',
  caps: [],
  targeting: targetingOf(),
  zones: [],
  creatives: [id],
  ...fields,
})

export const creativeOf = (id: string, fields: Partial<Creative> = {}): Creative => ({
  ...born,
  _id: id,
  advertiser: id,
  name: id,
  format: 'card',
  size: null,
  card: { title: id, text: id, action: 'Go', photo: null },
  image: null,
  html: null,
  destination: 'https://shop.example/',
  review: { state: 'approved', reason: null, by: null, at: null },
  isArchived: false,
  ...fields,
})

/** What one line of a test says of an ad; all that it leaves out is ordinary, and everything is named by the id. */
export type Offer = {
  id: string
  advertiser?: Partial<Advertiser>
  campaign?: Partial<Campaign>
  flight?: Partial<Flight>
  creative?: Partial<Creative>
}

export type Ground = { sites?: Site[]; zones?: Zone[]; rates?: Inventory['rates'] }

export const inventoryOf = (
  offers: readonly Offer[],
  { sites = [siteOf()], zones = [zoneOf()], rates = new Map() }: Ground = {},
): Inventory => ({
  org: 'acme',
  sites,
  zones,
  advertisers: offers.map(({ id, advertiser }) => advertiserOf(id, advertiser)),
  campaigns: offers.map(({ id, campaign }) => campaignOf(id, campaign)),
  flights: offers.map(({ id, flight }) => flightOf(id, flight)),
  creatives: offers.map(({ id, creative }) => creativeOf(id, creative)),
  rates,
})

export const askOf = (fields: Partial<Ask> = {}): Ask => ({
  org: 'acme',
  actor: null,
  person: null,
  keywords: [],
  topics: [],
  within: fields.topics ?? [],
  locale: null,
  device: 'desk',
  country: null,
  now: NOW,
  places: [{ zone: 'side', count: 1 }],
  beside: [],
  ...fields,
})

/** Numbers from 0 to 1 that are the same each time; after George Marsaglia's xorshift. */
export function seeded(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x1_0000_0000
  }
}

/** Endless money and no caps, unless something else is said. */
export function meansOf(fields: Partial<Means> = {}): Means {
  let index = 0
  return {
    isCapped: null,
    reserve: () => ({ slice: 'slice', index: index++ }),
    release: () => {},
    random: seeded(7),
    ...fields,
  }
}
