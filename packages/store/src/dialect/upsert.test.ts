import { expect, test } from 'vitest'
import { Misfit, UnsupportedOperator } from '../errors.ts'
import { parseChange } from './change.ts'
import { parseFilter } from './filter.ts'
import { documentForUpsert, equalities } from './upsert.ts'
import type { Doc } from './value.ts'

const upsert = (where: unknown, change: unknown): Doc => documentForUpsert('x', parseFilter(where), parseChange(change))

test('equality in the filter becomes fields, then comes the change', () => {
  expect(
    upsert({ _id: 'x', a: 1, 'b.c': null, d: { $eq: 'y' } }, { $inc: { n: 1 }, $setOnInsert: { 'b.e': 2 } }),
  ).toEqual({
    _id: 'x',
    a: 1,
    b: { c: null, e: 2 },
    d: 'y',
    n: 1,
  })
})

test('other conditions become nothing', () => {
  expect(upsert({ a: { $gt: 1 }, b: { $ne: 2 }, c: { $exists: true }, d: { $elemMatch: { e: 1 } } }, {})).toEqual({
    _id: 'x',
  })
})

test('a number in a path is a name', () => {
  expect(upsert({ 'a.0': 1 }, { $push: { 'b.1': 2 } })).toEqual({ _id: 'x', a: { 0: 1 }, b: { 1: [2] } })
})

test('what the filter brings may not fit the change', () => {
  expect(() => upsert({ a: 'text' }, { $inc: { a: 1 } })).toThrow(Misfit)
  expect(() => upsert({}, { $set: { 'a.$[e]': 1 } })).toThrow(UnsupportedOperator)
})

test.each([
  ['alternatives', { $or: [{ a: 1 }] }],
  ['$in', { a: { $in: [1] } }],
  ['a path in another', { a: 1, 'a.b': 1 }],
])('refuses %s, from which servers take different fields', (_, where) => {
  expect(() => upsert(where, {})).toThrow(UnsupportedOperator)
  expect(() => equalities(parseFilter(where))).toThrow(UnsupportedOperator)
})
