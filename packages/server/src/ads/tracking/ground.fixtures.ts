import { randomBytes } from 'node:crypto'
import { createStore, type Engine, openSqlite, type Store } from '@palaver/store'
import { onTestFinished } from 'vitest'
import { collections } from '../../collections.ts'
import { realWorld } from '../../comments/world.ts'
import { campaigns, creatives, profiles, signingKeys, slices } from '../collections.ts'
import type { Candidate } from '../decision/model.ts'
import type { Decided } from '../entries.ts'
import {
  type Advertiser,
  type Campaign,
  type Creative,
  type Flight,
  NO_TARGETING,
  type Pricing,
  type Slice,
} from '../model.ts'
import { billClick, billConversion, billingOn, billSeen, billView } from '../money/billing.ts'
import { blankMoney } from '../money/budget.ts'
import { Purses } from '../money/purses.ts'
import { sliceId, spendOf } from '../money/spend.ts'
import { Profiles } from '../profiles/profiles.ts'
import { invalidityOf } from '../traffic/said.ts'
import { Keys } from './keys.ts'
import { landingOf } from './landing.ts'
import { Tokens } from './tokens.ts'
import { Tracking, type TrackingNeeds, type Visit } from './track.ts'
import { NOON } from './tracking.fixtures.ts'

export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const ORG = 'Okapi123'
/** As its advertiser wrote it: others may write the same query in another way. */
export const DESTINATION = 'https://shop.example/offer?from=a%20page&signed'
const BUDGET = 100_000_000
const AT_NOON = new Date(NOON).toISOString()

let visitors = 0

/** Of somebody whom nobody has seen before. */
export function visit(fields: Record<string, string> = {}, own: Partial<Visit> = {}): Visit {
  const said: Record<string, string> = { 'user-agent': BROWSER, ...fields }
  visitors += 1
  return { said: (field) => said[field] ?? null, address: `198.51.${visitors >> 8}.${visitors & 255}`, ...own }
}

const common = { org: ORG, created: AT_NOON, rev: 1 }

const advertiser: Advertiser = {
  ...common,
  _id: 'advertiser',
  name: 'A shop',
  category: null,
  isArchived: false,
  linkSecret: null,
}

const campaignOf = (_id: string): Campaign => ({
  ...common,
  _id,
  advertiser: 'advertiser',
  name: 'A campaign',
  state: 'on',
  tier: 'standard',
  from: AT_NOON,
  until: null,
  timeZone: 'UTC',
  budget: BUDGET,
  dailyCap: null,
  roadblock: false,
  withoutId: 'serve',
  money: blankMoney(BUDGET),
})

const flightOf = (campaign: string, model: Pricing): Flight => ({
  ...common,
  _id: `flight-${campaign}`,
  campaign,
  name: 'A flight',
  state: 'on',
  from: null,
  until: null,
  pricing: { model, price: 2_000_000 },
  goal: null,
  pacing: 'asap',
  caps: [],
  targeting: NO_TARGETING,
  zones: [],
  creatives: ['creative'],
})

const creative: Creative = {
  ...common,
  _id: 'creative',
  advertiser: 'advertiser',
  name: 'A card',
  format: 'card',
  size: null,
  card: { title: 'An offer', text: 'A good one', action: 'Look', photo: null },
  image: null,
  html: null,
  destination: DESTINATION,
  review: { state: 'approved', reason: null, by: null, at: AT_NOON },
  isArchived: false,
}

/** What a node has, on a database that others share. */
function nodeOn(store: Store, now: () => number, overrides: Partial<TrackingNeeds> = {}) {
  const needs = {
    campaigns: store.collection(campaigns),
    slices: store.collection(slices),
    world: { ...realWorld, now },
    node: realWorld.newId(),
  }
  const billing = billingOn(needs)
  const purses = new Purses(needs)
  const kept = new Profiles({ profiles: store.collection(profiles), key: randomBytes(32), world: needs.world })
  const keys = new Keys({ keys: store.collection(signingKeys), now })
  const tokens = new Tokens(keys)
  const counted = new Map<string, number>()
  const tracking = new Tracking({
    tokens,
    bill: {
      view: (decided, reach) => billView(billing, decided, reach),
      seen: (decided) => billSeen(billing, decided),
      click: (decided) => billClick(billing, decided),
      conversion: (decided) => billConversion(billing, decided),
    },
    profiles: kept,
    purses,
    landingOf: (decided) => landingOf({ creatives: store.collection(creatives), slices: needs.slices }, decided),
    invalidity: invalidityOf,
    count: (kind, verdict) => counted.set(`${kind} ${verdict}`, (counted.get(`${kind} ${verdict}`) ?? 0) + 1),
    onError: () => {},
    now,
    ...overrides,
  })
  return { tracking, tokens, keys, purses, profiles: kept, counted }
}

/** A creative that several campaigns show, and nodes that decide and hear of them. */
export async function ground(engine?: Engine) {
  const clock = { now: NOON }
  const now = (): number => clock.now
  const store = createStore(engine ?? (await openSqlite({ file: ':memory:', collections })), { now })
  onTestFinished(() => store.close())
  await store.collection(creatives).insert(creative)
  const node = (overrides: Partial<TrackingNeeds> = {}) => nodeOn(store, now, overrides)
  const first = node()
  const candidates = new Map<Pricing, Candidate>()
  for (const model of ['cpm', 'cpc', 'cpa'] as const) {
    const campaign = campaignOf(`campaign-${model}`)
    await store.collection(campaigns).insert(campaign)
    candidates.set(model, { advertiser, campaign, flight: flightOf(campaign._id, model), creative, ecpm: 2_000_000 })
  }
  /** What one decision shows. */
  const decide = async (model: Pricing = 'cpm', own: Partial<Decided> = {}): Promise<Decided> => {
    const candidate = candidates.get(model)
    const reserved = candidate === undefined ? null : await first.purses.reserve(candidate, clock.now)
    const facts = { creative: 'creative', zone: 'sidebar', topic: '', at: clock.now, person: '' }
    const { slice = null, index = 0 } = reserved ?? {}
    return { org: ORG, campaign: candidate?.campaign._id ?? null, slice, index, ...facts, ...own }
  }
  const issue = async (decided: Decided) => {
    await first.tokens.ready()
    return first.tokens.issue(decided)
  }
  const sliceOf = async ({ campaign, slice }: Decided): Promise<Slice> =>
    (await store.collection(slices).get(sliceId(campaign ?? '', slice ?? ''))) ?? Promise.reject(new Error('no slice'))
  /** All that was billed, in micro-units, whatever it was for. */
  const spent = async (): Promise<number> => {
    let sum = 0
    for await (const { doc } of store.collection(slices).scan()) sum += spendOf(doc)
    return sum
  }
  return { ...first, store, clock, node, decide, issue, sliceOf, spent }
}
