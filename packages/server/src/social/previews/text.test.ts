import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { lineOf } from './text.ts'

test.each([
  ['  two\n\t words\u2028here ', 'two words here'],
  ['a\u0000\u001b[31mb\u007f\u0085c', 'a[31mbc'],
  ['\u202Egpj.exe\u2069\u200F', 'gpj.exe'],
  ['so\u00adft\u200b', 'soft'],
  ['خانه\u200cها 👩\u200d🚀', 'خانه\u200cها 👩\u200d🚀'],
  ['a\ud800', 'a\ufffd'],
  [`z${'\u0301'.repeat(50)}`, `z${'\u0301'.repeat(4)}`],
  ['\u202e \u200b', null],
  ['', null],
  [undefined, null],
])('%j is the line %j', (text, line) => {
  expect(lineOf(text, 40)).toBe(line)
})

test('what is too long ends in dots, and never within a character', () => {
  expect(lineOf('abcdef', 6)).toBe('abcdef')
  expect(lineOf('abc def', 5)).toBe('abc…')
  expect(lineOf('👍🏽'.repeat(10), 3)).toBe('👍🏽👍🏽…')
  expect(lineOf(`a${'\u200d👩'.repeat(5000)}`, 10)).toMatch(/…$/)
})

test('a line of a line is itself', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 300 }), (text) => {
      const line = lineOf(text, 20)
      expect(lineOf(line ?? '', 20)).toBe(line)
    }),
  )
})
