import { onTestFinished } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import type { Actor } from '../../api/actor.ts'
import { collections } from '../../collections.ts'
import type { Context } from '../../context.ts'
import { startFollowing } from '../../following.ts'
import { testContext } from '../../testing/test-context.ts'
import { newCreativeSchema } from '../inventory/creative-inputs.ts'
import { newAdvertiserSchema, newCampaignSchema, newFlightSchema } from '../inventory/demand-inputs.ts'
import { newSiteSchema, newZoneSchema } from '../inventory/place-inputs.ts'
import type { Campaign } from '../model.ts'
import type { AskedPlaces } from '../service.ts'

export const NOON = Date.UTC(2026, 5, 10, 12)
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const saying = (agent: string) => (field: string) => (field === 'user-agent' ? agent : null)
export const visit = { said: saying(FIREFOX), address: '192.0.2.1' }

type Shown = { token: string; title: string; isHouse: boolean; impression: string; viewable: string; click: string }
export type Running = { campaign: string; flight: string; creative: string; advertiser: string }

/** An org with a site and a zone, on a clock that tests put forward. */
export class AdsGround {
  readonly context: Context
  readonly clock: { now: number }
  readonly admin: Actor
  #made = 0

  private constructor(context: Context, clock: { now: number }, org: string) {
    this.context = context
    this.clock = clock
    this.admin = { org, id: 'admin', name: 'Admin', role: 'admin', kind: 'person' }
  }

  static async on(engine: TestEngine): Promise<AdsGround> {
    const clock = { now: NOON }
    const opened = await engine.open(collections)
    const context = await testContext({ engine: opened, now: () => clock.now }, { PALAVER_ADS_LIMIT_MS: '10000' })
    const { _id: org } = await context.accounts.create('Ads')
    const ground = new AdsGround(context, clock, org)
    const { sites } = context.ads.inventory
    await sites.create({ actor: ground.admin }, newSiteSchema.parse({ key: 'magazine', name: 'Magazine' }))
    await ground.zone('side')
    onTestFinished(() => context.store.close())
    return ground
  }

  async zone(key: string, set: Record<string, unknown> = {}): Promise<void> {
    const said = { key, site: 'magazine', name: key, formats: ['card'], floor: 0, design: 'targeted', ...set }
    await this.context.ads.inventory.zones.create({ actor: this.admin }, newZoneSchema.parse(said))
  }

  async creative(advertiser: string): Promise<string> {
    const { creatives } = this.context.ads.inventory
    const card = { title: `Title ${++this.#made}`, text: 'Text', action: 'Look' }
    const said = { advertiser, name: 'Card', format: 'card', card, destination: 'https://example.com/offer' }
    const { doc } = await creatives.create({ actor: this.admin }, newCreativeSchema.parse(said))
    await creatives.review(this.admin, doc._id, { state: 'approved', reason: null })
    return doc._id
  }

  async advertiser(): Promise<string> {
    const { advertisers } = this.context.ads.inventory
    const said = newAdvertiserSchema.parse({ name: `Advertiser ${++this.#made}` })
    return (await advertisers.create({ actor: this.admin }, said)).doc._id
  }

  /** One that runs: 2.00 for a thousand impressions, so 2,000 micro-units each. */
  async running(flight: Record<string, unknown> = {}, campaign: Record<string, unknown> = {}): Promise<Running> {
    const { campaigns, flights } = this.context.ads.inventory
    const actor = this.admin
    const advertiser = await this.advertiser()
    const creative = await this.creative(advertiser)
    const from = new Date(NOON - HOUR_MS).toISOString()
    const said = { advertiser, name: 'Campaign', budget: 1_000_000_000, from, ...campaign }
    const made = await campaigns.create({ actor }, newCampaignSchema.parse(said))
    const pricing = { model: 'cpm', price: 2_000_000 }
    const asked = { campaign: made.doc._id, name: 'Flight', pricing, pacing: 'asap', creatives: [creative], ...flight }
    const { doc } = await flights.create({ actor }, newFlightSchema.parse(asked))
    await campaigns.start(actor, made.doc._id)
    return { campaign: made.doc._id, flight: doc._id, creative, advertiser }
  }

  asked(set: Partial<AskedPlaces> = {}): AskedPlaces {
    const { org } = this.admin
    const page = { keywords: [], topic: null, resource: null, locale: null, beside: [] }
    const nobody = { actor: null, random: null, consent: false }
    return { org, places: [{ zone: 'side', count: 1 }], ...page, ...nobody, said: saying(FIREFOX), ...set }
  }

  async place(set: Partial<AskedPlaces> = {}): Promise<Shown[]> {
    const answer = JSON.parse(await this.context.ads.place(this.asked(set)))
    return answer.places.flatMap((one: { ads: Shown[] }) => one.ads)
  }

  campaignOf({ campaign }: Running): Promise<Campaign> {
    return this.context.ads.inventory.campaigns.get(this.admin, campaign)
  }

  /** Until nothing is out any more and all of it is added up. */
  async settle(hours = 3): Promise<void> {
    this.clock.now += hours * HOUR_MS
    await this.context.ads.settler.drain()
    await startFollowing(this.context).drained()
  }

  report({ campaign }: Running, by: 'hour' | 'day' | 'zone' | 'topic' | 'creative' | 'flight' = 'day') {
    const until = new Date(this.clock.now + HOUR_MS).toISOString()
    const from = new Date(NOON - 48 * HOUR_MS).toISOString()
    return this.context.ads.reports.report(this.admin, campaign, { from, until, by })
  }
}

export const tokenIn = (address: string): string => address.slice('/t/i/'.length)
