import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { createContext } from '../../context.ts'
import { allDocuments } from '../../testing/api/all-documents.ts'
import { profiles } from '../collections.ts'
import { AdsGround, FIREFOX, HOUR_MS, tokenIn, visit } from './ground.fixtures.ts'

const PERSON = 'V1StGXR8_Z5jdHi6B-myT9'

describeEngines('ads on a page', (engine) => {
  it('B8.7: end within a second on every node when they are paused, and go on when they are not', async () => {
    const ground = await AdsGround.on(engine)
    const { campaign } = await ground.running()
    const { config, store, now, log } = ground.context
    const other = await createContext(config, { store, now, log })
    const shownThere = async (): Promise<number> =>
      JSON.parse(await other.ads.place(ground.asked())).places[0].ads.length
    expect([await shownThere(), (await ground.place()).length]).toEqual([1, 1])
    await ground.context.ads.inventory.campaigns.pause(ground.admin, campaign)
    await store.events.settle()
    ground.clock.now += 1000
    expect([await shownThere(), (await ground.place()).length]).toEqual([0, 0])
    await ground.context.ads.inventory.campaigns.resume(ground.admin, campaign)
    await store.events.settle()
    ground.clock.now += 1000
    expect([await shownThere(), (await ground.place()).length]).toEqual([1, 1])
  })

  it('B8.7: end with their campaign, and with its budget', async () => {
    const ground = await AdsGround.on(engine)
    const until = new Date(ground.clock.now + HOUR_MS).toISOString()
    await ground.running({}, { until, budget: 6000 })
    const shown = []
    for (let time = 0; time < 5; time++) shown.push(...(await ground.place()))
    expect(shown).toHaveLength(3)
    await ground.running({}, { until })
    ground.clock.now += 1000
    expect(await ground.place()).toHaveLength(1)
    ground.clock.now += HOUR_MS
    expect(await ground.place()).toEqual([])
  })

  it('are the house’s own where nobody pays, and cost nobody anything', async () => {
    const ground = await AdsGround.on(engine)
    const own = await ground.creative(await ground.advertiser())
    await ground.zone('foot', { house: [own] })
    const [ad] = await ground.place({ places: [{ zone: 'foot', count: 1 }] })
    expect(ad).toMatchObject({ isHouse: true })
    const before = await allDocuments(ground.context.store)
    expect(await ground.context.ads.tracking.view(tokenIn(ad?.impression ?? ''), visit)).toBe('own')
    const { location } = await ground.context.ads.tracking.click(tokenIn(ad?.click ?? ''), visit)
    expect(location).toBe('https://example.com/offer')
    expect(await allDocuments(ground.context.store)).toEqual(before)
  })

  it('are off where a site says so: house ads, too', async () => {
    const ground = await AdsGround.on(engine)
    await ground.running()
    const own = await ground.creative(await ground.advertiser())
    await ground.zone('foot', { house: [own] })
    const places = [
      { zone: 'side', count: 1 },
      { zone: 'foot', count: 2 },
    ]
    const { sites } = ground.context.ads.inventory
    const member = { ...ground.admin, id: 'ada', role: 'member' as const }
    const counts = async (set = {}): Promise<number> => {
      await ground.context.store.events.settle()
      ground.clock.now += 1000
      return (await ground.place({ places, ...set })).length
    }
    expect(await counts()).toBe(2)
    await sites.change(ground.admin, 'magazine', { off: { topics: [], roles: ['member'], signedIn: false } })
    expect([await counts(), await counts({ actor: member }), await counts({ actor: ground.admin })]).toEqual([2, 0, 2])
    await sites.change(ground.admin, 'magazine', { off: { topics: [], roles: [], signedIn: true } })
    expect([await counts(), await counts({ actor: member })]).toEqual([2, 0])
    await sites.change(ground.admin, 'magazine', { isOn: false })
    expect(await counts()).toBe(0)
  })

  it('B8.4: two zones on one page, two tabs and two nodes do not go past a cap', async () => {
    const ground = await AdsGround.on(engine)
    await ground.zone('head')
    const caps = [{ per: 'campaign', most: 2, seconds: 3600 }]
    await ground.running({ caps }, { roadblock: true })
    const { config, store, now, log } = ground.context
    const other = await createContext(config, { store, now, log })
    const places = ['side', 'head'].map((zone) => ({ zone, count: 2 }))
    const asked = ground.asked({ places, random: PERSON, consent: true })
    const nodes = [ground.context, other, ground.context, other]
    const answers = await Promise.all(nodes.map(async ({ ads }) => JSON.parse(await ads.place(asked))))
    const shown = answers.flatMap((answer) => answer.places.flatMap((place: { ads: unknown[] }) => place.ads))
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.length).toBeLessThanOrEqual(2)
    for (const { impression } of shown as { impression: string }[])
      expect(await ground.context.ads.tracking.view(tokenIn(impression), visit)).toBe('billed')
    ground.clock.now += HOUR_MS - 1
    expect(await ground.place({ random: PERSON, consent: true })).toEqual(
      shown.length === 2 ? [] : expect.any(Array<unknown>),
    )
    ground.clock.now += 2
    expect(await ground.place({ random: PERSON, consent: true })).toHaveLength(1)
  })

  it('B8.11: keep nothing of anybody without consent, or with Sec-GPC, and are shown all the same', async () => {
    const ground = await AdsGround.on(engine)
    await ground.running({ caps: [{ per: 'campaign', most: 1, seconds: 3600 }] })
    const kept = async (): Promise<number> => ground.context.store.collection(profiles).count({ atMost: 10 })
    const said = (field: string): string | null => ({ 'user-agent': FIREFOX, 'sec-gpc': '1' })[field] ?? null
    for (const set of [{ random: PERSON }, { random: PERSON, consent: true, said }, { actor: ground.admin }])
      for (const time of [1, 2]) expect(await ground.place(set), `${time}`).toHaveLength(1)
    expect(await kept()).toBe(0)
    expect(await ground.place({ random: PERSON, consent: true })).toHaveLength(1)
    expect(await kept()).toBe(1)
    await ground.context.ads.forget(ground.admin.org, null, PERSON)
    expect(await kept()).toBe(0)
  })

  it('B8.14: are explained as they are served', async () => {
    const ground = await AdsGround.on(engine)
    const low = await ground.running({ pricing: { model: 'cpm', price: 1_000_000 } })
    const high = await ground.running({ pricing: { model: 'cpm', price: 3_000_000 } })
    const elsewhere = await ground.running({ targeting: { locales: ['fr'] } })
    const { verdicts, served } = await ground.context.ads.explain(ground.admin, ground.asked({ locale: 'de' }))
    const [ad] = await ground.place({ locale: 'de' })
    expect(served).toEqual([{ zone: 'side', flight: high.flight, creative: high.creative }])
    const { creatives } = ground.context.ads.inventory
    expect(ad?.title).toBe((await creatives.get(ground.admin, high.creative)).card?.title)
    const why = new Map(verdicts.map(({ flight, droppedBy }) => [flight, droppedBy]))
    expect(why.get(high.flight)).toBe(null)
    expect(why.get(low.flight)).toBe('outranked')
    expect(why.get(elsewhere.flight)).toMatch(/locale/)
    await ground.settle()
    expect((await ground.campaignOf(high)).money.spent).toBe(0)
  })

  it('B8.10: are not paid for by machines, who are shown what nobody pays for', async () => {
    const ground = await AdsGround.on(engine)
    const running = await ground.running()
    const bot = (field: string): string | null => (field === 'user-agent' ? 'Googlebot/2.1' : null)
    expect(await ground.place({ said: bot })).toEqual([])
    const [ad] = await ground.place()
    expect(await ground.context.ads.tracking.view(tokenIn(ad?.impression ?? ''), { ...visit, said: bot })).toBe('bot')
    await ground.settle()
    expect((await ground.campaignOf(running)).money.spent).toBe(0)
  })
})
