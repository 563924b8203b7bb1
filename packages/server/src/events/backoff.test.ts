import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextTry } from './backoff.ts'
import { Hopeless, TryLater } from './queue-model.ts'

const TABLE = [1_000, 10_000, 60_000]
const failed = new Error('no')

describe('B6: what failed is tried again', () => {
  it('as the table says, then no more', () => {
    const at = [1, 2, 3, 4].map((tries) => nextTry(failed, { tries, retryMs: TABLE, now: 5_000, random: () => 0.5 }))
    expect(at).toEqual([6_000, 15_000, 65_000, null])
  })

  it('never at the same time for all, and within a quarter of what the table says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.double({ min: 0, max: 0.999999, noNaN: true }), (tries, drawn) => {
        const wait = nextTry(failed, { tries, retryMs: TABLE, now: 0, random: () => drawn }) ?? 0
        const said = TABLE[tries - 1] ?? 0
        expect(wait).toBeGreaterThanOrEqual(said * 0.75)
        expect(wait).toBeLessThanOrEqual(said * 1.25)
      }),
    )
    const [early, late] = [0, 0.9].map((drawn) =>
      nextTry(failed, { tries: 1, retryMs: TABLE, now: 0, random: () => drawn }),
    )
    expect(early).not.toBe(late)
  })

  it('not before it was asked to, and never where it is hopeless', () => {
    const asked = (error: Error) => nextTry(error, { tries: 1, retryMs: TABLE, now: 0, random: () => 0.5 })
    expect(asked(new TryLater('busy', { afterMs: 90_000 }))).toBe(90_000)
    expect(asked(new TryLater('busy', { afterMs: 1 }))).toBe(1_000)
    expect(asked(new Hopeless('gone'))).toBeNull()
  })
})
