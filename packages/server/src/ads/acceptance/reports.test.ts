import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { newCampaignSchema } from '../inventory/demand-inputs.ts'
import { spendOf } from '../money/spend.ts'
import { GROUPINGS } from '../reports/report.ts'
import { AdsGround, HOUR_MS, MINUTE_MS, NOON, type Running, tokenIn, visit } from './ground.fixtures.ts'

const RUNS = 4
const PERSON = 'V1StGXR8_Z5jdHi6B-myT9'

const sumOf = (lines: readonly { spend: number }[]): number => lines.reduce((sum, { spend }) => sum + spend, 0)

describeEngines('what ads brought', (engine) => {
  it('is told at once, and to the micro-unit the same when all of it is settled', async () => {
    const ground = await AdsGround.on(engine)
    const running = await ground.running()
    const { tracking } = ground.context.ads
    const [ad] = await ground.place({ random: PERSON, consent: true })
    expect(await tracking.view(tokenIn(ad?.impression ?? ''), visit)).toBe('billed')
    await tracking.seen(tokenIn(ad?.viewable ?? ''), visit)
    const click = await tracking.click(tokenIn(ad?.click ?? ''), visit)
    expect(click.location).toBe('https://example.com/offer')
    const expected = { impressions: 1, viewable: 1, clicks: 1, conversions: 0, spend: 2000, ctr: 1 }
    const before = await ground.report(running)
    expect(before.total).toEqual({ ...expected, reach: 1 })
    await ground.settle()
    const after = await ground.report(running)
    expect(after.total).toEqual({ ...expected, reach: 1 })
    expect(after.lines).toEqual([{ key: '2026-06-10', label: null, ...expected, reach: 1 }])
    const [byZone] = (await ground.report(running, 'zone')).lines
    expect(byZone).toEqual({ key: 'side', label: 'side', ...expected, reach: null })
    const [byCreative] = (await ground.report(running, 'creative')).lines
    expect(byCreative).toMatchObject({ key: running.creative, label: 'Card' })
    expect((await ground.campaignOf(running)).money).toMatchObject({ spent: 2000, left: 999_998_000, out: [] })
  })

  it('B8.13: late events land on the date of the decision, in the time zone of the campaign', async () => {
    const ground = await AdsGround.on(engine)
    const running = await ground.running({}, { timeZone: 'Asia/Kolkata' })
    ground.clock.now = Date.UTC(2026, 5, 10, 18, 29)
    const [ad] = await ground.place()
    ground.clock.now += 5 * MINUTE_MS
    await ground.context.ads.tracking.view(tokenIn(ad?.impression ?? ''), visit)
    await ground.settle()
    expect((await ground.report(running)).lines.map(({ key }) => key)).toEqual(['2026-06-10'])
    expect((await ground.report(running, 'hour')).lines.map(({ key }) => key)).toEqual(['2026-06-10T17:30:00.000Z'])
  })

  it('B8.1, B8.13: ledger, counters and reports agree, however they are told of it', async () => {
    const act = fc.record({
      zone: fc.constantFrom('side', 'head'),
      minutes: fc.nat(100),
      tells: fc.array(fc.constantFrom('view', 'view', 'seen', 'click'), { maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 60 }), async (acts) => {
        const ground = await AdsGround.on(engine)
        await ground.zone('head')
        const all = [await ground.running(), await ground.running({ pricing: { model: 'cpc', price: 350_001 } })]
        for (const { zone, minutes, tells } of acts) {
          ground.clock.now += minutes * MINUTE_MS
          const ads = await ground.place({ places: [{ zone, count: 2 }] })
          for (const ad of ads) for (const tell of tells) await told(ground, ad, tell)
          if (minutes > 90) await ground.context.ads.settler.drain()
        }
        await ground.settle()
        for (const running of all) await expectAgreement(ground, running)
      }),
      { numRuns: RUNS },
    )
  })

  it('is for who may look after ads, and for who was given the link', async () => {
    const ground = await AdsGround.on(engine)
    const running = await ground.running()
    const { reports } = ground.context.ads
    const wanted = { from: null, until: null, by: 'day' as const }
    const member = { ...ground.admin, id: 'ada', role: 'member' as const }
    await expect(reports.report(member, running.campaign, wanted)).rejects.toMatchObject({ code: 'forbidden' })
    const stranger = { ...ground.admin, org: 'other' }
    await expect(reports.report(stranger, running.campaign, wanted)).rejects.toMatchObject({
      code: 'campaign-not-found',
    })
    const link = await reports.link(ground.admin, running.advertiser)
    expect((await reports.shared(link, wanted)).reports.map(({ campaign }) => campaign._id)).toEqual([running.campaign])
    expect((await reports.sharedOne(link, running.campaign, wanted)).campaign._id).toBe(running.campaign)
    const foreign = await ground.running()
    await expect(reports.sharedOne(link, foreign.campaign, wanted)).rejects.toMatchObject({ code: 'link-not-found' })
    const next = await reports.link(ground.admin, running.advertiser)
    for (const wrong of [link, `${running.advertiser}.`, `${running.advertiser}.null`, '.', `${next}x`])
      await expect(reports.shared(wrong, wanted)).rejects.toMatchObject({ code: 'link-not-found' })
    await reports.unlink(ground.admin, running.advertiser)
    await expect(reports.shared(next, wanted)).rejects.toMatchObject({ code: 'link-not-found' })
  })
})

describeEngines('a report of some days', (engine) => {
  const seenBy = async (ground: AdsGround, random: string): Promise<void> => {
    const [ad] = await ground.place({ random, consent: true })
    await ground.context.ads.tracking.view(tokenIn(ad?.impression ?? ''), visit)
  }

  it.each(['still open', 'settled'])('tells who was reached on these days, and nobody else: %s', async (state) => {
    const ground = await AdsGround.on(engine)
    const { campaign } = await ground.running()
    for (let one = 0; one < 12; one++) await seenBy(ground, randomUUID())
    if (state === 'settled') await ground.settle()
    const second = NOON + 24 * HOUR_MS
    ground.clock.now = second
    for (let time = 0; time < 8; time++) await seenBy(ground, PERSON)
    if (state === 'settled') await ground.settle()
    const reachFrom = async (from: number): Promise<[number, number | null]> => {
      const span = { from: new Date(from).toISOString(), until: new Date(second + HOUR_MS).toISOString() }
      const { total } = await ground.context.ads.reports.report(ground.admin, campaign, { ...span, by: 'day' })
      return [total.impressions, total.reach]
    }
    expect(await reachFrom(second - 12 * HOUR_MS)).toEqual([8, 1])
    // An estimate: two may fall into one register.
    const [impressions, reach] = await reachFrom(NOON - HOUR_MS)
    expect(impressions).toBe(20)
    expect(Math.abs((reach ?? 0) - 13)).toBeLessThanOrEqual(3)
  })

  it.each(['still open', 'settled'])('tells of nobody reached where it has a day in part: %s', async (state) => {
    const ground = await AdsGround.on(engine)
    const { campaign } = await ground.running()
    for (let one = 0; one < 12; one++) await seenBy(ground, randomUUID())
    ground.clock.now += HOUR_MS
    for (let time = 0; time < 8; time++) await seenBy(ground, PERSON)
    if (state === 'settled') await ground.settle()
    const reachIn = async (by: 'day' | 'hour', from: number | null, until: number | null = null) => {
      const [first, last] = [from, until].map((ms) => (ms === null ? null : new Date(ms).toISOString()))
      const wanted = { from: first ?? null, until: last ?? null, by }
      const { total, lines } = await ground.context.ads.reports.report(ground.admin, campaign, wanted)
      return { impressions: total.impressions, reach: total.reach, lines: lines.map((line) => line.reach) }
    }
    const hour = NOON + HOUR_MS
    expect(await reachIn('hour', hour, hour + HOUR_MS)).toEqual({ impressions: 8, reach: null, lines: [null] })
    expect(await reachIn('day', hour)).toEqual({ impressions: 8, reach: null, lines: [null] })
    expect(await reachIn('day', NOON - HOUR_MS, hour)).toMatchObject({ impressions: 12, reach: null, lines: [null] })
    const whole = await reachIn('hour', NOON, hour + HOUR_MS)
    expect(whole).toMatchObject({ impressions: 20, lines: [null, null] })
    expect(Math.abs((whole.reach ?? 0) - 13), 'nothing was shown in the rest of the day').toBeLessThanOrEqual(3)
    ground.clock.now = NOON + 30 * 24 * HOUR_MS + 20 * MINUTE_MS
    expect((await reachIn('day', null)).lines, 'by default days are whole').toEqual([whole.reach])
  })

  it('is of all that was, also where the campaign ends earlier by now, or before what is asked for', async () => {
    const ground = await AdsGround.on(engine)
    const running = await ground.running()
    const { reports, inventory } = ground.context.ads
    await seenBy(ground, PERSON)
    await inventory.campaigns.change(ground.admin, running.campaign, { until: new Date(NOON - 1).toISOString() })
    const wanted = { from: null, until: null, by: 'day' as const }
    expect((await reports.report(ground.admin, running.campaign, wanted)).total.spend).toBe(2000)
    ground.clock.now += 9 * 24 * HOUR_MS
    const link = await reports.link(ground.admin, running.advertiser)
    const from = new Date(ground.clock.now - 24 * HOUR_MS).toISOString()
    expect((await reports.shared(link, { ...wanted, from })).reports[0]?.total.spend).toBe(0)
    const ahead = new Date(ground.clock.now + 24 * HOUR_MS).toISOString()
    await expect(reports.shared(link, { ...wanted, from: ahead })).rejects.toMatchObject({
      code: 'invalid',
      flaws: [{ path: 'query.from' }],
    })
  })

  it('is given to advertisers of what ran: no draft, none that was thrown away, and however many there are', async () => {
    const ground = await AdsGround.on(engine)
    const { campaign, advertiser } = await ground.running()
    const { reports, inventory } = ground.context.ads
    const { campaigns } = inventory
    const actor = ground.admin
    const draft = newCampaignSchema.parse({ advertiser, name: 'Secret', budget: 1, from: new Date(NOON).toISOString() })
    const drafts: string[] = []
    for (let one = 0; one < 21; one++) {
      ground.clock.now += 1000
      drafts.push((await campaigns.create({ actor }, draft)).doc._id)
    }
    await campaigns.archive(actor, drafts[0] ?? '')
    const link = await reports.link(actor, advertiser)
    const wanted = { from: null, until: null, by: 'day' as const }
    expect((await reports.shared(link, wanted)).reports.map((one) => one.campaign._id)).toEqual([campaign])
    for (const hidden of drafts.slice(0, 2))
      await expect(reports.sharedOne(link, hidden, wanted)).rejects.toMatchObject({ code: 'link-not-found' })
    await inventory.advertisers.archive(actor, advertiser)
    await expect(reports.link(actor, advertiser)).rejects.toMatchObject({ code: 'advertiser-not-found' })
  })
})

type Ad = { impression: string; viewable: string; click: string }

async function told({ context: { ads } }: AdsGround, ad: Ad, tell: string): Promise<void> {
  if (tell === 'view') await ads.tracking.view(tokenIn(ad.impression), visit)
  if (tell === 'seen') await ads.tracking.seen(tokenIn(ad.viewable), visit)
  // Each from somewhere else: how often one may click is not what this is about.
  if (tell === 'click') await ads.tracking.click(tokenIn(ad.click), { ...visit, address: `192.0.2.${ad.click.length}` })
}

async function expectAgreement(ground: AdsGround, running: Running): Promise<void> {
  const { money, budget } = await ground.campaignOf(running)
  let ledger = 0
  for await (const { doc } of ground.context.ads.money.slices.scan())
    if (doc.campaign === running.campaign) ledger += spendOf(doc)
  expect(money).toMatchObject({ spent: ledger, left: budget - ledger, out: [] })
  const totals = []
  for (const by of GROUPINGS) {
    const { lines, total } = await ground.report(running, by)
    expect(sumOf(lines), by).toBe(ledger)
    for (const line of [...lines, total]) {
      expect(line.impressions).toBeGreaterThanOrEqual(line.viewable)
      expect(line.impressions).toBeGreaterThanOrEqual(line.clicks)
    }
    totals.push(total)
  }
  expect(new Set(totals.map((total) => JSON.stringify(total))).size).toBe(1)
  expect(NOON + HOUR_MS).toBeLessThan(ground.clock.now)
}
