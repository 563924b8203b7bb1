import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { IMPRESSION_MS, SKEW_MS } from '../lifetimes.ts'
import { Happening, IDS, Oracle, type Rules } from './happening.fixtures.ts'
import { MINUTE_MS, storeOn } from './profiles.fixtures.ts'

const rule = fc.record({ most: fc.integer({ min: 1, max: 3 }), seconds: fc.constantFrom(1, 60, 600, 3600) })
const rules = fc.dictionary(fc.constantFrom(...IDS), rule, { minKeys: 3 })
const node = fc.nat(2)
const places = fc.integer({ min: 1, max: 3 })
const EDGES = [1, 999, 1_000, 59_999, 60_000, 600_000, IMPRESSION_MS, IMPRESSION_MS + SKEW_MS, 3_600_000]

const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant('decide' as const), node, places }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('tabs' as const), nodes: fc.array(node, { maxLength: 5 }) }) },
    { weight: 4, arbitrary: fc.record({ act: fc.constant('impression' as const), node, which: fc.nat(30) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        act: fc.constant('wait' as const),
        ms: fc.oneof(fc.constantFrom(...EDGES), fc.nat(20 * MINUTE_MS)),
      }),
    },
  ),
  { minLength: 10, maxLength: 40 },
)
type Acts = typeof acts extends fc.Arbitrary<infer A> ? A : never

/** No two clocks differ by more than they may. */
const skews = fc.array(fc.integer({ min: 0, max: SKEW_MS }), { minLength: 3, maxLength: 3 })

/** One that is ahead decides just after an impression; an impression comes at the last moment of one that is behind. */
const HARDEST: [Rules, number[], Acts][] = [
  [
    { k1: { most: 1, seconds: 60 } },
    [0, SKEW_MS, SKEW_MS],
    [
      { act: 'decide', node: 0, places: 1 },
      { act: 'impression', node: 0, which: 0 },
      { act: 'wait', ms: 1 },
      { act: 'decide', node: 1, places: 1 },
      { act: 'impression', node: 1, which: 0 },
    ],
  ],
  [
    { k1: { most: 1, seconds: 600 } },
    [SKEW_MS, 0, 0],
    [
      { act: 'decide', node: 0, places: 1 },
      { act: 'wait', ms: IMPRESSION_MS + 1 },
      { act: 'decide', node: 0, places: 1 },
      { act: 'impression', node: 1, which: 0 },
      { act: 'impression', node: 0, which: 0 },
    ],
  ],
]

async function happen(what: Happening, all: Acts): Promise<void> {
  for (const one of all) {
    if (one.act === 'decide') await what.decide(one.node, one.places)
    else if (one.act === 'tabs') await Promise.all(one.nodes.map((each) => what.decide(each, 1)))
    else if (one.act === 'impression') await what.impression(one.node, one.which)
    else what.wait(one.ms)
    expect(what.tooOften()).toEqual([])
  }
}

async function happenAsExpected(what: Happening, oracle: Oracle, all: Acts): Promise<void> {
  for (const one of all) {
    const { now } = what.node(0).clock
    if (one.act === 'decide') {
      const shown = await what.decide(0, one.places)
      const expected = oracle.expected(now, one.places, shown)
      expect(shown.map(({ creative }) => creative)).toEqual(expected)
    } else if (one.act === 'impression') {
      const seen = await what.impression(0, one.which)
      if (seen !== null) oracle.impression(now, seen)
    } else if (one.act === 'wait') what.wait(one.ms)
  }
}

describeEngines('caps, whatever happens', (engine) => {
  const numRuns = engine.kind === 'sqlite' ? 300 : 60

  it('B8.4: are never exceeded in any stretch of real time, by nodes whose clocks differ', async () => {
    const store = await storeOn(engine)
    let seen = 0
    const property = fc.asyncProperty(rules, skews, acts, async (each, differing, all) => {
      const what = new Happening(store, each, differing)
      await happen(what, all)
      seen += what.seen.length
    })
    await fc.assert(property, { numRuns, examples: HARDEST })
    expect(seen, 'something was shown').toBeGreaterThan(numRuns)
  })

  it('B8.4: let one node show all that they allow, to the millisecond', async () => {
    const store = await storeOn(engine)
    const property = fc.asyncProperty(rules, acts, (each, all) =>
      happenAsExpected(new Happening(store, each, [0]), new Oracle(each), all),
    )
    await fc.assert(property, { numRuns })
  })
})
