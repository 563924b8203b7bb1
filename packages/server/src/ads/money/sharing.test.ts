import { describe, expect, it } from 'vitest'
import type { Flight } from '../model.ts'
import { buildSnapshot } from '../decision/snapshot.ts'
import { campaignOf as campaignIn, flightOf as flightIn, inventoryOf } from '../decision/testing/parts.ts'
import { sharingIn, spanOf } from './sharing.ts'
import { campaignOf, DAY_MS, flightOf, NOON } from './testing/ground.ts'

const even = (id: string, set: Partial<Flight> = {}): Flight => flightOf({ _id: id, pacing: 'even', ...set })
const day = (number: number): string => new Date(NOON + number * DAY_MS).toISOString()

describe('a budget that flights share', () => {
  it('is shared by those that run evenly, cost something for each event and have no goal', () => {
    const others = [
      even('goal', { goal: 1000 }),
      even('asap', { pacing: 'asap' }),
      even('paused', { state: 'paused' }),
      even('flat', { pricing: { model: 'flat', price: 1000 } }),
      even('free', { pricing: { model: 'cpc', price: 0 } }),
      even('elsewhere', { campaign: 'c2' }),
    ]
    const sharing = sharingIn([even('one'), ...others, even('two', { pricing: { model: 'cpc', price: 9 } })])
    expect(sharing.get('c1')?.map(({ _id }) => _id)).toEqual(['one', 'two'])
  })

  it('is spread from the first that begins to the last that ends, within the campaign', () => {
    const campaign = campaignOf({ budget: 1000, until: day(30) })
    const [early, late] = [even('early', { until: day(9) }), even('late', { from: day(20), until: day(40) })]
    expect(spanOf(campaign, [early])).toEqual({ from: NOON, until: NOON + 9 * DAY_MS })
    expect(spanOf(campaign, [late])).toEqual({ from: NOON + 20 * DAY_MS, until: NOON + 30 * DAY_MS })
    expect(spanOf(campaign, [early, late])).toEqual({ from: NOON, until: NOON + 30 * DAY_MS })
  })

  it('is known to each of them when a decision is made', () => {
    const inventory = inventoryOf([{ id: 'a' }, { id: 'b' }])
    const flights = ['a', 'b'].map((id) => flightIn(id, { campaign: 'a', pacing: 'even' }))
    const { order } = buildSnapshot({ ...inventory, campaigns: [campaignIn('a')], flights })
    expect(order.entries.map(({ candidate }) => candidate.sharing)).toEqual([flights, flights])
  })
})
