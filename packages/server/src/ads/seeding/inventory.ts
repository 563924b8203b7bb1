import type { Collection } from '@palaver/store'
import { placeId } from '../ids.ts'
import {
  type Advertiser,
  type Campaign,
  type Creative,
  type Flight,
  NO_TARGETING,
  type Site,
  type Zone,
} from '../model.ts'
import { blankMoney } from '../money/budget.ts'

export type SeedingNeeds = {
  sites: Collection<Site>
  zones: Collection<Zone>
  advertisers: Collection<Advertiser>
  campaigns: Collection<Campaign>
  flights: Collection<Flight>
  creatives: Collection<Creative>
}

export type Seeding = {
  org: string
  flights: number
  now: number
  budget?: number
  onProgress?: (done: number) => void
}

const DAY_MS = 24 * 60 * 60_000
const CENT = 10_000
const AT_ONCE = 64
const KEYWORDS = 500
/** The zone that everything of a seed is for. */
const SEEDED_ZONE = 'seeded'

/** An org's advertisers, each with a campaign, a flight and a card: prices, keywords, caps and budgets differ. */
export async function seedInventory(needs: SeedingNeeds, seeding: Seeding): Promise<void> {
  const { org, flights, now, onProgress = () => {} } = seeding
  const created = new Date(now).toISOString()
  const own = { org, created, rev: 1 }
  const off = { topics: [], roles: [], signedIn: false }
  const blocked = { advertisers: [], categories: [] }
  const site = { _id: placeId('site', org, 'seeded'), key: 'seeded', name: 'Seeded', isOn: true, off, blocked, ...own }
  await needs.sites.insert(site)
  await needs.zones.insert({
    _id: placeId('zone', org, SEEDED_ZONE),
    key: SEEDED_ZONE,
    site: site.key,
    name: 'Seeded',
    isOn: true,
    placement: { kind: 'anywhere' as const },
    size: null,
    formats: ['card' as const],
    floor: 0,
    design: 'targeted' as const,
    house: [],
    ...own,
  })
  let next = 0
  const writer = async (): Promise<void> => {
    for (let number = next++; number < flights; number = next++) {
      await seedOne(needs, { ...seeding, number, own })
      if (number % 1000 === 0) onProgress(number)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, writer))
}

type One = Seeding & { number: number; own: { org: string; created: string; rev: number } }

async function seedOne(needs: SeedingNeeds, { number, own, now, budget = 10 ** 11 }: One): Promise<void> {
  const id = (kind: string): string => `${kind}${String(number).padStart(9, '0')}`
  const [advertiser, campaign, creative] = [id('a'), id('c'), id('k')]
  const name = `Seeded ${number}`
  await needs.advertisers.insert({ _id: advertiser, name, category: null, isArchived: false, linkSecret: null, ...own })
  await needs.creatives.insert({
    _id: creative,
    advertiser,
    name,
    format: 'card',
    size: null,
    image: null,
    html: null,
    isArchived: false,
    card: { title: `Offer ${number}`, text: 'Baked this morning, sold until noon.', action: 'Look', photo: null },
    destination: `https://example.com/offers/${number}`,
    review: { state: 'approved', reason: null, by: null, at: own.created },
    ...own,
  })
  await needs.campaigns.insert({
    _id: campaign,
    advertiser,
    name,
    state: 'on',
    tier: 'standard',
    timeZone: 'UTC',
    dailyCap: budget,
    from: new Date(now - DAY_MS).toISOString(),
    until: new Date(now + 30 * DAY_MS).toISOString(),
    budget,
    roadblock: false,
    withoutId: 'serve',
    money: blankMoney(budget),
    ...own,
  })
  const isCpc = number % 3 === 0
  const include = [`word${number % KEYWORDS}`, `word${(number * 7) % KEYWORDS}`]
  await needs.flights.insert({
    _id: id('f'),
    campaign,
    name,
    state: 'on',
    from: null,
    until: null,
    goal: null,
    pacing: 'asap',
    zones: [],
    pricing: isCpc ? { model: 'cpc', price: 20 * CENT } : { model: 'cpm', price: (100 + (number % 97)) * CENT },
    caps: [{ per: 'campaign', most: 50, seconds: 86_400 }],
    targeting: { ...NO_TARGETING, keywords: { include, exclude: [], mode: number % 2 === 0 ? 'boost' : 'filter' } },
    creatives: [creative],
    ...own,
  })
}
