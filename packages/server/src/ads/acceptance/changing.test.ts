import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { newCampaignSchema, newFlightSchema } from '../inventory/demand-inputs.ts'
import { AdsGround, HOUR_MS, NOON, type Running, tokenIn, visit } from './ground.fixtures.ts'

const PERSON = { random: 'V1StGXR8_Z5jdHi6B-myT9', consent: true }
const at = (ms: number): string => new Date(ms).toISOString()

/** Another flight of the same advertiser, in a campaign of its own. */
async function sibling(ground: AdsGround, { advertiser, creative }: Running, flight: Record<string, unknown>) {
  const { campaigns, flights } = ground.context.ads.inventory
  const actor = ground.admin
  const said = { advertiser, name: 'Other', budget: 1_000_000_000, from: at(NOON - HOUR_MS) }
  const { doc } = await campaigns.create({ actor }, newCampaignSchema.parse(said))
  const pricing = { model: 'cpm', price: 2_000_000 }
  const asked = { campaign: doc._id, name: 'Other', pricing, pacing: 'asap', creatives: [creative], ...flight }
  await flights.create({ actor }, newFlightSchema.parse(asked))
  await campaigns.start(actor, doc._id)
}

/** What was changed is known everywhere after this. */
async function known(ground: AdsGround): Promise<void> {
  await ground.context.store.events.settle()
  ground.clock.now += 1000
}

async function seenIn(ground: AdsGround, zone: string, times = 1): Promise<number> {
  let seen = 0
  for (let time = 0; time < times; time++) {
    const ads = await ground.place({ places: [{ zone, count: 1 }], ...PERSON })
    for (const ad of ads) await ground.context.ads.tracking.view(tokenIn(ad.impression), visit)
    seen += ads.length
  }
  return seen
}

describeEngines('ads whose terms change, or that only somebody asks for', (engine) => {
  it('are explained without anything being paid, also where a price is paid once', async () => {
    const ground = await AdsGround.on(engine)
    const running = await ground.running({ pricing: { model: 'flat', price: 5_000_000 }, goal: 1000 })
    const explain = () => ground.context.ads.explain(ground.admin, ground.asked())
    expect((await explain()).served).toHaveLength(1)
    expect((await ground.campaignOf(running)).money).toMatchObject({ left: 1_000_000_000, spent: 0, out: [] })
    expect(await ground.place()).toHaveLength(1)
    expect((await explain()).served).toHaveLength(1)
    await ground.settle()
    expect((await ground.campaignOf(running)).money).toMatchObject({ left: 995_000_000, spent: 5_000_000 })
  })

  it('are explained as not to be had where the price cannot be paid', async () => {
    const ground = await AdsGround.on(engine)
    await ground.running({ pricing: { model: 'flat', price: 5_000_000 } }, { budget: 4_000_000 })
    const { served, verdicts } = await ground.context.ads.explain(ground.admin, ground.asked())
    expect([served, verdicts.map(({ droppedBy }) => droppedBy)]).toEqual([[], ['budget-and-pacing']])
    expect(await ground.place()).toEqual([])
  })

  it('B8.14: are explained where they rest, each by the first rule that keeps it from being shown', async () => {
    const ground = await AdsGround.on(engine)
    const { campaign, flight, creative, advertiser } = await ground.running()
    const { campaigns, flights, creatives, advertisers } = ground.context.ads.inventory
    const actor = ground.admin
    const why = async () => {
      await known(ground)
      return (await ground.context.ads.explain(actor, ground.asked())).verdicts.map(({ droppedBy }) => droppedBy)
    }
    expect(await why()).toEqual([null])
    await campaigns.pause(actor, campaign)
    expect(await why()).toEqual(['campaign-is-on'])
    await campaigns.resume(actor, campaign)
    await flights.change(actor, flight, { state: 'paused' })
    expect(await why()).toEqual(['flight-is-on'])
    await flights.change(actor, flight, { state: 'on' })
    await creatives.review(actor, creative, { state: 'rejected', reason: 'Too loud.' })
    expect(await why()).toEqual(['creative-is-approved'])
    await creatives.review(actor, creative, { state: 'approved', reason: null })
    await advertisers.archive(actor, advertiser)
    expect(await why()).toEqual(['advertiser-not-archived'])
  })

  it('B8.4: count for caps of their advertiser wherever they are shown, and while what has the cap rests', async () => {
    const ground = await AdsGround.on(engine)
    await ground.zone('best', { design: 'best' })
    const capped = await ground.running({ zones: ['side'], caps: [{ per: 'advertiser', most: 1, seconds: 86_400 }] })
    await sibling(ground, capped, { zones: ['best'] })
    await ground.context.ads.inventory.flights.change(ground.admin, capped.flight, { state: 'paused' })
    await known(ground)
    expect(await seenIn(ground, 'best', 2)).toBe(2)
    await ground.context.ads.inventory.flights.change(ground.admin, capped.flight, { state: 'on' })
    await known(ground)
    expect(await seenIn(ground, 'side')).toBe(0)
  })

  it('stand beside what is on the page already, also if that was paused since', async () => {
    const ground = await AdsGround.on(engine)
    const { advertisers, campaigns } = ground.context.ads.inventory
    await ground.zone('foot')
    const [first, other] = [await ground.running({ zones: ['side'] }), await ground.running({ zones: ['foot'] })]
    for (const { advertiser } of [first, other])
      await advertisers.change(ground.admin, advertiser, { category: 'bakeries' })
    await known(ground)
    const [ad] = await ground.place()
    await campaigns.pause(ground.admin, first.campaign)
    await known(ground)
    const places = [{ zone: 'foot', count: 1 }]
    expect(await ground.place({ places, beside: [ad?.token ?? ''] })).toEqual([])
    expect(await ground.place({ places })).toHaveLength(1)
  })

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['cap of a day', { dailyCap: 4000 }, {}],
    ['goal', {}, { goal: 2 }],
  ])('B8.7: keep to a lower %s at once, whatever was taken out before', async (_, campaign, flight) => {
    const ground = await AdsGround.on(engine)
    const { campaigns, flights } = ground.context.ads.inventory
    const running = await ground.running({ goal: 800 }, { dailyCap: 400_000 })
    expect(await seenIn(ground, 'side')).toBe(1)
    await campaigns.change(ground.admin, running.campaign, campaign)
    await flights.change(ground.admin, running.flight, flight)
    await known(ground)
    expect(await seenIn(ground, 'side', 20)).toBeLessThanOrEqual(1)
    await campaigns.change(ground.admin, running.campaign, { dailyCap: 400_000 })
    await flights.change(ground.admin, running.flight, { goal: 800 })
    await known(ground)
    expect(await seenIn(ground, 'side', 20)).toBe(20)
  })

  it.each<[string, Record<string, unknown>]>([
    ['ends long after', { until: at(NOON + 400 * 24 * HOUR_MS) }],
    ['began long before', { from: at(NOON - 400 * 24 * HOUR_MS) }],
  ])('spread evenly over the time that they have, where the flight %s its campaign', async (_, dates) => {
    const ground = await AdsGround.on(engine)
    await ground.zone('other')
    const campaign = { from: at(NOON - HOUR_MS), until: at(NOON + 9 * HOUR_MS) }
    const even = { pacing: 'even', goal: 1000 }
    await ground.running({ ...even, ...dates, zones: ['side'] }, campaign)
    await ground.running({ ...even, zones: ['other'] }, campaign)
    const shown = [await seenIn(ground, 'side', 150), await seenIn(ground, 'other', 150)]
    expect(shown[0]).toBe(shown[1])
    expect(shown[0]).toBeGreaterThan(0)
  })
})
