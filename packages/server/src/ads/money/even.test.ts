import { describe, expect, it } from 'vitest'
import type { Campaign, Flight, Taken } from '../model.ts'
import { blankMoney } from './budget.ts'
import { hourIn } from './days.ts'
import { atPace } from './even.ts'
import { campaignOf, DAY_MS, flightOf, HOUR_MS, NOON } from './testing/ground.ts'

const day = (number: number): string => new Date(NOON + number * DAY_MS).toISOString()
const even = (id: string, set: Partial<Flight> = {}): Flight => flightOf({ _id: id, pacing: 'even', ...set })

/** 24,000 impressions in ten days, of which some have been taken: 100 an hour. */
function campaignWith(taken: Readonly<Record<string, number>>, set: Partial<Campaign> = {}): Campaign {
  const budget = 24_000_000
  const events = Object.values(taken).reduce((sum, one) => sum + one, 0)
  const flights = Object.entries(taken).map(([flight, own]): Taken => ({
    flight,
    events: own,
    hour: hourIn('UTC', NOON),
    inHour: own,
  }))
  const money = { ...blankMoney(budget), left: budget - events * 1000, spent: events * 1000, flights }
  return campaignOf({ budget, until: day(10), money, ...set })
}

describe('a flight without a goal', () => {
  const [one, two] = [even('one'), even('two')]
  const now = NOON + HOUR_MS / 2

  it('waits where others that share the budget have taken what was due', () => {
    const campaign = campaignWith({ two: 58 })
    expect(atPace({ campaign, flight: one, now })).toBeGreaterThan(0)
    expect(atPace({ campaign, flight: one, sharing: [one, two], now })).toBe(0)
    expect(atPace({ campaign: campaignWith({ two: 40 }), flight: one, sharing: [one, two], now })).toBe(8)
  })

  it('counts what others have taken by what it cost', () => {
    const dear = even('two', { pricing: { model: 'cpm', price: 2_000_000 } })
    expect(atPace({ campaign: campaignWith({ two: 29 }), flight: one, sharing: [one, dear], now })).toBe(0)
    const clicks = even('two', { pricing: { model: 'cpc', price: 1000 } })
    const some = { campaign: campaignWith({ two: 58 }), flight: one, sharing: [one, clicks], now }
    expect(atPace(some), 'all of those clicks came').toBe(0)
    const out = { id: 's', flight: 'two', day: '2026-01-10', amount: 58_000, events: 58, closes: day(1) }
    const held = { ...some.campaign, money: { ...some.campaign.money, spent: 0, out: [out] } }
    expect(atPace({ ...some, campaign: held }), 'a third of them is thought to come').toBeGreaterThan(0)
  })

  it('keeps its own pace beside one without an end, which has none', () => {
    const [ending, endless] = [even('one', { until: day(10) }), even('two')]
    const campaign = campaignWith({ one: 58 }, { until: null })
    const sharing = [ending, endless]
    expect(atPace({ campaign, flight: ending, sharing, now })).toBe(0)
    expect(atPace({ campaign, flight: endless, sharing, now })).toBe(Infinity)
  })

  it('is spread over a day by what that may cost, also without an end', () => {
    const campaign = campaignWith({}, { until: null, from: day(-1), dailyCap: 240_000 })
    const half = { ...campaign, money: { ...campaign.money, days: [{ day: '2026-01-10', taken: 121_000 }] } }
    expect(atPace({ campaign, flight: one, sharing: [one], now: NOON })).toBe(1)
    expect(atPace({ campaign: half, flight: one, sharing: [one], now: NOON }), 'noon').toBe(0)
    expect(atPace({ campaign: half, flight: one, sharing: [one], now: NOON + HOUR_MS })).toBe(1)
  })

  it('is not spread where no number follows from the budget, as where it is paid once', () => {
    const flat = even('one', { pricing: { model: 'flat', price: 1_000_000 } })
    expect(atPace({ campaign: campaignWith({}), flight: flat, now })).toBe(Infinity)
  })
})
