import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldKeyword } from './keywords.ts'

test.for([
  ['  Café\tCrème ', 'cafe creme'],
  ['ＡＢＣ', 'abc'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['STRA\u1E9EE', 'strasse'],
  ['\u{1D6A4}', 'i'],
  ['C++', 'c++'],
  ['tea', 'tea'],
  [' \n ', ''],
] as const)('%s is compared as %s', ([text, folded]) => {
  expect(foldKeyword(text)).toBe(folded)
})

test('what was folded stays as it is', () => {
  const letters = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code))
  const odd = letters.filter(
    (letter) => letter.isWellFormed() && foldKeyword(foldKeyword(letter)) !== foldKeyword(letter),
  )
  expect(odd).toEqual([])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldKeyword(foldKeyword(text))).toBe(foldKeyword(text))
    }),
  )
})
