import { expect, test } from 'vitest'
import { nextPlaces, ruleOf } from './rule.ts'

const keys = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at + 1}`)
const RULE = { after: 3, every: 2, most: 3 }

test('the first comes after so many, others after so many more, and no more than so many', () => {
  expect(nextPlaces(keys(20), new Set(), RULE)).toEqual(['3', '5', '7'])
  expect(nextPlaces(keys(20), new Set(), { ...RULE, most: 1 })).toEqual(['3'])
  expect(nextPlaces(keys(20), new Set(), { ...RULE, every: null })).toEqual(['3'])
})

test('behind the last there is none: that is not between two', () => {
  expect(nextPlaces(keys(3), new Set(), RULE)).toEqual([])
  expect(nextPlaces(keys(4), new Set(), RULE)).toEqual(['3'])
  expect(nextPlaces([], new Set(), RULE)).toEqual([])
})

test('those that are taken stay so, and others are looked for behind them', () => {
  expect(nextPlaces(keys(8), new Set(['3']), RULE)).toEqual(['5', '7'])
  expect(nextPlaces(['new', 'newer', ...keys(8)], new Set(['3']), RULE)).toEqual(['5', '7'])
  expect(nextPlaces(keys(8), new Set(['3', '5', 'gone']), RULE)).toEqual([])
})

test('what is no number of comments stops nothing', () => {
  expect(nextPlaces(keys(4), new Set(), { after: 0, every: 0, most: 2 })).toEqual(['1', '2'])
})

test('zones for other places have none in lists', () => {
  expect(ruleOf({ kind: 'anywhere' })).toBe(null)
  expect(ruleOf({ kind: 'feed', every: 4, most: 2 })).toEqual({ after: 4, every: 4, most: 2 })
})
