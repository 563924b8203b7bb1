import { describe, expect, test } from 'vitest'
import { ecpmOf } from './ecpm.ts'

const flight = (model: 'cpm' | 'cpc' | 'cpa' | 'flat', price: number, goal: number | null = null) => ({
  pricing: { model, price },
  goal,
})

describe('eCPM', () => {
  test('CPM is what it is', () => {
    expect(ecpmOf(flight('cpm', 2_500_000), { views: 10, clicks: 9, conversions: 9 })).toBe(2_500_000)
  })

  test('a new CPC flight is expected to be clicked twice in a thousand: a fraction, not per cent', () => {
    expect(ecpmOf(flight('cpc', 500_000))).toBe(1_000_000)
  })

  test('what happened counts more, the more there was of it', () => {
    const at = (views: number, clicks: number): number =>
      ecpmOf(flight('cpc', 500_000), { views, clicks, conversions: 0 })
    expect(at(1000, 10)).toBe(3_000_000)
    expect(at(1_000_000, 10_000)).toBeCloseTo(5_000_000, -5)
    expect(at(1_000_000, 0)).toBeLessThan(1000)
    expect(at(1_000_000, 0)).toBeGreaterThan(0)
  })

  test('one click of one view is not a click rate of 100 %', () => {
    expect(ecpmOf(flight('cpc', 500_000), { views: 1, clicks: 1, conversions: 0 })).toBeLessThan(1_600_000)
  })

  test('CPA counts conversions of views', () => {
    expect(ecpmOf(flight('cpa', 25_000_000))).toBe(1_000_000)
    expect(ecpmOf(flight('cpa', 25_000_000), { views: 99_000, clicks: 500, conversions: 9.96 })).toBe(2_500_000)
  })

  test('a flat price is spread over the goal, or over what was shown and more', () => {
    expect(ecpmOf(flight('flat', 40_000_000, 20_000))).toBe(2_000_000)
    expect(ecpmOf(flight('flat', 40_000_000), { views: 19_000, clicks: 0, conversions: 0 })).toBe(2_000_000)
  })
})
