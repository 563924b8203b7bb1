import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countIn, lowest, within } from './bits.ts'

const words = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const bitsIn = (word: number): number[] => Array.from({ length: 32 }, (_, at) => at).filter((at) => (word >>> at) & 1)

test('bits are counted, and the lowest is found', () => {
  fc.assert(
    fc.property(words, (word) => {
      expect(countIn(word)).toBe(bitsIn(word).length)
      if (word !== 0) expect(lowest(word)).toBe(bitsIn(word)[0])
    }),
  )
})

test('a range of ranks is the same bits in a word, also where it begins, ends or is elsewhere', () => {
  const rank = fc.nat({ max: 200 })
  fc.assert(
    fc.property(fc.nat({ max: 5 }), rank, rank, (word, from, to) => {
      const inside = Array.from({ length: 32 }, (_, at) => at).filter((at) => {
        const one = word * 32 + at
        return one >= from && one < to
      })
      fc.pre(from < word * 32 + 32)
      expect(bitsIn(within(word, from, to))).toEqual(inside)
    }),
  )
})
