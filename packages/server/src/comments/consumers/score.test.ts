import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comment } from '../layouts/conformance/conversation.ts'
import { byRank, rankedOf, scoreOf } from './score.ts'

const better = (a: [number, number], b: [number, number]): boolean => {
  const [left, right] = [a, b].map(([up, down]) => scoreOf({ up, down }) ?? -1)
  return (left ?? 0) > (right ?? 0)
}

describe('scores', () => {
  it('are the lower bound of the Wilson interval', () => {
    expect(scoreOf({ up: 1, down: 0 })).toBe(206_543)
    expect(scoreOf({ up: 40, down: 10 })).toBe(669_626)
    expect(scoreOf({ up: 0, down: 0 })).toBeNull()
    expect(scoreOf({ up: 0, down: 3 })).toBeNull()
  })

  it('put much praise before little, and undivided before divided', () => {
    expect(better([40, 10], [1, 0])).toBe(true)
    expect(better([10, 0], [10, 1])).toBe(true)
    expect(better([2, 0], [1, 0])).toBe(true)
    expect(better([1, 0], [1, 1])).toBe(true)
  })

  it('rise with each up vote, fall with each down vote, and stay within the scale', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 5_000 }), (up, down) => {
        const score = scoreOf({ up, down }) ?? Number.NaN
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThan(1_000_000)
        expect(scoreOf({ up: up + 1, down })).toBeGreaterThanOrEqual(score)
        expect(scoreOf({ up, down: down + 1 })).toBeLessThanOrEqual(score)
      }),
    )
  })
})

describe('places', () => {
  const root = comment('a', { ms: 1, votes: { up: 1, down: 0 } })

  it('are for roots that are shown and have an up vote', () => {
    expect(rankedOf(root)).toEqual({ slug: 'a', key: '2026-01-01T00:00:00.001Z/a', score: 206_543 })
    expect(rankedOf({ ...root, status: 'deleted' })).toBeNull()
    expect(rankedOf({ ...root, votes: { up: 0, down: 0 } })).toBeNull()
    expect(rankedOf(comment('b', { under: root, votes: { up: 1, down: 0 } }))).toBeNull()
  })

  it('are the best first, of equal ones the newer', () => {
    const places = [
      { slug: 'old', key: '1', score: 5 },
      { slug: 'good', key: '0', score: 9 },
      { slug: 'new', key: '2', score: 5 },
    ]
    expect(places.toSorted(byRank).map(({ slug }) => slug)).toEqual(['good', 'new', 'old'])
  })
})
