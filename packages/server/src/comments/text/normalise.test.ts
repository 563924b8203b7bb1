import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseText } from './normalise.ts'

test.each([
  ['line breaks of Windows and of old', 'a\r\nb\rc\n\r\nd', 'a\nb\nc\n\nd'],
  ['control characters', '\0a\u0007b\u000bc\u001bd\u007fe\u0085f', 'abcdef'],
  ['tabs and line breaks stay', '\ta\n\tb', '\ta\n\tb'],
  ['half of a surrogate pair', 'a\ud83d b\ude00', 'a\ufffd b\ufffd'],
  ['all else stays', ' é e\u0301 😀 \u200d \u202e \ufeff ', ' é e\u0301 😀 \u200d \u202e \ufeff '],
])('%s', (_, text, kept) => {
  expect(normaliseText(text)).toBe(kept)
})

test('a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, more) => {
      const once = normaliseText(`${text}\r\r\n\0${more}\ud800`)
      expect(normaliseText(once)).toBe(once)
    }),
  )
})
