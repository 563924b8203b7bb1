import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choose } from './choose.ts'
import { explain } from './explain.ts'
import type { Ask, Chosen, Inventory, Verdict } from './model.ts'
import { buildSnapshot } from './snapshot.ts'
import { type Option, Oracle } from './testing/oracle.ts'
import { Purse } from './testing/purse.ts'
import { asks, inventories, inventoriesOf, LARGE } from './testing/worlds.ts'

const numRuns = Number(process.env['DECISION_RUNS'] ?? 1500)
const largeRuns = Math.ceil(numRuns / 60)

const means = fc.record({
  money: fc.dictionary(fc.constantFrom('f0', 'f1', 'f2', 'f3', 'f4'), fc.integer({ min: 0, max: 2 })),
  before: fc.array(
    fc.record({
      advertiser: fc.constantFrom('a0', 'a1', 'a2'),
      campaign: fc.constantFrom('c0', 'c1', 'c2'),
      creative: fc.constantFrom('k0', 'k1', 'k2'),
    }),
    { maxLength: 4 },
  ),
  seed: fc.integer(),
  isSlow: fc.boolean(),
})
type Lent = typeof means extends fc.Arbitrary<infer M> ? M : never

const purseOf = ({ money, before, seed, isSlow }: Lent, { person }: Ask): Purse =>
  new Purse({ money: new Map(Object.entries(money)), before: person === null ? null : before, seed, isSlow })

type Case = { inventory: Inventory; ask: Ask; lent: Lent }
const cases = fc.record({ inventory: inventories, ask: asks, lent: means })

const named = ({ flight, creative }: { flight: { _id: string }; creative: { _id: string } }): string =>
  `${flight._id} ${creative._id}`

/** Goes through what was chosen, ad by ad, as the page was when it was looked for. `zones` says how places were filled. */
class Replay {
  readonly oracle: Oracle
  readonly #case: Case
  readonly #purse: Purse
  readonly #chosen: readonly Chosen[]

  constructor(one: Case, purse: Purse, chosen: readonly Chosen[]) {
    this.oracle = new Oracle(one.inventory)
    this.#case = one
    this.#purse = purse
    this.#chosen = chosen
  }

  situation(zone: string, taken: number) {
    const { ask } = this.#case
    const shown = [
      ...ask.beside.map(({ creative = null, ...one }) => ({ ...one, creative })),
      ...this.#chosen.slice(0, taken).map(({ candidate: { advertiser, campaign, creative } }) => ({
        advertiser: advertiser._id,
        campaign: campaign._id,
        creative: creative._id,
      })),
    ]
    const advertiserOf = (id: string) => this.#case.inventory.advertisers.find(({ _id }) => _id === id)!
    const capped =
      ask.person === null
        ? null
        : (option: Option) =>
            this.#purse.isCapped({ ...option, advertiser: advertiserOf(option.campaign.advertiser) }, taken)
    return { zone, shown, capped }
  }

  best(zone: string, taken: number): string[] {
    const used = (id: string): number =>
      this.#chosen.slice(0, taken).filter(({ candidate }) => candidate.flight._id === id).length
    const hasMoney = ({ flight }: Option): boolean =>
      used(flight._id) < (this.#case.lent.money[flight._id] ?? Number.POSITIVE_INFINITY)
    return this.oracle.best(this.#case.ask, this.situation(zone, taken), hasMoney).map(named)
  }

  /** How many each place has got, and that each was one of the best, and that no more could be had. */
  places(): { zone: string; from: number; to: number; isFull: boolean }[] {
    const { ask, inventory } = this.#case
    let at = 0
    return ask.places
      .filter(({ zone }) => inventory.zones.some(({ key }) => key === zone))
      .map(({ zone, count }) => {
        const from = at
        for (let nth = 0; nth < count; nth++) {
          const best = this.best(zone, at)
          if (best.length === 0) break
          const next = this.#chosen[at]
          const got = next === undefined ? 'nothing' : `${next.zone.key} ${named(next.candidate)}`
          if (!best.some((name) => got === `${zone} ${name}`))
            throw new Error(`ad ${at} is ${got}, not one of ${best.join(', ')} in ${zone}`)
          at += 1
        }
        return { zone, from, to: at, isFull: at - from === count }
      })
  }
}

describe('a decision', () => {
  test('B8.5, B8.8, B8.9: is what looking at every candidate says, for any inventory, page and person', async () => {
    let filled = 0
    const property = fc.asyncProperty(cases, async (one) => {
      const purse = purseOf(one.lent, one.ask)
      const chosen = await choose(buildSnapshot(one.inventory), one.ask, purse.means)
      const places = new Replay(one, purse, chosen).places()
      expect(chosen).toHaveLength(places.at(-1)?.to ?? 0)
      expect(purse.taken).toHaveLength(chosen.length)
      filled += chosen.length
    })
    await fc.assert(property, { numRuns })
    expect(filled / numRuns, 'worlds in which hardly anything is shown prove little').toBeGreaterThan(0.5)
  })

  test('B8.5: is the same among thousands', async () => {
    const large = fc.record({ inventory: inventoriesOf(LARGE), ask: asks, lent: means })
    let filled = 0
    const property = fc.asyncProperty(large, async (one) => {
      const purse = purseOf(one.lent, one.ask)
      const chosen = await choose(buildSnapshot(one.inventory), one.ask, purse.means)
      expect(chosen).toHaveLength(new Replay(one, purse, chosen).places().at(-1)?.to ?? 0)
      filled += chosen.length
    })
    await fc.assert(property, { numRuns: largeRuns, endOnFailure: true })
    expect(filled).toBeGreaterThan(largeRuns / 2)
  })

  test('B8.14: explain agrees with what is served, and names the first rule that each other candidate failed', async () => {
    const seen = new Map<string | null, number>()
    const property = fc.asyncProperty(cases, async (one) => {
      const snapshot = buildSnapshot(one.inventory)
      const served = await choose(snapshot, one.ask, purseOf(one.lent, one.ask).means)
      const purse = purseOf(one.lent, one.ask)
      const { chosen, verdicts } = await explain(snapshot, one.ask, purse.means)
      expect(chosen).toEqual(served)
      const replay = new Replay(one, purse, chosen)
      const rest = [...verdicts]
      for (const place of replay.places()) {
        const own = rest.splice(0, replay.oracle.options.length)
        expect(own.map(({ flight, creative }) => `${flight} ${creative}`).sort()).toEqual(
          replay.oracle.options.map(named).sort(),
        )
        for (const verdict of own) {
          expectTrue(verdict, { one, chosen, place, replay })
          seen.set(verdict.droppedBy, (seen.get(verdict.droppedBy) ?? 0) + 1)
        }
      }
      expect(rest).toEqual([])
    })
    await fc.assert(property, { numRuns })
    expect(new Set(seen.keys()), 'each rule was the first that failed at some time').toEqual(EVERY_VERDICT)
  })
})

type Around = {
  one: Case
  chosen: readonly Chosen[]
  place: { zone: string; from: number; to: number; isFull: boolean }
  replay: Replay
}

function expectTrue(verdict: Verdict, { one, chosen, place, replay }: Around): void {
  const { zone, from, to, isFull } = place
  const won = chosen.slice(from, to).map(({ candidate }) => named(candidate))
  const name = `${verdict.flight} ${verdict.creative}`
  const option = replay.oracle.options.find((other) => named(other) === name)!
  expect(verdict).toMatchObject({ zone, ecpm: option.ecpm, score: replay.oracle.score(option, one.ask, zone) })
  if (won.includes(name)) expect(verdict.droppedBy).toBe(null)
  else {
    const looked = isFull ? to - 1 : to
    const dropped = replay.oracle.dropped(option, one.ask, replay.situation(zone, looked))
    const others = isFull ? ['outranked', 'budget-and-pacing'] : ['budget-and-pacing']
    if (dropped === null) expect(others).toContain(verdict.droppedBy)
    else expect(verdict.droppedBy).toBe(dropped)
    if (verdict.droppedBy === 'budget-and-pacing') expect(one.lent.money).toHaveProperty(verdict.flight)
  }
}

const EVERY_VERDICT = new Set([
  'advertiser-not-archived',
  'advertiser-not-blocked-by-site',
  'advertiser-once-a-page',
  'budget-and-pacing',
  'campaign-dates',
  'campaign-is-on',
  'category-not-blocked-by-site',
  'category-once-a-page',
  'country-included',
  'country-not-excluded',
  'creative-is-approved',
  'creative-not-archived',
  'creative-once-a-page',
  'daypart',
  'device',
  'flight-dates',
  'flight-is-on',
  'flight-wants-zone',
  'floor-price',
  'format-fits-zone',
  'frequency-caps',
  'keyword-included',
  'keyword-not-excluded',
  'locale',
  'outranked',
  'roadblock-once-a-page',
  'role-sees-ads',
  'served-without-id',
  'signed-in-see-ads',
  'site-is-on',
  'size-fits-zone',
  'topic-has-ads',
  'topic-included',
  'topic-not-excluded',
  'zone-heeds-caps-of-flight',
  'zone-heeds-targeting-of-flight',
  'zone-is-on',
  null,
])
