import type { Collection, Store } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { World } from '../comments/service.ts'
import type { Photos } from '../files/service.ts'
import type { PersonalPlace } from '../personal/service.ts'
import * as all from './collections.ts'
import { Holding } from './holding.ts'
import { InventoryBook } from './inventory/book.ts'
import { newCreativeSchema } from './inventory/creative-inputs.ts'
import { newAdvertiserSchema, newCampaignSchema, newFlightSchema } from './inventory/demand-inputs.ts'
import type { InventoryCollections } from './inventory/needs.ts'
import { newSiteSchema, newZoneSchema } from './inventory/place-inputs.ts'
import { readInventory, readOne } from './inventory/reading.ts'
import type { Campaign, Slice } from './model.ts'
import * as money from './money/billing.ts'
import { Purses } from './money/purses.ts'
import { Settler } from './money/settler.ts'
import { requireMayAdvertise } from './policy.ts'
import { forgetRandom, profilePlaces } from './profiles/places.ts'
import { Profiles } from './profiles/profiles.ts'
import { ReportBook } from './reports/book.ts'
import { adHours, adReached, flightTotals } from './reports/collections.ts'
import type { FoldNeeds } from './reports/folding.ts'
import type { LabelNeeds } from './reports/labels.ts'
import { ratesIn, type ReportNeeds } from './reports/report.ts'
import { type AskedPlaces, type AskingNeeds, placingOf } from './serving/asking.ts'
import { type Explained, explainPlaces } from './serving/explaining.ts'
import { previewOf } from './serving/preview.ts'
import { giveBack, place, type Placed, type ServingNeeds } from './serving/serve.ts'
import { AdViews } from './serving/views.ts'
import { within } from './serving/within.ts'
import { landingOf } from './tracking/landing.ts'
import type { Tokens } from './tracking/tokens.ts'
import { Tracking, type TrackingNeeds } from './tracking/track.ts'
import { invalidityOf } from './traffic/said.ts'

export type AdsOptions = {
  store: Store
  world: World
  /** Of the database; hashes ids of profiles. */
  secret: string
  tokens: Tokens
  photos: Photos
  lineOf: ServingNeeds['lineOf']
  topicOf: ServingNeeds['topicOf']
  topicName: LabelNeeds['topicName']
  /** A decision that takes longer is none. */
  limitMs: number
  /** Header field in which a proxy of the operator says from which country a request comes; null where none does. */
  countryField: string | null
  count: TrackingNeeds['count']
  onError: (error: unknown) => void
}

/** Ads of an org on its own pages: what the routes, the command line and other modules use. */
export class Ads {
  readonly kept: InventoryCollections
  readonly inventory: InventoryBook
  readonly tracking: Tracking
  readonly profiles: Profiles
  readonly reports: ReportBook
  /** What was billed is added up by these. */
  readonly folding: ReportNeeds & FoldNeeds
  readonly money: { campaigns: Collection<Campaign>; slices: Collection<Slice>; world: World }
  /** Brings back what is left of slices. */
  readonly settler: Settler
  readonly #options: AdsOptions
  readonly #serving: ServingNeeds
  readonly #asking: AskingNeeds
  readonly #views: AdViews

  constructor(options: AdsOptions) {
    const { store, world, secret, tokens, photos, lineOf, topicOf, topicName, count, onError } = options
    this.kept = {
      sites: store.collection(all.adSites),
      zones: store.collection(all.adZones),
      advertisers: store.collection(all.advertisers),
      campaigns: store.collection(all.campaigns),
      flights: store.collection(all.flights),
      creatives: store.collection(all.creatives),
    }
    const { campaigns } = this.kept
    const slices = store.collection(all.slices)
    const added = {
      hours: store.collection(adHours),
      reached: store.collection(adReached),
      totals: store.collection(flightTotals),
    }
    this.#options = options
    this.money = { campaigns, slices, world }
    this.folding = { campaigns, slices, ...added }
    this.reports = new ReportBook({ ...this.folding, ...this.kept, topicName, now: world.now })
    this.inventory = new InventoryBook({ ...this.kept, photos, world })
    this.profiles = new Profiles({ profiles: store.collection(all.profiles), key: Buffer.from(secret), world })
    this.settler = new Settler(this.money)
    const node = world.newPart()
    const purses = new Purses({ ...this.money, node, onError })
    const billing = money.billingOn({ ...this.money, node })
    const holding = new Holding({
      log: store.events,
      read: (org) => readInventory(this.kept, org),
      readOne: (kind, id) => readOne(this.kept, kind, id),
      ratesOf: (org) => ratesIn(added, org),
      now: world.now,
      changed: (campaign) => purses.changed(campaign),
    })
    this.#serving = { holding, purses, profiles: this.profiles, lineOf, topicOf, now: world.now, random: world.random }
    this.#asking = { profiles: this.profiles, tokens, countryField: options.countryField, now: world.now }
    this.#views = new AdViews({ photos, tokens, now: world.now, missing: (placed) => this.#leaveOut(placed) })
    this.tracking = new Tracking({
      tokens,
      bill: {
        view: (decided, reach) => money.billView(billing, decided, reach),
        seen: (decided) => money.billSeen(billing, decided),
        click: (decided) => money.billClick(billing, decided),
        conversion: (decided) => money.billConversion(billing, decided),
      },
      profiles: this.profiles,
      purses,
      landingOf: (decided) => landingOf({ ...this.kept, slices }, decided),
      invalidity: invalidityOf,
      count,
      onError,
      now: world.now,
    })
  }

  /** Ads for the places of a page, as JSON; none where that takes too long, or anything else goes wrong. */
  async place(asked: AskedPlaces): Promise<string> {
    const { limitMs, onError } = this.#options
    try {
      const late = ({ places }: { places: Placed[] }): void => void giveBack(this.#serving, places).catch(onError)
      const placed = await within(limitMs, this.#placed(asked), late)
      return placed?.body ?? NOTHING
    } catch (error) {
      if (error instanceof Refusal) throw error
      onError(error)
      return NOTHING
    }
  }

  async explain(actor: Actor, asked: AskedPlaces): Promise<Explained> {
    requireMayAdvertise(actor)
    const held = await this.#serving.holding.latest(actor.org)
    return explainPlaces(this.#serving, held, placingOf(this.#asking, held, asked))
  }

  /** A creative in a zone, as JSON, whether it runs or not; nothing of it is counted. */
  async preview(actor: Actor, creative: string, zone: string): Promise<string> {
    const shown = {
      zone: await this.inventory.zones.get(actor, zone),
      creative: await this.inventory.creatives.get(actor, creative),
    }
    await this.#options.tokens.ready()
    return this.#views.json([previewOf(shown, this.#options.world.now())])
  }

  /** What somebody was shown, who signed in or whose page made up an id for them. */
  async forget(org: string, actor: Actor | null, random: string | null): Promise<void> {
    if (actor !== null) await this.profiles.forget(this.profiles.idOf(org, `p:${actor.id}`))
    if (random !== null) await forgetRandom(this.profiles, { org, random })
  }

  personalPlaces(): PersonalPlace[] {
    return profilePlaces(this.profiles)
  }

  /** What was reserved for it is free again. */
  #leaveOut(placed: Placed): void {
    for (const { creative } of placed.ads) this.#serving.holding.leaveOut(creative)
    giveBack(this.#serving, [placed]).catch(this.#options.onError)
  }

  async #placed(asked: AskedPlaces): Promise<{ places: Placed[]; body: string }> {
    await this.#options.tokens.ready()
    const held = await this.#serving.holding.of(asked.org)
    const places = await place(this.#serving, held, placingOf(this.#asking, held, asked))
    return { places, body: await this.#views.json(places) }
  }
}

/** Whoever gets it shows nothing. */
const NOTHING = '{"places":[]}'

export type { AskedPlaces } from './serving/asking.ts'

/** What each kind of thing is made of, for who makes them without a request. */
export const adInputs = {
  site: newSiteSchema,
  zone: newZoneSchema,
  advertiser: newAdvertiserSchema,
  creative: newCreativeSchema,
  campaign: newCampaignSchema,
  flight: newFlightSchema,
}
