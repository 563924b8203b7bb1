import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joined, NOBODY, reachedIn, reachOf, withReached } from './reach.ts'

const personOf = (number: number): string =>
  createHash('sha256').update(`person ${number}`).digest('base64url').slice(0, 22)
const reached = (from: number, until: number): string[] =>
  Array.from({ length: until - from }, (_, at) => reachOf(personOf(from + at)))

describe('reach', () => {
  it('is nobody where nobody was reached, and nobody is nothing', () => {
    expect(reachedIn(NOBODY)).toBe(0)
    expect(reachOf('')).toBe('')
  })

  it.each([1, 10, 100])('is exact to one person for %i', (count) => {
    expect(Math.abs(reachedIn(withReached(NOBODY, reached(0, count))) - count)).toBeLessThanOrEqual(1)
  })

  it.each([1000, 10_000, 100_000])('is right to five per cent for %i', (count) => {
    const found = reachedIn(withReached(NOBODY, reached(0, count)))
    expect(Math.abs(found - count) / count).toBeLessThan(0.05)
  })

  it('counts nobody twice, in any order and in any parts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { maxLength: 200 }), fc.nat(200), (numbers, cut) => {
        const all = numbers.map((number) => reachOf(personOf(number)))
        const whole = withReached(NOBODY, all)
        const parts = joined(withReached(NOBODY, all.slice(cut)), withReached(NOBODY, all.slice(0, cut)))
        expect(parts).toBe(whole)
        expect(withReached(whole, all.toReversed())).toBe(whole)
      }),
      { numRuns: 30 },
    )
  })
})
