import { createStore } from '@palaver/store'
import { expect, it, onTestFinished } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { campaigns, slices } from '../collections.ts'
import type { Decided } from '../entries.ts'
import { CLICK_MS, CONVERSION_MS, IMPRESSION_MS, SKEW_MS, SLICE_CLOSES_MS } from '../lifetimes.ts'
import type { Campaign, Flight } from '../model.ts'
import { billClick, billConversion, type Billed, billSeen, billView } from './billing.ts'
import { settleDue } from './settling.ts'
import { campaignOf, candidateOf, decidedOf, flightOf, nodeOn, NOON } from './testing/ground.ts'
import { verifyMoney } from './verify.ts'

const TIMES = 20
const counted = (verdicts: readonly Billed[]): Partial<Record<Billed, number>> =>
  Object.fromEntries([...Map.groupBy(verdicts, (one) => one)].map(([verdict, all]) => [verdict, all.length]))
const many = (call: (at: number) => Promise<Billed>): Promise<Billed[]> =>
  Promise.all(Array.from({ length: TIMES }, (_, at) => call(at)))

describeEngines('what is billed', (engine) => {
  async function ground(set: Partial<Campaign> = {}, flight: Partial<Flight> = {}) {
    const store = createStore(await engine.open([campaigns, slices]))
    onTestFinished(() => store.close())
    const clock = { now: NOON }
    const nodes = ['one', 'two'].map((name) => nodeOn(store, name, () => clock.now))
    const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
    const campaign = campaignOf({ budget: 10_000_000, ...set })
    await one.campaigns.insert(campaign)
    const candidate = candidateOf(campaign, flightOf(flight))
    const decide = async (): Promise<Decided> => {
      const reserved = await one.purses.reserve(candidate, clock.now)
      if (reserved === null) throw new Error('Nothing is left.')
      return decidedOf(campaign._id, reserved, clock.now)
    }
    const settle = async (): Promise<Campaign> => {
      clock.now += SLICE_CLOSES_MS + SKEW_MS
      while ((await settleDue(two, { now: clock.now, limit: 100 })) > 0) continue
      expect(await verifyMoney(one)).toMatchObject({ found: [], busy: [] })
      return (await one.campaigns.get(campaign._id)) as Campaign
    }
    return { one, two, clock, decide, settle, candidate }
  }

  it('B8.2: one nonce bills one impression, one sight and one click, however often and wherever it is told', async () => {
    const { one, two, decide, settle } = await ground()
    const decided = await decide()
    expect(counted(await many((at) => billView(at % 2 === 0 ? one : two, decided, `r${at}`)))).toEqual({
      billed: 1,
      repeat: TIMES - 1,
    })
    expect(counted(await many((at) => billSeen(at % 2 === 0 ? one : two, decided)))).toEqual({
      billed: 1,
      repeat: TIMES - 1,
    })
    expect(counted(await many((at) => billClick(at % 2 === 0 ? one : two, decided)))).toEqual({
      free: 1,
      repeat: TIMES - 1,
    })
    expect((await settle()).money).toMatchObject({ spent: 1000, left: 9_999_000, out: [] })
    expect(await billView(one, { ...decided, at: NOON + 2 * SLICE_CLOSES_MS }, 'r')).toBe('repeat')
  })

  it('B8.2: views and clicks of many, at once and alone, have each its own verdict', async () => {
    const { one, two, decide } = await ground()
    const all = await Promise.all(Array.from({ length: 60 }, decide))
    const first = await Promise.all(all.slice(0, 40).map((decided) => billView(one, decided, 'r')))
    expect(counted(first)).toEqual({ billed: 40 })
    const again = await Promise.all(
      all.map((decided, at) => (at % 2 === 0 ? billView(two, decided, 's') : billClick(two, decided))),
    )
    expect(counted(again)).toEqual({ repeat: 20, free: 20, billed: 10, unseen: 10 })
    for (const decided of all.slice(40)) await billView(one, decided, 'alone')
    expect(counted(await Promise.all(all.map((decided) => billView(one, decided, 'r'))))).toEqual({ repeat: 60 })
  })

  it('B8.2: a click without an impression is unbilled', async () => {
    const { one, decide, settle } = await ground({}, { pricing: { model: 'cpc', price: 500_000 } })
    const decided = await decide()
    expect([await billClick(one, decided), await billSeen(one, decided)]).toEqual(['unseen', 'unseen'])
    expect([await billView(one, decided, 'r'), await billClick(one, decided)]).toEqual(['billed', 'billed'])
    expect(await billClick(one, { ...decided, index: 99 })).toBe('unseen')
    expect((await settle()).money).toMatchObject({ spent: 500_000, left: 9_500_000 })
  })

  it('clicks beyond those that can be paid are on record and free', async () => {
    const { one, decide, settle } = await ground(
      { budget: 1_000_000 },
      { pricing: { model: 'cpc', price: 500_000 }, goal: 1 },
    )
    const all = [await decide(), await decide(), await decide()]
    for (const decided of all) await billView(one, decided, 'r')
    const clicks = []
    for (const decided of all) clicks.push(await billClick(one, decided))
    expect(clicks).toEqual(['billed', 'free', 'free'])
    expect((await settle()).money).toMatchObject({ spent: 500_000, left: 500_000 })
  })

  it('B8.2: a click brings one conversion, which is paid once, and is on record where nothing can pay it', async () => {
    const { one, two, decide, settle, clock, candidate } = await ground(
      { budget: 2_500_000 },
      { pricing: { model: 'cpa', price: 2_000_000 } },
    )
    const [first, second, third] = [await decide(), await decide(), await decide()]
    for (const decided of [first, second, third]) await billView(one, decided, 'r')
    expect(await billConversion(one, first)).toBe('unseen')
    for (const decided of [first, second]) expect(await billClick(one, decided)).toBe('free')
    expect(await billConversion(one, third)).toBe('unseen')
    expect(counted(await many((at) => billConversion(at % 2 === 0 ? one : two, first)))).toEqual({
      billed: 1,
      repeat: TIMES - 1,
    })
    expect(await two.purses.reserve(candidate, clock.now), 'the next one could not be paid').toBe(null)
    expect(counted(await many(() => billConversion(two, second)))).toEqual({ free: 1, repeat: TIMES - 1 })
    expect((await settle()).money).toMatchObject({ spent: 2_000_000, left: 500_000 })
    expect(await billConversion(one, first)).toBe('repeat')
    clock.now = NOON + CONVERSION_MS + 2 * SKEW_MS
    expect(await billConversion(one, first)).toBe('closed')
  })

  it('a flat price is billed once, by whoever shows it first, and nothing is shown that it does not pay for', async () => {
    const { one, two, candidate, settle } = await ground(
      { budget: 3_000_000 },
      { pricing: { model: 'flat', price: 2_000_000 } },
    )
    const shown = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => (at % 2 === 0 ? one : two).purses.reserve(candidate, NOON)),
    )
    expect(shown.every((one) => one !== null)).toBe(true)
    const other = { ...candidate, flight: { ...candidate.flight, _id: 'f2' } }
    expect(await one.purses.reserve(other, NOON)).toBe(null)
    expect((await settle()).money).toMatchObject({ spent: 2_000_000, left: 1_000_000 })
  })

  it('what comes too late, or of a slice that is closed or was never there, costs nothing', async () => {
    const { one, two, decide, settle, clock } = await ground()
    const [early, late] = [await decide(), await decide()]
    expect(await billView(two, early, 'r')).toBe('billed')
    clock.now = NOON + IMPRESSION_MS + SKEW_MS
    expect(await billView(one, late, 'r')).toBe('billed')
    clock.now += 1
    expect(await billView(one, { ...late, index: 3 }, 'r')).toBe('closed')
    clock.now = NOON + CLICK_MS + SKEW_MS
    expect(await billClick(one, early)).toBe('free')
    clock.now += 1
    expect(await billClick(one, late)).toBe('closed')
    expect((await settle()).money.spent).toBe(2000)
    expect(await billView(one, { ...early, index: 5, at: clock.now }, 'r')).toBe('closed')
    expect(await billView(one, { ...early, slice: 'none', at: clock.now }, 'r')).toBe('unknown')
    expect(await billView(one, { ...early, campaign: null, slice: null }, 'r')).toBe('free')
  })
})
