import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnsupportedOperator } from '../errors.ts'
import { parseFilter } from './filter.ts'
import { faultOf, isRefusal } from '../testing/dialect/faults.ts'

describe('what a filter is read as', () => {
  test('equality, operators, alternatives and elements', () => {
    expect(parseFilter({ 'a.b': 1, c: { $gt: 'x', $ne: null } })).toEqual([
      { path: 'a.b', tests: [{ op: 'eq', value: 1 }] },
      {
        path: 'c',
        tests: [
          { op: 'gt', value: 'x' },
          { op: 'ne', value: null },
        ],
      },
    ])
    expect(parseFilter({ $or: [{ a: { $eq: true } }, { b: { $in: [1, null] } }] })).toEqual([
      {
        or: [
          [{ path: 'a', tests: [{ op: 'eq', value: true }] }],
          [{ path: 'b', tests: [{ op: 'in', values: [1, null] }] }],
        ],
      },
    ])
    expect(parseFilter({ a: { $elemMatch: { $gte: 1 } }, b: { $elemMatch: { c: 1 } } })).toEqual([
      { path: 'a', tests: [{ op: 'elemMatch', element: { tests: [{ op: 'gte', value: 1 }] } }] },
      {
        path: 'b',
        tests: [{ op: 'elemMatch', element: { fields: [{ path: 'c', tests: [{ op: 'eq', value: 1 }] }] } }],
      },
    ])
  })

  test('nothing is asked by an empty filter', () => {
    expect(parseFilter({})).toEqual([])
  })

  test('-0 is 0', () => {
    expect(parseFilter({ a: -0, b: { $in: [-0] } })).toStrictEqual([
      { path: 'a', tests: [{ op: 'eq', value: 0 }] },
      { path: 'b', tests: [{ op: 'in', values: [0] }] },
    ])
  })

  test('fields in an element may begin with an underscore, those of the store may not', () => {
    expect(parseFilter({ 'a._b': 1, _id: 'x', c: { $elemMatch: { _d: 1 } } })).toHaveLength(3)
    expect(() => parseFilter({ _version: 1 })).toThrow(UnsupportedOperator)
    expect(() => parseFilter({ $or: [{ _events: 1 }] })).toThrow(/store's own/)
  })
})

describe('what a filter refuses, and how to mend it', () => {
  const nested = (depth: number): unknown => (depth === 0 ? { a: 1 } : { $or: [nested(depth - 1)] })
  test.each([
    ['an unknown operator', { a: { $regex: '^x' } }, /\$regex is not in the dialect.*\$gte and \$lt/],
    ['an unknown condition', { $and: [{ a: 1 }] }, /\$and.*beside each other/],
    ['code', { $where: 'true' }, /\$where/],
    ['equality with an object', { a: { b: 1 } }, /dotted paths/],
    ['equality with an empty object', { a: {} }, /dotted paths/],
    ['operators and fields in one object', { a: { $gt: 1, b: 2 } }, /dotted paths/],
    ['equality with an array', { a: [1] }, /an array/],
    ['$ne with an object', { a: { $ne: { b: 1 } } }, /an object/],
    ['$in with an array in it', { a: { $in: [[1]] } }, /an array/],
    ['$in of what is no array', { a: { $in: 'abc' } }, /\$in needs an array/],
    ['a range from null', { a: { $gte: null } }, /null has no order/],
    ['a range from an object', { a: { $lt: {} } }, /an object/],
    ['$exists of a number', { a: { $exists: 1 } }, /true or false/],
    ['$elemMatch of a scalar', { a: { $elemMatch: 5 } }, /must be an object/],
    ['$elemMatch of operators and fields', { a: { $elemMatch: { $gt: 1, b: 1 } } }, /whole object/],
    ['$elemMatch of fields and operators', { a: { $elemMatch: { b: 1, $gt: 1 } } }, /\$gt is not a condition/],
    ['NaN', { a: Number.NaN }, /finite/],
    ['an infinite number', { a: { $lt: Number.POSITIVE_INFINITY } }, /finite/],
    ['an integer past 2^53 - 1', { a: 2 ** 53 }, /keep it as a string/],
    ['half a surrogate pair', { a: '\ud83d' }, /surrogate/],
    ['undefined', { a: undefined }, /undefined/],
    ['undefined in $in', { a: { $in: [undefined] } }, /undefined/],
    ['a hole in $in', { a: { $in: Array.from({ length: 1 }) } }, /undefined/],
    ['a date', { a: new Date(0) }, /a Date.*ISO-8601/],
    ['a function', { a: () => true }, /function/],
    ['a big integer', { a: 5n }, /bigint/],
    ['an empty $or', { $or: [] }, /at least one/],
    ['$or of what is no array', { $or: { a: 1 } }, /array/],
    ['$or of scalars', { $or: [1] }, /must be an object/],
    ['an empty path', { '': 1 }, /empty/],
    ['an empty part', { 'a..b': 1 }, /empty/],
    ['a dollar in a part', { 'a.$b': 1 }, /dollar/],
    ['a zero character in a part', { 'a\0b': 1 }, /zero/],
    ['half a surrogate pair in a part', { 'a\ud83d': 1 }, /surrogate/],
    ['the prototype', JSON.parse('{"a.__proto__": 1}'), /__proto__/],
    ['too many parts', { [Array.from({ length: 101 }, () => 'a').join('.')]: 1 }, /101 parts/],
    ['too many conditions in each other', nested(21), /flatter/],
    ['what is no object', 'a', /must be an object/],
    ['nothing at all', undefined, /undefined/],
    ['an array', [], /an array/],
    ['an instance of a class', new Map(), /a Map/],
  ])('%s', (_, where, message) => {
    expect(() => parseFilter(where)).toThrow(UnsupportedOperator)
    expect(() => parseFilter(where)).toThrow(message)
  })

  test('1e308 and the largest exact integer are numbers like others', () => {
    expect(parseFilter({ a: 1e308, b: Number.MAX_SAFE_INTEGER, c: -1e21 })).toHaveLength(3)
  })

  test('whatever comes, it is read or refused, and stays as it was', () => {
    const key = fc.oneof(
      fc.constantFrom('$or', '$in', '$gt', '$elemMatch', 'a', 'a.b', '$ne', '__proto__'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.object({ key, maxDepth: 5, withDate: true, withNullPrototype: true }), (where) => {
        const before = structuredClone(where)
        expect(faultOf(() => parseFilter(where))).toSatisfy(isRefusal)
        expect(where).toEqual(before)
      }),
    )
  })
})
