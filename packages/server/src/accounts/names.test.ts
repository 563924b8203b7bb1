import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from '../api/parse.ts'
import { shownName } from './names.ts'

const read = (name: unknown): string | null => parse(shownName(60), name).data

test.each([
  [' Ada ', 'Ada'],
  ['Ada\u202e', 'Ada'],
  ['\u2067 Ada \u2069', 'Ada'],
  ['مریم\u200cنور', 'مریم\u200cنور'],
  ['👩\u200d💻', '👩\u200d💻'],
  ['李', '李'],
  ['!', '!'],
])('%j is shown as %j', (name, shown) => {
  expect(read(name)).toBe(shown)
})

test.each([
  '',
  '  ',
  '\u200b',
  '\u202e',
  '\u2066\u2069',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\ufe0f',
  '\u200d \u200c',
  '\u0301',
])('%j is no name: nothing of it can be seen', (name) => {
  expect(read(name)).toBeNull()
})

test.each(['a\nb', '\0', '\ud800', 'x'.repeat(61), 7, null])('%j is no name', (name) => {
  expect(read(name)).toBeNull()
})

test('whatever is given, a name that is taken turns nothing and can be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 70 }), (text) => {
      const name = read(text)
      expect(name === null || (!/[\u202a-\u202e\u2066-\u2069]|^\s|\s$/u.test(name) && name.length > 0)).toBe(true)
      expect(name === null || read(name) === name).toBe(true)
    }),
  )
})
