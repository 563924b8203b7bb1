import { createStore, openSqlite } from '@palaver/store'
import { expect, it, onTestFinished, vi } from 'vitest'
import { campaigns, slices } from '../collections.ts'
import type { Reserved } from '../decision/model.ts'
import { IMPRESSION_MS, SLICE_CLOSES_MS, SLICE_MS } from '../lifetimes.ts'
import type { Campaign, Flight } from '../model.ts'
import { billView } from './billing.ts'
import { blankMoney } from './budget.ts'
import { MOST_OUT } from './noting.ts'
import { settleDue } from './settling.ts'
import { campaignOf, candidateOf, decidedOf, flightOf, MINUTE_MS, nodeOn, NOON } from './testing/ground.ts'

async function ground(set: Partial<Campaign> & { budget: number }, flight: Partial<Flight> = {}) {
  const store = createStore(await openSqlite({ file: ':memory:', collections: [campaigns, slices] }))
  onTestFinished(() => store.close())
  const clock = { now: NOON }
  const [one, two] = [nodeOn(store, 'one', () => clock.now), nodeOn(store, 'two', () => clock.now)]
  const campaign = campaignOf(set)
  await one.campaigns.insert(campaign)
  const candidate = candidateOf(campaign, flightOf(flight))
  const money = async () => (await one.campaigns.get('c1'))?.money ?? blankMoney(0)
  const reserve = (node = one) => node.purses.reserve(candidate, clock.now)
  return { one, two, clock, money, reserve, candidate }
}
const byIndex = (a: Reserved | null, b: Reserved | null): number => (a?.index ?? 0) - (b?.index ?? 0)
const PLENTY = { budget: 1_000_000_000 }

it('answers at once while a slice has room, and fetches the next one before it is used up', async () => {
  const { one, reserve, money } = await ground(PLENTY)
  const [first] = await Promise.all(Array.from({ length: 50 }, async () => reserve()))
  expect([first?.index, (await money()).out.length], 'one lease for all who wait').toEqual([0, 1])
  const change = vi.spyOn(one.campaigns, 'change')
  for (let at = 50; at < 89; at++) expect(reserve()).toMatchObject({ slice: first?.slice, index: at })
  expect(change).not.toHaveBeenCalled()
  expect(reserve()).toMatchObject({ index: 89 })
  // Noted first, and then there.
  const isThere = async ({ id }: { id: string }) => (await one.slices.get(id)) !== null
  await expect.poll(async () => Promise.all((await money()).out.map(isThere))).toEqual([true, true])
  for (let at = 90; at < 100; at++) expect(reserve()).toMatchObject({ slice: first?.slice, index: at })
  expect(reserve(), 'the next').toMatchObject({ index: 0 })
})

it('leaves the end of a budget to others, too', async () => {
  const { one, two, reserve, money } = await ground({ budget: 16_000 })
  await reserve(one)
  await reserve(two)
  expect((await money()).out.map(({ events }) => events)).toEqual([2, 2])
})

it('believes for a second that nothing is left, unless it hears of a change', async () => {
  const { one, clock, reserve } = await ground({ budget: 1_000 })
  expect(await reserve()).not.toBe(null)
  expect(await reserve()).toBe(null)
  expect(reserve(), 'at once').toBe(null)
  await one.campaigns.update({ _id: 'c1' }, { $inc: { budget: 1_000, 'money.left': 1_000 } })
  expect(reserve()).toBe(null)
  one.purses.changed('c1')
  expect(await reserve()).not.toBe(null)
  expect(await reserve()).toBe(null)
  await one.campaigns.update({ _id: 'c1' }, { $inc: { budget: 1_000, 'money.left': 1_000 } })
  clock.now += 1000
  expect(await reserve()).not.toBe(null)
})

it('gives a place again that was released, or whose impression did not come, but never its number', async () => {
  const { one, two, clock, reserve } = await ground({ budget: 3_000 }, { goal: 3 })
  const shown = [await reserve(), await reserve(), await reserve()] as Reserved[]
  expect(await reserve()).toBe(null)
  one.purses.release(shown[0] as Reserved)
  one.purses.release(shown[0] as Reserved)
  clock.now += 1000
  expect([await reserve(), await reserve()]).toEqual([{ ...shown[0], index: 1 }, null])
  expect(await billView(two, decidedOf('c1', shown[1] as Reserved, NOON), 'r')).toBe('billed')
  clock.now = NOON + 1000 + IMPRESSION_MS
  const again = [await reserve(), await reserve()]
  const expected = [
    { slice: shown[0]?.slice ?? '', index: 2 },
    { slice: shown[2]?.slice ?? '', index: 1 },
  ]
  expect(again.toSorted(byIndex), 'one came, on another node').toEqual(expected.toSorted(byIndex))
  expect(await reserve()).toBe(null)
})

it('takes no place of a slice that is too old, of a day that is over, or that has another price', async () => {
  const { one, clock, reserve, candidate } = await ground(PLENTY)
  const first = await reserve()
  clock.now += SLICE_MS
  const second = await reserve()
  expect(second?.slice).not.toBe(first?.slice)
  clock.now = Date.UTC(2026, 0, 10, 23, 59)
  const third = await reserve()
  clock.now += MINUTE_MS
  const fourth = await reserve()
  expect(fourth?.slice).not.toBe(third?.slice)
  expect((await one.slices.get(`c1~${fourth?.slice}`))?.day).toBe('2026-01-11')
  const flight = { ...candidate.flight, pricing: { model: 'cpm' as const, price: 2_000_000 } }
  const dearer = await one.purses.reserve({ ...candidate, flight }, clock.now)
  expect((await one.slices.get(`c1~${dearer?.slice}`))?.viewCost).toBe(2_000)
})

it('settles slices of which all has come with the next lease, and closes them when their time is over', async () => {
  const { one, clock, reserve, money } = await ground({ budget: 80_000 })
  const seen: string[] = []
  for (let at = 0; at < 40; at++) {
    const reserved = await reserve()
    if (reserved === null) throw new Error('Nothing is left.')
    seen.push(reserved.slice)
    expect(await billView(one, decidedOf('c1', reserved, clock.now), 'r')).toBe('billed')
    one.purses.landed(reserved)
    clock.now += MINUTE_MS / 2
  }
  const { spent, left, out } = await money()
  expect(spent).toBeGreaterThan(0)
  expect(out.length).toBeLessThan(new Set(seen).size)
  expect(left + spent + out.reduce((sum, { amount }) => sum + amount, 0)).toBe(80_000)
  clock.now += SLICE_CLOSES_MS
  while ((await settleDue(one, { now: clock.now, limit: 5 })) > 0) continue
  expect(await money()).toMatchObject({ spent: 40_000, left: 40_000, out: [], nextClose: null })
  expect(await one.slices.count({ where: { state: 'open', closes: { $gte: '' } }, atMost: 1 })).toBe(0)
})

it('leases nothing of a campaign that is paused, gone or has too much out', async () => {
  const { one, clock, reserve, money } = await ground(PLENTY)
  await one.campaigns.update({ _id: 'c1' }, { $set: { state: 'paused' } })
  expect(await reserve()).toBe(null)
  const entry = {
    id: 'c1~x',
    flight: 'f1',
    day: '2026-01-10',
    amount: 0,
    events: 0,
    closes: new Date(NOON).toISOString(),
  }
  const out = Array.from({ length: MOST_OUT }, (_, at) => ({ ...entry, id: `c1~x${at}` }))
  await one.campaigns.update({ _id: 'c1' }, { $set: { state: 'on', money: { ...(await money()), out } } })
  clock.now += 1000
  expect(await reserve()).toBe(null)
  await one.campaigns.remove({ _id: 'c1' })
  clock.now += 1000
  expect(await reserve()).toBe(null)
})

it('does not fail with the store: it has nothing to show, and says why', async () => {
  const { one, candidate } = await ground(PLENTY)
  const errors: unknown[] = []
  const { Purses } = await import('./purses.ts')
  const broken = { ...one.campaigns, change: async () => Promise.reject(new Error('away')) }
  const purses = new Purses({
    ...one,
    campaigns: broken as typeof one.campaigns,
    onError: (error) => errors.push(error),
  })
  expect(await purses.reserve(candidate, NOON)).toBe(null)
  expect(errors).toEqual([new Error('away')])
})

it.each(['cpm', 'cpc', 'cpa', 'flat'] as const)('shows what costs nothing by %s, up to its goal', async (model) => {
  const { reserve, money } = await ground({ budget: 1_000 }, { pricing: { model, price: 0 }, goal: 3 })
  const shown = [await reserve(), await reserve(), await reserve(), await reserve()]
  expect(shown.map((one) => one !== null)).toEqual([true, true, true, false])
  expect(await money()).toMatchObject({ left: 1_000, spent: 0 })
})
