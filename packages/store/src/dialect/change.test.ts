import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TooLarge, UnsupportedOperator } from '../errors.ts'
import { parseChange } from './change.ts'
import { faultOf, isRefusal } from '../testing/dialect/faults.ts'

const e = [{ 'e.id': 1 }]

describe('what a change is read as', () => {
  test('paths as given, and a source that shares nothing with what was given', () => {
    const value = { list: [1, -0] }
    const given = { $set: { 'a.b': value }, $inc: { n: -0 }, $push: { l: { $each: [value], $slice: -2 } } }
    const change = parseChange(given)
    value.list.push(2)
    expect(change.paths).toEqual(['a.b', 'n', 'l'])
    expect(change.source).toStrictEqual({
      $set: { 'a.b': { list: [1, 0] } },
      $inc: { n: 0 },
      $push: { l: { $each: [{ list: [1, 0] }], $slice: -2 } },
    })
  })

  test('an empty change, and operators without paths', () => {
    expect(parseChange({})).toMatchObject({ paths: [], source: {}, arrayFilters: [] })
    expect(parseChange({ $set: {}, $inc: { n: 1 } }).source).toEqual({ $inc: { n: 1 } })
  })

  test('array filters', () => {
    const filters = [{ 'e.id': { $gt: -0 } }, { $or: [{ f: 1 }, { f: 2 }] }]
    const change = parseChange({ $set: { 'l.$[e].m.$[f]': 1 } }, filters)
    expect(change.arrayFilters).toStrictEqual([{ 'e.id': { $gt: 0 } }, { $or: [{ f: 1 }, { f: 2 }] }])
    expect(change.paths).toEqual(['l.$[e].m.$[f]'])
  })

  test('the prototype stays as it is', () => {
    expect(() => parseChange(JSON.parse('{"$set":{"__proto__.polluted":1}}'))).toThrow(UnsupportedOperator)
    expect(() => parseChange(JSON.parse('{"$set":{"a":{"__proto__":{"polluted":1}}}}'))).toThrow(UnsupportedOperator)
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('what a change refuses, and how to mend it', () => {
  test.each<[string, unknown, RegExp, unknown?]>([
    ['a document', { a: 1 }, /under \$set/],
    ['a pipeline', [{ $set: { a: 1 } }], /an array/],
    ['nothing', undefined, /undefined/],
    ['an unknown operator', { $rename: { a: 'b' } }, /\$rename is not in the dialect/],
    ['an inherited name', { $constructor: { a: 1 } }, /not in the dialect/],
    ['an operator without paths', { $set: 5 }, /object of paths/],
    ['the same path twice', { $set: { a: 1 }, $inc: { a: 1 } }, /both write to "a"/],
    ['a path in another', { $set: { a: 1, 'a.b': 1 } }, /both write to "a"/],
    ['a path in another, far away', { $set: { a: 1, 'a-b': 1, 'a.b': 1 } }, /both write to "a"/],
    ['a position and a name of elements', { $set: { 'a.0': 1, 'a.$[e]': 1 } }, /both write to "a"/, [{ e: 1 }]],
    ['the id', { $set: { _id: 'x' } }, /never changes/],
    ['a field of the id', { $unset: { '_id.a': '' } }, /never changes/],
    ['a hidden field', { $inc: { _version: 1 } }, /store's own/],
    ['a field below a hidden one', { $set: { '_events.0': 1 } }, /store's own/],
    ['an empty part', { $set: { 'a.': 1 } }, /empty/],
    ['a dollar in a part', { $set: { 'a.b$': 1 } }, /dollar/],
    ['the positional part', { $set: { 'a.$': 1 } }, /array filter/],
    ['the part for all', { $set: { 'a.$[].b': 1 } }, /array filter/],
    ['a name of elements at the top', { $set: { '$[e].a': 1 } }, /behind the path of an array/, e],
    ['a wrong name of elements', { $set: { 'a.$[E-1]': 1 } }, /camelCase/],
    ['a name without a filter', { $set: { 'a.$[f]': 1 } }, /has no filter/, []],
    ['a filter without its name', { $set: { a: 1 } }, /no path has "\$\[e\]"/, e],
    ['two filters of one name', { $set: { 'a.$[e]': 1 } }, /twice/, [{ e: 1 }, { 'e.a': 1 }]],
    ['a filter on two names', { $set: { 'a.$[e]': 1 } }, /one name/, [{ e: 1, f: 1 }]],
    ['a filter on nothing', { $set: { 'a.$[e]': 1 } }, /one name/, [{}]],
    ['a filter with a wrong name', { $set: { 'a.$[e]': 1 } }, /one name/, [{ E: 1 }]],
    ['a filter that is none', { $set: { 'a.$[e]': 1 } }, /must be an object/, ['e']],
    ['filters that are none', { $set: { a: 1 } }, /array of filters/, { e: 1 }],
    ['undefined', { $set: { a: undefined } }, /undefined/],
    ['a date', { $set: { a: [new Date(0)] } }, /"a\.0": a Date/],
    ['NaN', { $set: { a: { b: Number.NaN } } }, /"a\.b": NaN/],
    ['an integer past 2^53', { $push: { a: { $each: [2 ** 53] } } }, /2\^53/],
    ['half a surrogate pair', { $addToSet: { a: '\udc00' } }, /surrogate/],
    ['a key with a dollar', { $set: { a: { $gt: 1 } } }, /dollar/],
    ['a key with a dot', { $setOnInsert: { a: [{ 'b.c': 1 }] } }, /dot/],
    ['an empty key', { $push: { a: { '': 1 } } }, /empty/],
    ['$inc by a string', { $inc: { a: '1' } }, /\$inc needs a number/],
    ['$inc by too much', { $inc: { a: 1e300 } }, /use \$set/],
    ['$min with an object', { $min: { a: {} } }, /an object/],
    ['$max with an array', { $max: { a: [] } }, /an array/],
    ['$push with $sort', { $push: { a: { $each: [1], $sort: 1 } } }, /not "\$sort"/],
    ['$push without $each', { $push: { a: { $slice: 1 } } }, /\$each of \$push needs an array/],
    ['$push with $each and fields', { $push: { a: { $each: [1], b: 1 } } }, /not "b"/],
    ['$push with half a position', { $push: { a: { $each: [1], $position: 0.5 } } }, /whole number/],
    ['$push with no slice', { $push: { a: { $each: [1], $slice: null } } }, /whole number/],
    ['$addToSet of an object', { $addToSet: { a: { b: 1 } } }, /order of its fields/],
    ['$addToSet of an object in an array', { $addToSet: { a: { $each: [[1, { b: 1 }]] } } }, /order of its fields/],
    ['$addToSet with a slice', { $addToSet: { a: { $each: [1], $slice: 1 } } }, /only \$each/],
    ['$pull of an array', { $pull: { a: [1] } }, /an array/],
    ['$pull by a whole object', { $pull: { a: { b: { c: 1 } } } }, /dotted paths/],
    ['$pull by an unknown operator', { $pull: { a: { $regex: 'x' } } }, /\$regex/],
    ['$unset with an object', { $unset: { a: {} } }, /an object/],
    ['positions whose order servers see differently', { $inc: { 'a.2': 1, 'a.10': 1 } }, /two changes/],
    ['positions above others', { $set: { 'a.2.b': 1, 'a.10': 1 } }, /two changes/],
  ])('%s', (_, change, message, arrayFilters = []) => {
    expect(() => parseChange(change, arrayFilters)).toThrow(UnsupportedOperator)
    expect(() => parseChange(change, arrayFilters)).toThrow(message)
  })

  test('positions that are set or unset as a whole have no order', () => {
    expect(parseChange({ $set: { 'a.2': 1, 'a.10': 1 }, $unset: { 'a.30': '', 'a.4': '' } }).paths).toHaveLength(4)
  })

  test('more than 100 levels, of path and value together', () => {
    const path = (parts: number): string => Array.from({ length: parts }, () => 'a').join('.')
    expect(parseChange({ $set: { [path(100)]: 1, b: { c: 1 } } }).paths).toHaveLength(2)
    expect(parseChange({ $push: { [path(98)]: [1] } }).paths).toHaveLength(1)
    expect(() => parseChange({ $set: { [path(101)]: 1 } })).toThrow(TooLarge)
    expect(() => parseChange({ $set: { [path(100)]: {} } })).toThrow(TooLarge)
    expect(() => parseChange({ $set: { [path(99)]: [[]] } })).toThrow(TooLarge)
    expect(() => parseChange({ $push: { [path(100)]: 1 } })).toThrow(TooLarge)
    expect(() => parseChange({ $push: { [path(99)]: [1] } })).toThrow(TooLarge)
    expect(() => parseChange({ $addToSet: { [path(100)]: { $each: [1] } } })).toThrow(TooLarge)
    const endless: unknown[] = []
    endless.push(endless)
    expect(() => parseChange({ $set: { a: endless } })).toThrow(TooLarge)
  })

  test('whatever comes, it is read or refused', () => {
    const operators = [
      '$set',
      '$inc',
      '$push',
      '$pull',
      '$addToSet',
      '$each',
      '$unset',
      'a',
      'a.b',
      '$min',
      '__proto__',
      'a.$[e]',
    ]
    const key = fc.oneof(fc.constantFrom(...operators), fc.string())
    fc.assert(
      fc.property(
        fc.object({ key, maxDepth: 5, withDate: true, withBigInt: true }),
        fc.anything(),
        (change, filters) => {
          expect(faultOf(() => parseChange(change, filters))).toSatisfy(isRefusal)
        },
      ),
    )
  })
})
