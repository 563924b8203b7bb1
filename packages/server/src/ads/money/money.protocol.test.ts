import { createStore, type Engine } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { Reused } from '../../categories/testing/reused.ts'
import { campaigns, slices } from '../collections.ts'
import { SLICE_CLOSES_MS, SKEW_MS } from '../lifetimes.ts'
import type { Flight } from '../model.ts'
import { billClick, billConversion, type Billed, billingOn, billView } from './billing.ts'
import { settleDue } from './settling.ts'
import { isOf, spendOf } from './spend.ts'
import { campaignOf, candidateOf, decidedOf, flightOf, type Node, nodeOn, NOON } from './testing/ground.ts'
import { verifyMoney } from './verify.ts'

type World = { engine: Engine }
type Acting = World & { sleep: (ms?: number) => Promise<void> }
type Actor = (acting: Acting) => Promise<Billed[]>

const LATER = NOON + SLICE_CLOSES_MS + SKEW_MS
/** Ten impressions: a slice has two. */
const BUDGET = 10_000
const campaign = campaignOf({ budget: BUDGET })
const atOnce = (): Promise<void> => Promise.resolve()
const DEPTH = Number(process.env['PROTOCOL_DEPTH'] ?? 1)

const storeOf = ({ engine, sleep }: Acting, now: number) =>
  createStore(engine, { sleep, now: () => now, random: () => 0 })
const nodeIn = (acting: Acting, name: string, now = NOON): Node => nodeOn(storeOf(acting, now), name, () => now)

const reused = new Reused([campaigns, slices])

const setUp = async (): Promise<World> => {
  const { engine } = await reused.with({ documents: {}, events: [] })
  await nodeIn({ engine, sleep: atOnce }, 'before').campaigns.insert(campaign)
  return { engine }
}

type As = (node: Node) => Node
const asItIs: As = (node) => node

/** Takes a slice and shows two ads; the impression of the first is told twice, and one of them clicked. */
const shows =
  (name: string, as: As = asItIs): Actor =>
  async (acting) => {
    const node = as(nodeIn(acting, name))
    const [one, two] = [await node.purses.reserve(CPM, NOON), await node.purses.reserve(CPM, NOON)]
    if (one === null || two === null) return []
    const calls = [one, one, two].map((reserved) => decidedOf('c1', reserved, NOON))
    const verdicts: Billed[] = []
    for (const decided of calls) verdicts.push(await billView(node, decided, 'r'))
    return verdicts
  }
const CPM = candidateOf(campaign)

/** Whoever thinks that its time is over. */
const sweeps =
  (name: string, as: As = asItIs): Actor =>
  async (acting) => {
    await settleDue(as(nodeIn(acting, name, LATER)), { now: LATER, limit: 10 })
    return []
  }

async function expectKept(world: World): Promise<void> {
  const node = nodeIn({ ...world, sleep: atOnce }, 'look')
  const { docs } = await node.slices.find({ where: { campaign: 'c1', state: { $in: ['open', 'closed'] } }, limit: 100 })
  const { money } = (await node.campaigns.get('c1')) ?? campaign
  const held = new Map(money.out.map(({ id, amount }) => [id, amount]))
  for (const entry of money.out) {
    const slice = docs.find(({ _id }) => _id === entry.id)
    if (slice !== undefined && isOf(entry, slice)) held.set(entry.id, entry.amount - spendOf(slice))
  }
  const rest = [...held.values()].reduce((sum, one) => sum + one, 0)
  const billed = docs.reduce((sum, slice) => sum + spendOf(slice), 0)
  expect(Math.min(0, ...held.values()), 'more was billed than was held').toBe(0)
  expect(billed + rest + money.left, 'money appears or goes').toBe(BUDGET)
}

async function expectSettled(world: World, acknowledged: Record<string, Billed[]>): Promise<void> {
  const acting = { ...world, sleep: atOnce }
  const node = nodeIn(acting, 'late', LATER)
  while ((await settleDue(node, { now: LATER, limit: 10 })) > 0) continue
  await expectKept(world)
  expect(await verifyMoney(node), 'verified').toMatchObject({ found: [], busy: [] })
  const { money } = (await node.campaigns.get('c1')) ?? campaign
  expect([money.out, money.nextClose], 'something is still out').toEqual([[], null])
  const paid = Object.values(acknowledged)
    .flat()
    .filter((verdict) => verdict === 'billed').length
  expect(money.spent, 'what was acknowledged is spent').toBeGreaterThanOrEqual(paid * 1000)
}

const money = (title: string, actors: Record<string, Actor>, crashes = 1) =>
  defineProtocol<World, Record<string, Billed[]>>({
    title,
    setUp,
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors,
    crashes,
    exhaustiveUpTo: 100 * DEPTH,
    random: 200 * DEPTH,
    fingerprint: async ({ engine }) => (await contentsOf(engine)).documents,
    always: expectKept,
    check: (world, { acknowledged }) => expectSettled(world, acknowledged as Record<string, Billed[]>),
  })

/** A node whose impressions are put into a slice whatever it has, and whether it is open. */
const unguarded: As = (node) => {
  const changed: typeof node.slices.change = (id, decide) =>
    node.slices.change(id, (slice, to) => decide(slice && { ...slice, state: 'open', views: [], viewed: [] }, to))
  return { ...node, ...billingOn({ ...node, slices: withMembers(node.slices, { change: changed }) }) }
}

/** One who gives back the rest of what it saw, also if that is no longer noted. */
const givesBackAnyway: As = (node) => {
  let seen: typeof campaign | undefined
  const find = (async (query: Parameters<typeof node.campaigns.find>[0]) => {
    const page = await node.campaigns.find(query)
    seen = page.docs[0] as typeof campaign
    return page
  }) as typeof node.campaigns.find
  const change: typeof node.campaigns.change = (id, decide) =>
    node.campaigns.change(id, (doc, to) => {
      const out = seen?.money.out ?? []
      return decide(
        doc && { ...doc, money: { ...doc.money, out: [...doc.money.out, ...out.filter(isNotIn(doc))] } },
        to,
      )
    })
  const isNotIn =
    ({ money: { out } }: typeof campaign) =>
    ({ id }: { id: string }): boolean =>
      out.every((one) => one.id !== id)
  return { ...node, campaigns: withMembers(node.campaigns, { find, change }) }
}

const CPA: Partial<Flight> = { pricing: { model: 'cpa', price: 4_000 } }

/** All told of one click: only one conversion, and only what it costs. */
const converts =
  (name: string, now = NOON): Actor =>
  async (acting) => {
    const node = nodeIn(acting, name, now)
    return [await billConversion(node, decidedOf('c1', { slice: 'before1', index: 0 }, NOON))]
  }

/** A view that was clicked. */
async function setUpClicked(): Promise<World> {
  const world = await setUp()
  const node = nodeIn({ ...world, sleep: atOnce }, 'before')
  const reserved = await node.purses.reserve(candidateOf(campaign, flightOf(CPA)), NOON)
  const decided = decidedOf('c1', reserved ?? { slice: '', index: 0 }, NOON)
  expect([await billView(node, decided, 'r'), await billClick(node, decided)]).toEqual(['billed', 'free'])
  return world
}

async function expectPaidOnce(world: World, verdicts: readonly Billed[]): Promise<void> {
  expect(verdicts.filter((verdict) => verdict === 'billed').length, 'paid twice').toBeLessThan(2)
  const last = await converts('last', LATER)({ ...world, sleep: atOnce })
  const others = [...verdicts, ...last].filter((verdict) => verdict !== 'repeat' && verdict !== 'billed')
  expect(others, 'free').toEqual([])
  await expectSettledLater(world)
  const node = nodeIn({ ...world, sleep: atOnce }, 'look', LATER)
  expect((await node.campaigns.get('c1'))?.money, 'paid once').toMatchObject({ spent: 4_000, left: 6_000, out: [] })
}

const converting = defineProtocol<World, Record<string, Billed[]>>({
  ...money('B8.2: two are told of a conversion while others settle', {
    one: converts('one'),
    two: converts('two', NOON + 1),
    sweeper: sweeps('sweeper'),
    sweeper2: sweeps('sweeper2'),
  }),
  setUp: setUpClicked,
  check: (world, { acknowledged }) =>
    expectPaidOnce(world, Object.values(acknowledged as Record<string, Billed[]>).flat()),
})

async function expectSettledLater(world: World): Promise<void> {
  const now = LATER + 2 * SLICE_CLOSES_MS
  const node = nodeIn({ ...world, sleep: atOnce }, 'latest', now)
  while ((await settleDue(node, { now, limit: 10 })) > 0) continue
  expect(await verifyMoney(node), 'verified').toMatchObject({ found: [], busy: [] })
}

describe('a budget that goes out in slices, in any order of the calls and with a crash at each', () => {
  it('B8.1: two nodes, and two who take back what they had', async ({ annotate }) => {
    const actors = { a: shows('a'), b: shows('b'), sweeper: sweeps('s'), sweeper2: sweeps('t') }
    await annotate((await exploreProtocol(money('two nodes, two sweepers', actors, 2))).report)
  })

  it('B8.1: one node and one who takes back, in every order', async ({ annotate }) => {
    const whole = { ...money('a node, a sweeper', { a: shows('a'), sweeper: sweeps('s') }), exhaustiveUpTo: 20_000 }
    const { report, exhaustive } = await exploreProtocol(whole)
    expect(exhaustive).toBe(true)
    await annotate(report)
  })

  it('would be overspent, if an impression were not guarded', async () => {
    await expectBroken(
      money('unguarded', { a: shows('a', unguarded), sweeper: sweeps('s') }),
      /more was billed than was held|money appears/,
    )
  })

  it('would have money appear, if a rest were given back twice', async () => {
    const actors = { a: shows('a'), sweeper: sweeps('s', givesBackAnyway), sweeper2: sweeps('t', givesBackAnyway) }
    await expectBroken(money('given back twice', actors, 0), /money appears/)
  })

  it('B8.2: a conversion is paid once', async ({ annotate }) => {
    await annotate((await exploreProtocol(converting)).report)
  })
})
