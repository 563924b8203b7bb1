import { createStore, openSqlite } from '@palaver/store'
import { expect, it, onTestFinished } from 'vitest'
import { randomNumbers } from '../../../../store/src/testing/protocol/random.ts'
import { campaigns, slices } from '../collections.ts'
import type { Candidate } from '../decision/model.ts'
import { readViewEntry } from '../entries.ts'
import { SLICE_CLOSES_MS } from '../lifetimes.ts'
import type { Flight, Slice } from '../model.ts'
import { billClick, billView } from './billing.ts'
import { dayIn, dayStart, hourIn, nextDay } from './days.ts'
import { MOST_IN_HOUR } from './pacing.ts'
import { settleDue } from './settling.ts'
import { sharingIn } from './sharing.ts'
import { spendOf } from './spend.ts'
import {
  campaignOf,
  candidateOf,
  DAY_MS,
  decidedOf,
  flightOf,
  HOUR_MS,
  MINUTE_MS,
  type Node,
  nodeOn,
} from './testing/ground.ts'
import { verifyMoney } from './verify.ts'

const DAYS = 30
const STEP_MS = 2 * MINUTE_MS
/** Of what is decided, so much is never seen. */
const LOSS = 0.08
/** What is asked for, in parts of what the goal asks for. */
type Traffic = (ms: number, random: () => number) => number

const daily: Traffic = (ms) => 2.5 * (1 + 0.9 * Math.sin((2 * Math.PI * (ms % DAY_MS)) / DAY_MS))
/** Little, and now and then for some minutes far more than there is to be shown. */
const spiky: Traffic = (ms, random) =>
  Math.floor(ms / (10 * MINUTE_MS)) % 12 === 0 ? 20 * random() : 1.2 * random() + (ms % DAY_MS < 6 * HOUR_MS ? 0 : 0.8)

type Simulated = { slices: Slice[]; spent: number }
type Setting = {
  traffic: Traffic
  timeZone: string
  from: number
  goal: number
  flight?: Partial<Flight>
  /** Several of one campaign, asked for as often as each other. */
  flights?: readonly Partial<Flight>[]
  dailyCap?: number | null
  budget?: number
}

type Simulation = {
  nodes: readonly Node[]
  candidates: readonly Candidate[]
  clock: { now: number }
  random: () => number
}

/** Real purses of two nodes over a real database, two minutes at a time. */
async function simulate(setting: Setting): Promise<Simulated> {
  const { from } = setting
  const simulation = await begin(setting)
  const { nodes, clock, random } = simulation
  const [first] = nodes as [Node]
  const settle = async (): Promise<void> => {
    while ((await settleDue(first, { now: clock.now, limit: 100 })) > 0) continue
  }
  let [asked, steps] = [0, 0]
  for (; clock.now < from + DAYS * DAY_MS; clock.now += STEP_MS) {
    asked += (setting.goal * STEP_MS * setting.traffic(clock.now, random)) / (DAYS * DAY_MS)
    for (; asked >= 1; asked--) await visit(simulation)
    if (++steps % 10 === 0) await settle()
  }
  clock.now += SLICE_CLOSES_MS
  await settle()
  expect(await verifyMoney(first)).toMatchObject({ found: [], busy: [] })
  const all: Slice[] = []
  for await (const { doc } of first.slices.scan()) all.push(doc)
  return { slices: all, spent: (await first.campaigns.get('c1'))?.money.spent ?? 0 }
}

async function begin({ timeZone, from, goal, dailyCap = null, ...setting }: Setting): Promise<Simulation> {
  const { flight = {}, flights = [flight], budget = goal * 1000 } = setting
  const store = createStore(await openSqlite({ file: ':memory:', collections: [campaigns, slices] }))
  onTestFinished(() => store.close())
  const clock = { now: from }
  const nodes = ['one', 'two'].map((name) => nodeOn(store, name, () => clock.now))
  const [starts, until] = [from, from + DAYS * DAY_MS].map((ms) => new Date(ms).toISOString()) as [string, string]
  const campaign = campaignOf({ budget, timeZone, from: starts, until, dailyCap })
  await nodes[0]?.campaigns.insert(campaign)
  const all = flights.map((one, at) => flightOf({ _id: `f${at + 1}`, pacing: 'even', ...one }))
  const sharing = sharingIn(all).get(campaign._id)
  const candidates = all.map((one) => ({ ...candidateOf(campaign, one), sharing }))
  return { nodes, candidates, clock, random: randomNumbers(7) }
}

/** Somebody for whom something is asked; what they see may be told to another node, or not at all. */
async function visit({ nodes, candidates, clock, random }: Simulation): Promise<void> {
  const some = (): Node => nodes[Math.floor(random() * nodes.length)] as Node
  const able = candidates.filter(({ flight }) => isRunning(flight, clock.now))
  const candidate = able[able.length === 1 ? 0 : Math.floor(random() * able.length)] as Candidate
  const reserved = await some().purses.reserve(candidate, clock.now)
  if (reserved === null || random() < LOSS) return
  const decided = decidedOf('c1', reserved, clock.now)
  await billView(some(), decided, 'r')
  if (random() < 0.1) await billClick(some(), decided)
}

const isRunning = ({ from, until }: Flight, now: number): boolean =>
  (from === null || Date.parse(from) <= now) && (until === null || Date.parse(until) > now)

/** Impressions by the hour in which they were decided. */
function byHour(all: readonly Slice[], timeZone: string): Map<string, number> {
  const hours = new Map<string, number>()
  for (const { at } of all.flatMap(({ views }) => views.map(readViewEntry)))
    hours.set(hourIn(timeZone, at), (hours.get(hourIn(timeZone, at)) ?? 0) + 1)
  return hours
}

function expectNoHourPastItsShare(hours: ReadonlyMap<string, number>, { timeZone, from, goal }: Setting): void {
  let shown = 0
  for (let ms = from; ms < from + DAYS * DAY_MS; ms += HOUR_MS) {
    const share = (goal - shown) / Math.max(1, (from + DAYS * DAY_MS - ms) / HOUR_MS)
    const inHour = hours.get(hourIn(timeZone, ms)) ?? 0
    expect(inHour, hourIn(timeZone, ms)).toBeLessThanOrEqual(MOST_IN_HOUR * share)
    shown += inHour
  }
}

/** Over the day on which clocks are put forward, and the one on which they are put back. */
const SPRING = Date.UTC(2026, 2, 14, 23)
const AUTUMN = Date.UTC(2026, 9, 10, 22)

it.for([
  { name: 'daily traffic', traffic: daily, from: SPRING, timeZone: 'Europe/Berlin', goal: 6_000 },
  { name: 'spiky traffic', traffic: spiky, from: AUTUMN, timeZone: 'Europe/Berlin', goal: 6_000 },
])('B8.6: a flight of 30 days ends within 2 % of its goal under $name', async (setting) => {
  const { slices: all, spent } = await simulate({ ...setting, flight: { goal: setting.goal } })
  const hours = byHour(all, setting.timeZone)
  const shown = [...hours.values()].reduce((sum, one) => sum + one, 0)
  expect(shown).toBeLessThanOrEqual(setting.goal)
  expect(shown).toBeGreaterThanOrEqual(0.98 * setting.goal)
  expect(spent).toBe(shown * 1000)
  expectNoHourPastItsShare(hours, setting)
})

it('B8.6: what the budget pays for is the goal of one that has none', async () => {
  const setting = { traffic: daily, from: SPRING, timeZone: 'America/New_York', goal: 3_000 }
  const { spent } = await simulate(setting)
  expect(spent).toBeLessThanOrEqual(3_000_000)
  expect(spent).toBeGreaterThanOrEqual(2_940_000)
})

it('B8.6: no day of the campaign’s zone costs more than it may, also one of 23 or 25 hours', async () => {
  const setting = { traffic: daily, from: AUTUMN, timeZone: 'Europe/Berlin', goal: 3_000, dailyCap: 60_000 }
  const { slices: all } = await simulate({ ...setting, flight: { pacing: 'asap' } })
  for (const slice of all)
    for (const { at } of slice.views.map(readViewEntry)) expect(dayIn(setting.timeZone, at)).toBe(slice.day)
  const days = [...Map.groupBy(all, ({ day }) => day)].map(([, own]) => own.reduce((sum, one) => sum + spendOf(one), 0))
  expect(Math.max(...days)).toBeLessThanOrEqual(60_000)
  expect(days.filter((spent) => spent > 54_000).length).toBeGreaterThanOrEqual(DAYS - 2)
})

it('B8.6: clicks that are paid for are spread evenly, too', async () => {
  const setting = { traffic: daily, from: SPRING, timeZone: 'UTC', goal: 8_000 }
  const price = 20_000
  const flight = { pricing: { model: 'cpc' as const, price }, goal: 360 }
  const { slices: all } = await simulate({ ...setting, flight })
  const clicks = all.reduce((sum, one) => sum + one.clicks.length, 0)
  expect(clicks).toBeLessThanOrEqual(360)
  expect(clicks).toBeGreaterThanOrEqual(0.98 * 360)
})

/** What was shown costs at no moment more than a straight line asks for, some minutes ahead. */
function expectNoneAhead(
  all: readonly Slice[],
  { from, until, amount }: { from: number; until: number; amount: number },
) {
  const views = all.flatMap(({ views: own, viewCost }) => own.map((one) => ({ at: readViewEntry(one).at, viewCost })))
  let spent = 0
  for (const { at, viewCost } of views.toSorted((a, b) => a.at - b.at)) {
    spent += viewCost
    const line = (amount * (at + 5 * MINUTE_MS - from)) / (until - from)
    if (spent > line) expect.fail(`${spent} at ${new Date(at).toISOString()}, where ${line} are due`)
  }
}

/** At different prices: two have some weeks of their own, and one costs twice as much. */
const several = (from: number): Partial<Flight>[] => [
  {},
  { pricing: { model: 'cpm', price: 2_000_000 } },
  { until: new Date(from + 12 * DAY_MS).toISOString() },
  { from: new Date(from + 8 * DAY_MS).toISOString(), pricing: { model: 'cpm', price: 500_000 } },
]

it.for([
  { name: 'daily traffic', traffic: daily, from: SPRING, timeZone: 'Europe/Berlin', goal: 4_000 },
  { name: 'spiky traffic', traffic: spiky, from: AUTUMN, timeZone: 'Europe/Berlin', goal: 4_000 },
])('B8.6: flights without a goal spread the budget of their campaign as one under $name', async (setting) => {
  const amount = 3_000_000
  const run = { ...setting, budget: amount, flights: several(setting.from) }
  const { slices: all, spent } = await simulate(run)
  expect(spent).toBeLessThanOrEqual(amount)
  expect(spent).toBeGreaterThanOrEqual(0.98 * amount)
  expect(new Set(all.map(({ flight }) => flight)).size).toBe(run.flights.length)
  expectNoneAhead(all, { from: setting.from, until: setting.from + DAYS * DAY_MS, amount })
})

it('B8.6: they spread what a day may cost as one, too', async () => {
  const setting = { traffic: daily, from: SPRING, timeZone: 'Europe/Berlin', goal: 4_000, dailyCap: 60_000 }
  const { slices: all } = await simulate({ ...setting, flights: several(setting.from) })
  const days = [...Map.groupBy(all, (slice) => slice.day)]
  for (const [day, own] of days) {
    const noon = Date.parse(`${day}T12:00:00Z`)
    const until = Math.min(nextDay(setting.timeZone, noon), setting.from + DAYS * DAY_MS)
    expectNoneAhead(own, { from: dayStart(setting.timeZone, noon), until, amount: setting.dailyCap })
  }
  const full = days.filter(([, own]) => own.reduce((sum, one) => sum + spendOf(one), 0) > 0.9 * setting.dailyCap)
  expect(full.length).toBeGreaterThanOrEqual(DAYS - 2)
})
