import { expect, test } from 'vitest'
import { canonicalLocale, preferredLocale } from './locale.ts'

test.each([
  ['iw', 'he'],
  ['in-ID', 'id-ID'],
  ['pt-br', 'pt-BR'],
  ['deu', 'de'],
  ['not a language', null],
  ['', null],
])('%s is %s', (locale, expected) => {
  expect(canonicalLocale(locale)).toBe(expected)
})

test.each([
  ['en;q=0.5,de;q=0.9', 'de'],
  ['de, en', 'de'],
  ['*, fr;q=0.1', 'fr'],
  ['en;q=0, sv;q=0.3', 'sv'],
  ['en;q=x', null],
  ['*', null],
  ['', null],
  [null, null],
])('of %s, %s is wanted most', (field, expected) => {
  expect(preferredLocale(field)).toBe(expected)
})
