import { createStore } from '@palaver/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { campaigns, slices } from '../collections.ts'
import type { Candidate } from '../decision/model.ts'
import type { Decided } from '../entries.ts'
import type { Flight, Slice } from '../model.ts'
import { billClick, billConversion, billSeen, billView } from './billing.ts'
import { rebudgeted } from './budget.ts'
import { settleDue } from './settling.ts'
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
  NOON,
} from './testing/ground.ts'
import { verifyMoney } from './verify.ts'

const NODES = 3
const number = fc.nat(1000)
const pricing: fc.Arbitrary<Flight['pricing']> = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((thousands) => ({ model: 'cpm' as const, price: thousands * 100_000 })),
  fc.record({
    model: fc.constantFrom('cpc' as const, 'cpa' as const, 'flat' as const),
    price: fc.integer({ min: 1, max: 5_000 }),
  }),
)
const flight = fc.record({
  pricing,
  goal: fc.option(fc.integer({ min: 1, max: 60 })),
  pacing: fc.constantFrom('even' as const, 'asap' as const),
})
const plan = fc.record({
  budget: fc.integer({ min: 0, max: 60_000 }),
  dailyCap: fc.option(fc.integer({ min: 1, max: 20_000 })),
  timeZone: fc.constantFrom('UTC', 'Pacific/Apia', 'Europe/Berlin'),
  flights: fc.array(flight, { minLength: 1, maxLength: 2 }),
})
/** Clocks of nodes, in minutes: some are wrong by more than anybody reckons with. */
const skews = fc.tuple(...Array.from({ length: NODES }, () => fc.integer({ min: -200, max: 200 })))
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('show' as const),
      node: number,
      of: number,
      times: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom('view' as const, 'seen' as const, 'click' as const, 'convert' as const),
      node: number,
      of: number,
      times: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('release' as const), node: number, of: number }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('settle' as const), node: number }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 300 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('budget' as const),
      of: number,
      budget: fc.integer({ min: 0, max: 90_000 }),
    }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

type Shown = { decided: Decided; by: Node }
type Happening = { nodes: Node[]; candidates: Candidate[]; shown: Shown[]; clock: { now: number } }

const some = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]
const BILLS = {
  view: (node: Node, decided: Decided) => billView(node, decided, 'r'),
  seen: billSeen,
  click: billClick,
  convert: billConversion,
}

async function play(happening: Happening, one: Act): Promise<void> {
  const { nodes, candidates, clock } = happening
  const node = some(nodes, 'node' in one ? one.node : 0) as Node
  if (one.act === 'wait') clock.now += one.minutes * MINUTE_MS
  else if (one.act === 'settle') await settleDue(node, { now: node.world.now(), limit: 50 })
  else if (one.act === 'budget') await rebudget(node, some(candidates, one.of) as Candidate, one.budget)
  else if (one.act === 'release') release(some(happening.shown, one.of))
  else if (one.act === 'show') await show(happening, node, one)
  else {
    const told = Array.from({ length: one.times }, (_, at) => some(happening.shown, one.of + at)?.decided)
    await Promise.all(told.map(async (decided) => decided && BILLS[one.act](node, decided)))
  }
}

function release(shown: Shown | undefined): void {
  if (shown === undefined) return
  const { slice, index } = shown.decided
  shown.by.purses.release({ slice: slice ?? '', index })
}

type Showing = { of: number; times: number }

async function show({ candidates, shown }: Happening, node: Node, { of, times }: Showing): Promise<void> {
  const candidate = some(candidates, of) as Candidate
  const now = node.world.now()
  const reserve = async () => node.purses.reserve(candidate, now)
  for (const reserved of await Promise.all(Array.from({ length: times }, reserve)))
    if (reserved !== null) shown.push({ decided: decidedOf(candidate.campaign._id, reserved, now), by: node })
}

async function rebudget(node: Node, { campaign: { _id } }: Candidate, budget: number): Promise<void> {
  await node.campaigns
    .change(_id, (now, to) => now && to.change({ $set: { budget, money: rebudgeted(now, budget) } }))
    .catch((error: unknown) => expect(error).toMatchObject({ code: 'budget-spent' }))
  node.purses.changed(_id)
}

/** Never a micro-unit past a budget, nor past a day, and all is where it must be. */
async function expectKept(node: Node): Promise<void> {
  expect(await verifyMoney(node)).toMatchObject({ found: [], busy: [] })
  const all: Slice[] = []
  for await (const { doc } of node.slices.scan()) all.push(doc)
  for await (const { doc } of node.campaigns.scan()) {
    const own = all.filter(({ campaign }) => campaign === doc._id)
    const sum = (list: readonly Slice[]): number => list.reduce((total, slice) => total + spendOf(slice), 0)
    expect(sum(own)).toBeLessThanOrEqual(doc.budget)
    for (const ofDay of Map.groupBy(own, ({ day }) => day).values())
      expect(sum(ofDay)).toBeLessThanOrEqual(doc.dailyCap ?? Infinity)
    for (const { flight: id, goal } of flightsOf.get(doc._id) ?? [])
      if (goal !== null)
        expect(doc.money.flights.find((one) => one.flight === id)?.events ?? 0).toBeLessThanOrEqual(goal)
  }
}

const flightsOf = new Map<string, { flight: string; goal: number | null }[]>()

describeEngines('budgets of many campaigns', (engine) => {
  it('B8.1: hold after each act, with clocks that differ by hours', { timeout: 300_000 }, async () => {
    const runs = Number(process.env['MONEY_RUNS'] ?? (engine.kind === 'sqlite' ? 40 : 4))
    await fc.assert(
      fc.asyncProperty(
        fc.array(plan, { minLength: 1, maxLength: 3 }),
        skews,
        fc.array(act, { minLength: 5, maxLength: 40 }),
        async (plans, [...off], acts) => {
          const store = createStore(await engine.open([campaigns, slices]))
          try {
            const clock = { now: NOON }
            const nodes = off.map((minutes, at) => nodeOn(store, `n${at}x`, () => clock.now + minutes * MINUTE_MS))
            const [first] = nodes as [Node]
            const candidates: Candidate[] = []
            for (const [at, { flights, ...set }] of plans.entries()) {
              const until = new Date(NOON + DAY_MS).toISOString()
              const from = new Date(NOON - 6 * HOUR_MS).toISOString()
              const campaign = campaignOf({ _id: `c${at}`, from, until, ...set })
              await first.campaigns.insert(campaign)
              const made = flights.map((one, index) =>
                flightOf({ _id: `f${at}.${index}`, campaign: campaign._id, ...one }),
              )
              flightsOf.set(
                campaign._id,
                made.map(({ _id, goal }) => ({ flight: _id, goal })),
              )
              candidates.push(...made.map((one) => candidateOf(campaign, one)))
            }
            const happening: Happening = { nodes, candidates, shown: [], clock }
            for (const one of acts) {
              await play(happening, one)
              await expectKept(first)
            }
            clock.now += 3 * DAY_MS
            while ((await settleDue(first, { now: clock.now, limit: 50 })) > 0) continue
            await expectKept(first)
            for await (const { doc } of first.campaigns.scan()) expect(doc.money.out).toEqual([])
          } finally {
            await store.close()
          }
        },
      ),
      { numRuns: runs },
    )
  })
})
