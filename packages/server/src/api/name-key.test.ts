import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded, handleOf, nameKey } from './name-key.ts'

test.each([
  ['Ann', 'Ann'],
  ["Ann O'Hara", 'Ann_O_Hara'],
  [' J. R. Ewing. ', 'J_R_Ewing'],
  ['ann.lee-x_', 'ann.lee-x_'],
  ['a..b', 'a_b'],
  ['Ａｎｎ', 'Ann'],
  ['😀 Zoë 😀', 'Zoë'],
  ['😀', ''],
  ['\u0301e', 'e'],
  ['名前', '名前'],
])('%j is mentioned as @%s', (name, handle) => {
  expect(handleOf(name)).toBe(handle)
})

test('whoever writes the handle of a name, in any case, means that name', () => {
  const NAME = /^(?=.{1,64}$)[\p{L}\p{Nd}_][\p{L}\p{Nd}\p{M}_]*(?:[.-][\p{L}\p{Nd}\p{M}_]+)*$/u
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (text) => {
      const name = text.toWellFormed()
      const key = nameKey(name)
      expect(nameKey(handleOf(name))).toBe(key)
      expect(nameKey(key)).toBe(key)
      expect(folded(key)).toBe(key)
      if (key !== '') expect(key).toMatch(NAME)
    }),
    { numRuns: 5_000 },
  )
})
