import { expect, test } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { admin, bookIn, DAY_MS, inventoryGround, NEW } from './inventory.fixtures.ts'

describeEngines('campaigns', (engine) => {
  const { clock, context, wholeCampaign } = inventoryGround(engine)

  test('a campaign starts once it has all it needs, and says what it lacks', async () => {
    const actor = admin()
    const book = bookIn(context())
    const { doc: advertiser } = await book.advertisers.create({ actor }, NEW.advertiser())
    const { _id: id } = (await book.campaigns.create({ actor }, NEW.campaign(advertiser._id, { budget: 0 }))).doc
    const missing = () =>
      book.campaigns.start(actor, id).then(
        () => [],
        ({ code, flaws }) => [code, ...flaws.map(({ path }: { path: string }) => path)],
      )
    await expect(book.campaigns.pause(actor, id)).rejects.toMatchObject({ code: 'not-ready' })
    await expect(book.campaigns.resume(actor, id)).rejects.toMatchObject({ code: 'not-ready' })
    expect(await missing()).toEqual(['not-ready', 'budget', 'flights'])
    const { doc: flight } = await book.flights.create({ actor }, NEW.flight(id))
    expect(await missing()).toEqual(['not-ready', 'budget', 'creatives'])
    await book.campaigns.change(actor, id, { budget: 1000, until: new Date(clock.ms - DAY_MS).toISOString() })
    const { doc: creative } = await book.creatives.create({ actor }, NEW.creative(advertiser._id))
    await book.flights.change(actor, flight._id, { creatives: [creative._id] })
    await expect(book.campaigns.start(actor, id)).rejects.toMatchObject({
      flaws: [{ path: 'until' }, { path: 'creatives', message: expect.stringContaining(`${creative._id}/review`) }],
    })
    await book.creatives.review(actor, creative._id, { state: 'rejected', reason: 'Too loud.' })
    expect(await missing()).toEqual(['not-ready', 'until', 'creatives'])
    await book.creatives.review(actor, creative._id, { state: 'approved', reason: null })
    await book.campaigns.change(actor, id, { until: null })
    await book.flights.change(actor, flight._id, { state: 'paused' })
    expect(await missing()).toEqual(['not-ready', 'flights'])
    await book.flights.change(actor, flight._id, { state: 'on' })
    expect((await book.campaigns.start(actor, id)).state).toBe('on')
    expect((await book.campaigns.pause(actor, id)).state).toBe('paused')
    expect((await book.campaigns.resume(actor, id)).state).toBe('on')
    await expect(book.campaigns.change(actor, id, { timeZone: 'Asia/Tokyo' })).rejects.toMatchObject({
      code: 'invalid',
    })
    const cpc = { pricing: { model: 'cpc', price: 5 } } as const
    await expect(book.flights.change(actor, flight._id, cpc)).rejects.toMatchObject({ code: 'invalid' })
    await book.campaigns.archive(actor, id)
    await expect(book.campaigns.start(actor, id)).rejects.toMatchObject({ code: 'archived' })
    await expect(book.campaigns.change(actor, id, { name: 'Again' })).rejects.toMatchObject({ code: 'archived' })
  })

  test('a budget never goes below what is spent and out, and what is left goes with it', async () => {
    const { actor, book, campaign, needs } = await wholeCampaign()
    const out = [{ id: 's1', flight: 'f', day: '2026-06-01', amount: 300, events: 1, closes: '2026-06-02' }]
    const set = { 'money.left': 4_999_500, 'money.spent': 200, 'money.out': out }
    await needs.campaigns.update({ _id: campaign._id }, { $set: set })
    const raised = await book.campaigns.change(actor, campaign._id, { budget: 6_000_000, name: 'More' })
    expect(raised).toMatchObject({ name: 'More', budget: 6_000_000, money: { left: 5_999_500, spent: 200, out } })
    expect((await book.campaigns.change(actor, campaign._id, { budget: 500 })).money.left).toBe(0)
    await expect(book.campaigns.change(actor, campaign._id, { budget: 499 })).rejects.toMatchObject({
      code: 'budget-spent',
      flaws: [{ path: 'budget', message: 'must be at least 500' }],
    })
  })

  test('a budget changes together with money that others move', async () => {
    const { actor, book, campaign, needs } = await wholeCampaign()
    const spend = () =>
      needs.campaigns.update({ _id: campaign._id }, { $inc: { 'money.left': -10, 'money.spent': 10 } })
    const budgets = [6, 7, 8].map((millions) => millions * 1_000_000)
    const work = budgets.flatMap((budget) => [book.campaigns.change(actor, campaign._id, { budget }), spend(), spend()])
    await Promise.all<unknown>(work)
    const { budget, money } = await book.campaigns.get(actor, campaign._id)
    expect(money.spent).toBe(60)
    expect(money.left + money.spent).toBe(budget)
  })
})
