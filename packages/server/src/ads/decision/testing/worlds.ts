import fc from 'fast-check'
import type { Actor, Role } from '../../../api/actor.ts'
import { type Cap, CAP_SCOPES, DEVICES, type Flight, type Format, type Targeting } from '../../model.ts'
import type { Ask, Inventory } from '../model.ts'
import { advertiserOf, campaignOf, creativeOf, flightOf, siteOf, zoneOf } from './parts.ts'

/** Small worlds in which everything meets everything: few words, few prices, few of each kind. */

const WORDS = ['sport', 'cafe', 'tea', 'rust']
const SPELT = ['SPORT', 'Café', 'tea', 'rust']
/** A line of topics, and another beside it. */
const LINES = [[], ['news'], ['eu', 'news'], ['berlin', 'eu', 'news'], ['games']]
const TOPICS = ['news', 'eu', 'berlin', 'games']
const [WINTER, SPRING, SUMMER] = [
  '2026-02-28T23:30:00.000Z',
  '2026-06-17T10:30:00.000Z',
  '2026-06-21T03:59:59.999Z',
] as const
const CARD = { format: 'card', size: null } as const
const BANNER = { format: 'image', size: { width: 300, height: 250 } } as const
const OTHER = { format: 'image', size: { width: 728, height: 90 } } as const

/** Mostly the first, so that most worlds have something to show. */
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
const none = <T>(): fc.Arbitrary<T[]> => fc.constant<T[]>([])
const some = <T>(all: readonly T[]): fc.Arbitrary<T[]> =>
  fc.oneof({ weight: 10, arbitrary: none<T>() }, { weight: 1, arbitrary: fc.subarray([...all], { minLength: 1 }) })

const targeting: fc.Arbitrary<Targeting> = fc.record({
  keywords: fc.record({
    include: fc.oneof({ weight: 2, arbitrary: none<string>() }, { weight: 1, arbitrary: fc.subarray(SPELT) }),
    exclude: some(SPELT),
    mode: fc.constantFrom('filter' as const, 'boost' as const),
  }),
  topics: fc.record({ include: some(TOPICS), exclude: some(TOPICS) }),
  locales: some(['de', 'de-AT', 'en']),
  devices: some(DEVICES),
  countries: fc.record({ include: some(['AT', 'DE']), exclude: some(['AT', 'DE']) }),
  dayparts: some([
    { days: [0, 3], from: '06:00', until: '12:00' },
    { days: [6], from: '18:00', until: '24:00' },
    { days: [0], from: '00:00', until: '05:00' },
  ]),
})

const cap: fc.Arbitrary<Cap> = fc.record({
  per: fc.constantFrom(...CAP_SCOPES),
  most: fc.integer({ min: 1, max: 2 }),
  seconds: fc.constant(3600),
})

const pricing: fc.Arbitrary<Flight['pricing']> = fc.oneof(
  fc.record({ model: fc.constant('cpm' as const), price: fc.constantFrom(0, 1_000_000, 2_000_000, 3_000_000) }),
  fc.record({ model: fc.constantFrom('cpc' as const, 'cpa' as const), price: fc.constantFrom(500_000, 25_000_000) }),
  fc.record({ model: fc.constant('flat' as const), price: fc.constant(2_000_000) }),
)

const dates = fc.record({
  from: mostly<string | null>(null, WINTER, SPRING),
  until: mostly<string | null>(null, SPRING, SUMMER),
})

const numbered = <T>(kind: string, fields: fc.Arbitrary<T>, max: number): fc.Arbitrary<(T & { id: string })[]> =>
  fc
    .array(fields, { minLength: Math.floor(max / 2), maxLength: max, size: 'max' })
    .map((all) => all.map((one, at) => ({ ...one, id: `${kind}${at}` })))
const pickOf = fc.nat({ max: 100 })
const picked = (kind: string, count: number, at: number): string => `${kind}${at % count}`

const advertiser = fc.record({ category: fc.constantFrom(null, null, 'cars', 'tea'), isArchived: mostly(false, true) })
const campaign = fc.record({
  advertiser: pickOf,
  state: mostly('on' as const, 'paused' as const),
  tier: fc.constantFrom(
    'sponsor' as const,
    'standard' as const,
    'standard' as const,
    'remnant' as const,
    'house' as const,
  ),
  dates,
  timeZone: fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York'),
  roadblock: fc.constantFrom(true, false, false, false),
  withoutId: fc.constantFrom('serve' as const, 'withhold' as const),
})
const flight = fc.record({
  campaign: pickOf,
  state: mostly('on' as const, 'paused' as const),
  dates,
  pricing,
  goal: fc.constantFrom(null, 2000),
  caps: fc.oneof({ weight: 3, arbitrary: none<Cap>() }, { weight: 1, arbitrary: fc.array(cap, { maxLength: 2 }) }),
  targeting,
  zones: mostly([] as string[], ['z0'], ['z1', 'z2']),
  creatives: fc.array(pickOf, { minLength: 1, maxLength: 3 }),
})
const creative = fc.record({
  shape: fc.constantFrom(CARD, CARD, CARD, CARD, BANNER, OTHER),
  isArchived: mostly(false, true),
  review: mostly('approved' as const, 'waiting' as const, 'rejected' as const),
})
const sites = fc.record({
  isOn: mostly(true, false),
  topics: mostly([] as string[], ['games'], ['eu']),
  roles: fc.constantFrom<Role[]>([], [], [], ['moderator']),
  signedIn: fc.constantFrom(false, false, false, true),
  blocked: fc.record({ advertisers: mostly([] as string[], ['a0']), categories: mostly([] as string[], ['cars']) }),
})
const zone = fc.record({
  site: mostly('mag', 'shop', 'gone'),
  isOn: mostly(true, false),
  size: fc.constantFrom(null, BANNER.size),
  formats: fc.constantFrom<Format[]>(['card'], ['card', 'image']),
  floor: mostly(0, 1_500_000),
  design: fc.constantFrom('best' as const, 'capped' as const, 'targeted' as const, 'targeted' as const),
})

export const inventoriesOf = (size: {
  flights: number
  campaigns: number
  creatives: number
}): fc.Arbitrary<Inventory> =>
  fc
    .record({
      sites: fc.tuple(sites, sites),
      zones: numbered('z', zone, 3),
      advertisers: numbered('a', advertiser, 5),
      campaigns: numbered('c', campaign, size.campaigns),
      flights: numbered('f', flight, size.flights),
      creatives: numbered('k', creative, size.creatives),
      clicks: fc.nat({ max: 40 }),
    })
    .map((made) => ({
      org: 'acme',
      sites: made.sites.map(({ isOn, blocked, ...off }, at) =>
        siteOf({ key: at === 0 ? 'mag' : 'shop', isOn, blocked, off }),
      ),
      zones: made.zones.map(({ id, ...fields }) => zoneOf({ ...fields, key: id })),
      advertisers: made.advertisers.map(({ id, ...fields }) => advertiserOf(id, fields)),
      campaigns: made.campaigns.map(({ id, advertiser, dates: { from, until }, ...fields }) => ({
        ...campaignOf(id, { ...fields, advertiser: picked('a', made.advertisers.length, advertiser), until }),
        ...(from === null ? {} : { from }),
      })),
      flights: made.flights.map(({ id, campaign, creatives: shows, dates: within, ...fields }) =>
        flightOf(id, {
          ...fields,
          ...within,
          campaign: picked('c', made.campaigns.length, campaign),
          creatives: shows.map((at) => picked('k', made.creatives.length, at)),
        }),
      ),
      creatives: made.creatives.map(({ id, shape, isArchived, review: state }) =>
        creativeOf(id, { ...shape, isArchived, review: { state, reason: null, by: null, at: null } }),
      ),
      rates: new Map(
        made.flights.map(({ id }, at) => [id, { views: 4000 * (at % 3), clicks: made.clicks, conversions: at % 2 }]),
      ),
    }))

/** All that the order of candidates, its index and its counting can do is in these. */
export const LARGE = { flights: 2400, campaigns: 40, creatives: 60 }
export const inventories = inventoriesOf({ flights: 14, campaigns: 7, creatives: 9 })

const actors = fc.constantFrom<Actor | null>(
  null,
  null,
  null,
  { org: 'acme', id: 'ann', name: 'Ann', role: 'member', kind: 'person' },
  { org: 'acme', id: 'moe', name: 'Moe', role: 'moderator', kind: 'person' },
  { org: 'acme', id: 'gus', name: 'Gus', role: 'member', kind: 'guest' },
)

const saidAsks = fc.record({
  org: fc.constant('acme'),
  actor: actors,
  person: fc.constantFrom(null, 'somebody'),
  keywords: fc.subarray([...WORDS, 'unheard of']),
  line: fc.constantFrom(...LINES),
  isTold: mostly(true, false),
  isThere: mostly(true, false),
  locale: fc.constantFrom(null, 'de', 'DE-at', 'en-GB', 'den'),
  device: fc.constantFrom(...DEVICES),
  country: fc.constantFrom(null, 'AT', 'DE', 'US'),
  now: fc.constantFrom(...[WINTER, SPRING, SUMMER].map((time) => Date.parse(time))),
  places: fc.array(
    fc.record({ zone: fc.constantFrom('z0', 'z0', 'z1', 'z2', 'nowhere'), count: fc.integer({ min: 1, max: 3 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  beside: fc.array(
    fc.record(
      {
        advertiser: fc.constantFrom('a1', 'a2', 'a9'),
        campaign: fc.constantFrom('c1', 'c2', 'c9'),
        creative: fc.constantFrom('k0', 'k1'),
      },
      { requiredKeys: ['advertiser', 'campaign'] },
    ),
    { maxLength: 1 },
  ),
})

/** Mostly what the page is in is what is told; else it is about something private, or nothing is known of its topic. */
export const asks: fc.Arbitrary<Ask> = saidAsks.map(({ line, isTold, isThere, ...ask }) => {
  const within = isThere ? line : null
  return { ...ask, topics: isTold ? (within ?? []) : [], within }
})
