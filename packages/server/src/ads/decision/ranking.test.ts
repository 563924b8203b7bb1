import { describe, expect, test } from 'vitest'
import { choose } from './choose.ts'
import type { Ask, Means } from './model.ts'
import { buildSnapshot, type Snapshot } from './snapshot.ts'
import { askOf, cpm, inventoryOf, meansOf, type Offer, seeded, targetingOf, zoneOf } from './testing/parts.ts'

const DRAWS = 20_000

const shown = async (snapshot: Snapshot, ask: Ask, means: Means): Promise<string[]> =>
  (await choose(snapshot, ask, means)).map(({ candidate }) => candidate.creative._id)

const boosting = (words: string[]): Offer['flight'] => ({
  targeting: targetingOf({ keywords: { include: words, exclude: [], mode: 'boost' } }),
})

/** How far counts are from being equal; with k kinds, 99.99 of 100 fair draws stay below k + 4 sqrt(2k) + 10. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}
const bound = (kinds: number): number => kinds + 4 * Math.sqrt(2 * kinds) + 10

async function expectUniform(offers: readonly Offer[], ask: Ask, wanted: readonly string[]): Promise<void> {
  const snapshot = buildSnapshot(inventoryOf(offers))
  const means = meansOf({ random: seeded(11) })
  const counts = new Map(wanted.map((id) => [id, 0]))
  const last = new Map(wanted.map((id) => [id, 0]))
  for (let draw = 0; draw < DRAWS; draw++) {
    const all = await shown(snapshot, ask, means)
    counts.set(all[0]!, (counts.get(all[0]!) ?? 0) + 1)
    last.set(all.at(-1)!, (last.get(all.at(-1)!) ?? 0) + 1)
  }
  for (const found of [counts, last]) {
    expect([...found.keys()].sort()).toEqual([...wanted].sort())
    expect(chiSquare([...found.values()])).toBeLessThan(bound(wanted.length))
  }
}

const named = (count: number, fields: (at: number) => Partial<Offer> = () => ({})): Offer[] =>
  Array.from({ length: count }, (_, at) => ({ id: `o${at}`, ...fields(at) }))
const ids = (offers: readonly Offer[]): string[] => offers.map(({ id }) => id)

describe('B8.5: who is shown', () => {
  test('the bound tells fair draws from unfair ones', () => {
    expect(chiSquare([5100, 4900, 5000, 5000])).toBeLessThan(bound(4))
    expect(chiSquare([5600, 4800, 4800, 4800])).toBeGreaterThan(bound(4))
  })

  test('of equals each is as likely as the others, first and second', async () => {
    const offers = named(7)
    await expectUniform(
      [...offers, { id: 'worse', flight: { pricing: cpm(1000) } }],
      askOf({ places: [{ zone: 'side', count: 2 }] }),
      ids(offers),
    )
  })

  test('also among hundreds of which some are not for this page', async () => {
    const phone = { flight: { targeting: targetingOf({ devices: ['phone'] }) } }
    const offers = named(600, (at) => (at % 3 === 0 ? phone : {}))
    await expectUniform(
      offers,
      askOf(),
      ids(offers).filter((_, at) => at % 3 !== 0),
    )
  })

  test('also among hundreds of which few are for this page', async () => {
    const phone = { flight: { targeting: targetingOf({ devices: ['phone'] }) } }
    const offers = named(900, (at) => (at % 50 === 0 ? {} : phone))
    await expectUniform(
      offers,
      askOf(),
      ids(offers).filter((_, at) => at % 50 === 0),
    )
  })

  test('also where keywords bring some of them to the same score', async () => {
    const offers = named(6, (at) => ({ flight: { ...boosting(at < 3 ? [`w${at}`] : []), pricing: cpm(0) } }))
    await expectUniform(offers, askOf({ keywords: ['w0', 'w1'] }), ids(offers))
  })

  test('B-7: the best comes first, whatever the order of the inventory', async () => {
    const prices = [3, 9, 1, 7, 5]
    const offers = prices.map((price) => ({ id: `p${price}`, flight: { pricing: cpm(price * 1_000_000) } }))
    const ask = askOf({ places: [{ zone: 'side', count: 5 }] })
    expect(await shown(buildSnapshot(inventoryOf(offers)), ask, meansOf())).toEqual(['p9', 'p7', 'p5', 'p3', 'p1'])
  })

  test('B-1: after a change of a price the order is the new one', async () => {
    const offers: Offer[] = [
      { id: 'steady', flight: { pricing: cpm(2_000_000) } },
      { id: 'rising', flight: { pricing: cpm(1_000_000) } },
    ]
    const before = inventoryOf(offers)
    const flights = before.flights.map((one) => (one._id === 'rising' ? { ...one, pricing: cpm(3_000_000) } : one))
    expect(await shown(buildSnapshot(before), askOf(), meansOf())).toEqual(['steady'])
    expect(await shown(buildSnapshot({ ...before, flights }), askOf(), meansOf())).toEqual(['rising'])
  })

  test('B-8: a flight whose keywords are not on the page is worth what it pays, and each that is lifts it', async () => {
    const offers: Offer[] = [
      { id: 'plain', flight: { pricing: cpm(2_000_000) } },
      { id: 'wordy', flight: { ...boosting(['tea', 'cup', 'milk', 'leaf']), pricing: cpm(2_500_000) } },
      { id: 'lifted', flight: { ...boosting(['sport', 'ball']), pricing: cpm(1_200_000) } },
    ]
    const order = (keywords: string[], design: 'best' | 'targeted' = 'targeted') =>
      shown(
        buildSnapshot(inventoryOf(offers, { zones: [zoneOf({ design })] })),
        askOf({ keywords, places: [{ zone: 'side', count: 3 }] }),
        meansOf(),
      )
    expect(await order([])).toEqual(['wordy', 'plain', 'lifted'])
    expect(await order(['sport'])).toEqual(['wordy', 'lifted', 'plain'])
    expect(await order(['sport', 'ball'])).toEqual(['lifted', 'wordy', 'plain'])
    expect(await order(['sport', 'ball'], 'best')).toEqual(['wordy', 'plain', 'lifted'])
  })

  test('a lower tier has its turn only when nobody above has anything', async () => {
    const tiers = ['house', 'remnant', 'standard', 'sponsor'] as const
    const offers = tiers.map((tier, at) => ({
      id: tier,
      campaign: { tier },
      flight: { pricing: cpm((9 - 2 * at) * 1_000_000) },
    }))
    const ask = askOf({ places: [{ zone: 'side', count: 4 }] })
    const snapshot = buildSnapshot(inventoryOf(offers))
    expect(await shown(snapshot, ask, meansOf())).toEqual(['sponsor', 'standard', 'remnant', 'house'])
    const reserve: Means['reserve'] = ({ flight }) => (flight._id === 'sponsor' ? null : { slice: 's', index: 0 })
    expect(await shown(snapshot, askOf(), meansOf({ reserve }))).toEqual(['standard'])
  })
})
