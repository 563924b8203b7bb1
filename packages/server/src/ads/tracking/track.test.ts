import { expect, test } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { collections } from '../../collections.ts'
import { campaigns, creatives } from '../collections.ts'
import { nonceOf, readViewEntry } from '../entries.ts'
import { CLICK_MS, IMPRESSION_MS } from '../lifetimes.ts'
import { DESTINATION, ground, ORG, visit } from './ground.fixtures.ts'

const SAME = Array.from({ length: 50 })
const VIEW_COST = 2000
const PRICE = 2_000_000

/** How often each came. */
const tally = (verdicts: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(verdicts, (one) => one)].map(([verdict, all]) => [verdict, all.length]))

describeEngines('what pages tell of ads', (engine) => {
  const there = async () => ground(await engine.open(collections))

  test('B8.2: an impression bills once, told fifty times at once to two nodes, and again later', async () => {
    const { tracking, node, decide, issue, sliceOf, clock } = await there()
    const decided = await decide()
    const { i } = await issue(decided)
    const nodes = [tracking, node().tracking]
    const verdicts = await Promise.all(SAME.map(async (_, at) => (await nodes[at % 2]?.view(i, visit())) ?? 'none'))
    expect(tally(verdicts)).toEqual({ billed: 1, repeat: 49 })
    clock.now += IMPRESSION_MS - 1
    expect(await tracking.view(i, visit())).toBe('repeat')
    const { views, viewCost } = await sliceOf(decided)
    expect([views.length, viewCost]).toEqual([1, VIEW_COST])
  })

  test('B8.2: half of it seen for a second is told once, after the impression', async () => {
    const { tracking, decide, issue, sliceOf } = await there()
    const decided = await decide()
    const { i, v } = await issue(decided)
    expect(await tracking.seen(v, visit())).toBe('unseen')
    await tracking.view(i, visit())
    expect(tally(await Promise.all(SAME.map(() => tracking.seen(v, visit()))))).toEqual({ billed: 1, repeat: 49 })
    expect((await sliceOf(decided)).seen).toEqual([decided.index])
  })

  test('B8.2: a click bills once, and leads on each time', async () => {
    const { tracking, decide, issue, sliceOf, spent } = await there()
    const decided = await decide('cpc')
    const { i, c } = await issue(decided)
    await tracking.view(i, visit())
    const clicks = await Promise.all(SAME.map(() => tracking.click(c, visit())))
    expect(tally(clicks.map(({ verdict }) => verdict))).toEqual({ billed: 1, repeat: 49 })
    expect(new Set(clicks.map(({ location }) => location))).toEqual(new Set([DESTINATION]))
    expect([(await sliceOf(decided)).clicks, await spent()]).toEqual([[decided.index], PRICE])
  })

  test('B8.2: a click without an impression costs nothing, and leads on', async () => {
    const { tracking, decide, issue, sliceOf, spent } = await there()
    const decided = await decide('cpc')
    const { c } = await issue(decided)
    expect(await tracking.click(c, visit())).toEqual({ verdict: 'unseen', location: DESTINATION })
    const { clicks, freeClicks } = await sliceOf(decided)
    expect([clicks, freeClicks, await spent()]).toEqual([[], [], 0])
  })

  test('B8.2: a conversion bills once, and only after a click', async () => {
    const { tracking, tokens, decide, issue, spent, clock } = await there()
    const decided = await decide('cpa')
    const { i, c } = await issue(decided)
    expect(await tracking.conversion(tokens.issueConversion(decided, clock.now))).toBe('unseen')
    await tracking.view(i, visit())
    const { location } = await tracking.click(c, visit())
    const token = new URL(location ?? '').searchParams.get('palaver_click') ?? ''
    expect(location).toBe(`${DESTINATION}&palaver_click=${token}`)
    clock.now += 20 * 24 * 60 * 60_000
    const verdicts = await Promise.all(SAME.slice(0, 10).map(() => tracking.conversion(token)))
    expect(tally(verdicts)).toEqual({ billed: 1, repeat: 9 })
    expect(await spent()).toBe(PRICE)
    clock.now += 10 * 24 * 60 * 60_000
    expect(await tracking.conversion(token)).toBe('late')
  })

  test('the impression confirms what the profile of the person has reserved', async () => {
    const { tracking, profiles: kept, decide, issue, clock, sliceOf } = await there()
    const person = kept.idOf(ORG, 'p:ann')
    const decided = await decide('cpm', { person })
    const shown = { nonce: nonceOf(decided), advertiser: 'a', campaign: 'c', creative: 'creative', at: clock.now }
    await kept.decide(
      person,
      async () => ({ answer: null, shown: [shown] }),
      () => {},
    )
    const { i } = await issue(decided)
    clock.now += 1000
    // Who says no meanwhile is paid for like everybody else, and nothing more is kept of them.
    expect(await tracking.view(i, visit({ 'sec-gpc': '1' }))).toBe('billed')
    expect(await kept.shownTo(person)).toEqual([expect.objectContaining({ ...shown, confirmed: false })])
    expect((await sliceOf(decided)).views.map((entry) => readViewEntry(entry).reach)).toEqual([''])
    await Promise.all(SAME.map(() => tracking.view(i, visit())))
    expect(await kept.shownTo(person)).toEqual([expect.objectContaining({ ...shown, at: clock.now, confirmed: true })])
  })
})

test('too late is not billed, and a click that is still leads on', async () => {
  const { tracking, decide, issue, sliceOf, clock } = await ground()
  const [one, other] = [await decide('cpc'), await decide('cpc')]
  const [old, seen] = [await issue(one), await issue(other)]
  await tracking.view(seen.i, visit())
  clock.now += IMPRESSION_MS
  expect(await tracking.view(old.i, visit())).toBe('late')
  expect(await tracking.seen(seen.v, visit()), 'five minutes more').toBe('billed')
  clock.now += CLICK_MS - IMPRESSION_MS
  expect(await tracking.click(seen.c, visit())).toEqual({ verdict: 'late', location: DESTINATION })
  const { views, clicks, freeClicks } = await sliceOf(one)
  expect([views.length, clicks, freeClicks]).toEqual([1, [], []])
})

test('B8.7: what was decided counts, whatever is paused, spent or archived since', async () => {
  const { tracking, decide, issue, store, spent } = await ground()
  const { i, c } = await issue(await decide('cpc'))
  await store.collection(campaigns).update({ _id: 'campaign-cpc' }, { $set: { state: 'archived' } })
  await store.collection(creatives).update({ _id: 'creative' }, { $set: { isArchived: true } })
  expect(await tracking.view(i, visit())).toBe('billed')
  expect(await tracking.click(c, visit())).toEqual({ verdict: 'billed', location: DESTINATION })
  expect(await spent()).toBe(PRICE)
})

test.each([
  ['bot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['bot', { 'user-agent': '' }],
  ['prefetch', { 'sec-purpose': 'prefetch;prerender' }],
  ['prefetch', { purpose: 'prefetch' }],
  ['preview', { 'x-purpose': 'preview' }],
] as const)('B8.10: what is a %s (%j) bills nothing, and a click of it leads on', async (why, fields) => {
  const { tracking, node, decide, issue, sliceOf, counted, spent } = await ground()
  const decided = await decide('cpa')
  const { i, v, c } = await issue(decided)
  const other = node().tracking
  await other.view(i, visit())
  const before = await sliceOf(decided)
  expect(await tracking.view(i, visit(fields))).toBe(why)
  expect(await tracking.seen(v, visit(fields))).toBe(why)
  expect(await tracking.click(c, visit(fields))).toEqual({ verdict: why, location: DESTINATION })
  expect(await sliceOf(decided)).toEqual(before)
  expect([await spent(), Object.fromEntries(counted)]).toEqual([
    0,
    { [`i ${why}`]: 1, [`v ${why}`]: 1, [`c ${why}`]: 1 },
  ])
})

test('who asks for the header alone has seen nothing', async () => {
  const { tracking, tokens, decide, issue, spent, clock } = await ground()
  const decided = await decide()
  const { i, v, c } = await issue(decided)
  const head = visit({}, { isHead: true })
  expect([await tracking.view(i, head), await tracking.seen(v, head)]).toEqual(['head', 'head'])
  expect(await tracking.click(c, head)).toEqual({ verdict: 'head', location: DESTINATION })
  expect(await tracking.conversion(tokens.issueConversion(decided, clock.now), head)).toBe('head')
  expect(await spent()).toBe(0)
})

test('many clicks of one creative by one person or from one network lead on, and one a minute costs something', async () => {
  const { tracking, profiles: kept, decide, issue, spent, clock } = await ground()
  const ann = kept.idOf(ORG, 'p:ann')
  const from = async (address: string, person = ''): Promise<string> => {
    const { i, c } = await issue(await decide('cpm', { person }))
    await tracking.view(i, visit())
    const { verdict, location } = await tracking.click(c, visit({}, { address }))
    expect(location).toBe(DESTINATION)
    return verdict
  }
  expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')]).toEqual([
    'free',
    'limited',
    'free',
  ])
  expect([await from('192.0.2.3', ann), await from('192.0.2.4', ann)]).toEqual(['free', 'limited'])
  clock.now += 60_000
  expect(await from('192.0.2.1')).toBe('free')
  expect(await spent()).toBe(6 * VIEW_COST)
})

test('what is the own of an org costs nobody anything, and nothing is written', async () => {
  const { tracking, decide, issue, store } = await ground()
  const { i, v, c } = await issue(await decide('flat', { campaign: null }))
  expect([await tracking.view(i, visit()), await tracking.seen(v, visit())]).toEqual(['own', 'own'])
  expect(await tracking.click(c, visit())).toEqual({ verdict: 'own', location: DESTINATION })
  expect((await store.events.lastSeq(0)) ?? 0).toBe(0)
})

test('where a click cannot be billed, people come to where they wanted to go', async () => {
  const errors: unknown[] = []
  const { decide, issue, node } = await ground()
  const failing = async (): Promise<never> => Promise.reject(new Error('The disk is full.'))
  const { tracking } = node({
    bill: { view: failing, seen: failing, click: failing, conversion: failing },
    onError: (error) => void errors.push(error),
  })
  const { i, c } = await issue(await decide('cpc'))
  await expect(tracking.view(i, visit())).rejects.toThrow('full')
  expect(await tracking.click(c, visit())).toEqual({ verdict: 'failed', location: DESTINATION })
  expect(errors).toHaveLength(1)
})

test('whoever reserved a place is told that its impression came, and of nothing else', async () => {
  const landed: unknown[] = []
  const { decide, issue, node } = await ground()
  const { tracking } = node({ purses: { landed: (reserved) => void landed.push(reserved) } })
  const [one, other] = [await decide(), await decide()]
  const [{ i, c }, unseen] = [await issue(one), await issue(other)]
  await tracking.view(i, visit())
  await tracking.click(c, visit())
  await tracking.view(unseen.i, visit({ purpose: 'prefetch' }))
  expect(landed).toEqual([{ slice: one.slice, index: one.index }])
})

test('all that has come is waited for, whether somebody still listens or not', async () => {
  const held = Promise.withResolvers<void>()
  const { profiles: kept, decide, issue, node } = await ground()
  const { tracking } = node({ profiles: { confirm: () => held.promise } })
  const { i } = await issue(await decide('cpm', { person: kept.idOf(ORG, 'p:ann') }))
  const told = tracking.view(i, visit())
  let isSettled = false
  const settled = tracking.settled().then(() => (isSettled = true))
  await Promise.resolve()
  expect(isSettled).toBe(false)
  held.resolve()
  await Promise.all([told, settled])
  await tracking.settled()
})
