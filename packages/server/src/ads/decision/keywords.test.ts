import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldKeyword } from './keywords.ts'

test.for([
  ['  Café\tCrème ', 'cafe creme'],
  ['ＡＢＣ', 'abc'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['C++', 'c++'],
  ['tea', 'tea'],
  [' \n ', ''],
] as const)('%s is compared as %s', ([text, folded]) => {
  expect(foldKeyword(text)).toBe(folded)
})

test('what was folded stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldKeyword(foldKeyword(text))).toBe(foldKeyword(text))
    }),
  )
})
