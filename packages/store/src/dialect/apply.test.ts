import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Misfit, UnsupportedOperator } from '../errors.ts'
import { applyChange } from './apply.ts'
import { parseChange } from './change.ts'
import { checkDocument } from './check.ts'
import { aDocument, aPath, aScalar, aValue } from '../testing/dialect/arbitraries.ts'
import type { JsonObject } from './value.ts'

function apply(change: unknown, doc: JsonObject, arrayFilters: unknown = []): JsonObject {
  const parsed = parseChange(change, arrayFilters)
  const after = applyChange(parsed, { ...structuredClone(doc), _id: 'x' }, { inserting: false })
  return Object.fromEntries(Object.entries(after).filter(([name]) => name !== '_id'))
}

test.each<[string, unknown, JsonObject, JsonObject, unknown?]>([
  ['nothing', {}, { a: 1 }, { a: 1 }],
  ['$set makes the objects on its way', { $set: { 'a.b.c': 1 } }, {}, { a: { b: { c: 1 } } }],
  ['a number where there is nothing is a name', { $set: { 'a.0': 1 } }, {}, { a: { 0: 1 } }],
  ['$set at a position', { $set: { 'a.1': 9 } }, { a: [1, 2, 3] }, { a: [1, 9, 3] }],
  ['$set past the end fills with null', { $set: { 'a.3': 9 } }, { a: [1] }, { a: [1, null, null, 9] }],
  ['$set of a field past the end', { $set: { 'a.2.b': 9 } }, { a: [1] }, { a: [1, null, { b: 9 }] }],
  ['numbers below what is new are names', { $set: { 'a.1.0': 9 } }, { a: [1] }, { a: [1, { 0: 9 }] }],
  ['two fields of one new element', { $set: { 'a.1.b': 1, 'a.1.c': 2 } }, { a: [] }, { a: [null, { b: 1, c: 2 }] }],
  ['$set of an inherited name', { $set: { 'a.constructor': 1 } }, { a: {} }, { a: { constructor: 1 } }],
  ['$setOnInsert of a document that is there', { $setOnInsert: { a: 9, 'b.c': 1 } }, { a: 1, b: 5 }, { a: 1, b: 5 }],
  ['$unset', { $unset: { a: '', 'b.c': '', 'd.e.f': '' } }, { a: 1, b: { c: 1 }, d: 5 }, { b: {}, d: 5 }],
  ['$unset of an element leaves null', { $unset: { 'a.0': '', 'a.9': '' } }, { a: [1, 2] }, { a: [null, 2] }],
  ['$unset by name in an array is passed over', { $unset: { 'a.b': '' } }, { a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
  ['$inc', { $inc: { a: 2, b: 1, 'c.d': -1 } }, { a: 1.5 }, { a: 3.5, b: 1, c: { d: -1 } }],
  [
    '$inc past 2^53 adds as doubles do',
    { $inc: { a: 1, b: 2 ** 53 - 1 } },
    { a: 2 ** 53 - 1, b: 1e308 },
    { a: 2 ** 53, b: 1e308 },
  ],
  ['$inc never leaves -0', { $inc: { a: -0, b: -0 } }, { a: 0 }, { a: 0, b: 0 }],
  ['$min and $max', { $min: { a: 1, b: 1 }, $max: { c: 9, d: 1 } }, { a: 5, b: 0, c: 5 }, { a: 1, b: 0, c: 9, d: 1 }],
  [
    '$max goes by type first',
    { $max: { a: 'x', b: true, c: 5 } },
    { a: 1e308, b: [], c: '' },
    { a: 'x', b: true, c: '' },
  ],
  ['$min with null', { $min: { a: null } }, { a: 5 }, { a: null }],
  ['$max of strings above U+FFFF', { $max: { a: '😀' } }, { a: '\uffee' }, { a: '😀' }],
  ['$push', { $push: { a: 3, b: [1] } }, { a: [1] }, { a: [1, 3], b: [[1]] }],
  ['$push at a position', { $push: { a: { $each: [8, 9], $position: 1 } } }, { a: [1, 2] }, { a: [1, 8, 9, 2] }],
  [
    '$push at a position from the end',
    { $push: { a: { $each: [9], $position: -1 } } },
    { a: [1, 2] },
    { a: [1, 9, 2] },
  ],
  ['$push far before the beginning', { $push: { a: { $each: [9], $position: -7 } } }, { a: [1, 2] }, { a: [9, 1, 2] }],
  ['$push far behind the end', { $push: { a: { $each: [9], $position: 7 } } }, { a: [1, 2] }, { a: [1, 2, 9] }],
  ['$push and keep the last', { $push: { a: { $each: [8, 9], $slice: -3 } } }, { a: [1, 2] }, { a: [2, 8, 9] }],
  ['$push and keep the first', { $push: { a: { $each: [9], $position: 0, $slice: 2 } } }, { a: [1, 2] }, { a: [9, 1] }],
  ['$push and keep none', { $push: { a: { $each: [9], $slice: 0 } } }, { a: [1, 2] }, { a: [] }],
  ['$push of nothing makes an array', { $push: { a: { $each: [] } } }, {}, { a: [] }],
  ['$pull of a value', { $pull: { a: 1 } }, { a: [1, [1], 2, 1] }, { a: [[1], 2] }],
  ['$pull of null', { $pull: { a: null } }, { a: [null, 0, {}] }, { a: [0, {}] }],
  ['$pull by operators looks into arrays', { $pull: { a: { $gt: 1 } } }, { a: [1, 2, [0, 3], 'x'] }, { a: [1, 'x'] }],
  [
    '$pull by fields',
    { $pull: { a: { b: 1 } } },
    { a: [{ b: 1, c: 1 }, { b: 2 }, 1, [{ b: 1 }]] },
    { a: [{ b: 2 }, 1, [{ b: 1 }]] },
  ],
  ['$pull by a missing field', { $pull: { a: { b: null } } }, { a: [{ b: 1 }, {}, 5] }, { a: [{ b: 1 }, 5] }],
  ['$pull where there is nothing', { $pull: { a: 1, 'b.c': 1 } }, { b: {} }, { b: {} }],
  [
    '$addToSet',
    { $addToSet: { a: { $each: [2, 3, 3, '2'] }, b: [1] } },
    { a: [1, 2], b: [[1]] },
    { a: [1, 2, 3, '2'], b: [[1]] },
  ],
  ['$addToSet where there is nothing', { $addToSet: { a: { $each: [1, 1] } } }, {}, { a: [1] }],
  [
    'chosen elements',
    { $inc: { 'a.$[e].n': 1 } },
    { a: [{ n: 1 }, { n: 5 }, 7] },
    { a: [{ n: 1 }, { n: 6 }, 7] },
    [{ 'e.n': { $gt: 1 } }],
  ],
  [
    'elements chosen by themselves',
    { $set: { 'a.$[e]': 0 } },
    { a: [1, 5, [6]] },
    { a: [1, 0, 0] },
    [{ e: { $gt: 1 } }],
  ],
  ['an element that is unset', { $unset: { 'a.$[e]': '' } }, { a: [1, 5] }, { a: [1, null] }, [{ e: 5 }]],
  [
    'chosen elements of chosen elements',
    { $set: { 'a.$[e].b.$[f].c': 9 } },
    {
      a: [
        { k: 1, b: [{ c: 1 }, { c: 2 }] },
        { k: 2, b: [{ c: 2 }] },
      ],
    },
    {
      a: [
        { k: 1, b: [{ c: 1 }, { c: 9 }] },
        { k: 2, b: [{ c: 2 }] },
      ],
    },
    [{ 'e.k': 1 }, { 'f.c': 2 }],
  ],
  [
    'filters look before anything is changed',
    { $set: { 'a.$[e].n': 5, 'a.$[f].m': 6 } },
    { a: [{ n: 1 }, { n: 5 }] },
    { a: [{ n: 5 }, { n: 5, m: 6 }] },
    [{ 'e.n': 1 }, { 'f.n': 5 }],
  ],
  [
    'an element that two filters choose',
    { $set: { 'a.$[e].x.p': 1, 'a.$[f].x.q': 2 } },
    { a: [{}] },
    { a: [{ x: { p: 1, q: 2 } }] },
    [{ 'e.x': null }, { 'f.x': null }],
  ],
])('%s', (_, change, before, after, arrayFilters = []) => {
  expect(apply(change, before, arrayFilters)).toStrictEqual(after)
})

test.each<[string, unknown, JsonObject, string, unknown?]>([
  ['$inc of a string', { $inc: { 'a.b': 1 } }, { a: { b: 'x' } }, 'a.b'],
  ['$inc of null', { $inc: { a: 1 } }, { a: null }, 'a'],
  ['$push to an object', { $push: { a: 1 } }, { a: {} }, 'a'],
  ['$pull from a number', { $pull: { a: 1 } }, { a: 1 }, 'a'],
  ['$addToSet to null', { $addToSet: { a: 1 } }, { a: null }, 'a'],
  ['a field below a scalar', { $set: { 'a.b.c': 1 } }, { a: 5 }, 'a.b.c'],
  ['a field below null', { $set: { 'a.b': 1 } }, { a: null }, 'a.b'],
  ['a name in an array', { $set: { 'a.b': 1 } }, { a: [] }, 'a.b'],
  ['a position before the first', { $set: { 'a.-1': 1 } }, { a: [] }, 'a.-1'],
  ['$pull below a scalar', { $pull: { 'a.b': 1 } }, { a: 5 }, 'a.b'],
  ['chosen elements of what is no array', { $set: { 'a.$[e]': 1 } }, { a: {} }, 'a', [{ e: 1 }]],
  ['chosen elements of nothing', { $set: { 'a.$[e]': 1 } }, {}, 'a', [{ e: 1 }]],
  ['chosen elements below a scalar', { $unset: { 'a.b.$[e]': 1 } }, { a: 1 }, 'a.b', [{ e: 1 }]],
  ['a field of a chosen scalar', { $set: { 'a.$[e].b': 1 } }, { a: [5] }, 'a.$[e].b', [{ e: 5 }]],
  [
    'two filters that choose the same',
    { $set: { 'a.$[e].n': 1, 'a.$[f].n': 2 } },
    { a: [{ k: 1 }] },
    'a.$[f].n',
    [{ 'e.k': 1 }, { 'f.k': 1 }],
  ],
  ['a position far past the end', { $set: { 'a.1500001': 1 } }, { a: [] }, 'a.1500001'],
])('%s does not fit', (_, change, before, path, arrayFilters = []) => {
  expect(() => apply(change, before, arrayFilters)).toThrow(Misfit)
  expect(() => apply(change, before, arrayFilters)).toThrow(expect.objectContaining({ path }))
})

test('an array grows by 1,500,000 elements at most', () => {
  expect(apply({ $set: { 'a.1500001': 1 } }, { a: [0] })['a']).toHaveLength(1_500_002)
})

test('$push of more than a call can take', () => {
  const each = Array.from({ length: 300_000 }, () => 1)
  expect(apply({ $push: { a: { $each: each, $position: 0 } } }, { a: [2] })['a']).toHaveLength(300_001)
})

describe('for any document and change', () => {
  const aChange = fc.oneof(
    fc.dictionary(aPath, aValue).map(($set) => ({ $set })),
    fc.dictionary(aPath, fc.constant('')).map(($unset) => ({ $unset })),
    fc.dictionary(aPath, fc.integer()).map(($inc) => ({ $inc })),
    fc.dictionary(aPath, aScalar).map(($min) => ({ $min })),
    fc.dictionary(aPath, aValue).map(($push) => ({ $push })),
    fc.dictionary(aPath, aScalar).map(($pull) => ({ $pull })),
    fc.dictionary(aPath, aScalar).map(($addToSet) => ({ $addToSet })),
  )
  const orError = <T>(run: () => T): T | Error => {
    try {
      return run()
    } catch (error) {
      if (error instanceof Misfit || error instanceof UnsupportedOperator) return error
      throw error
    }
  }

  test('the result is a document of the dialect, the same each time, and nothing is shared with the change', () => {
    fc.assert(
      fc.property(aDocument, fc.array(aChange, { minLength: 1, maxLength: 3 }), (doc, parts) => {
        const change = orError(() => parseChange(Object.assign({}, ...parts)))
        if (change instanceof Error) return
        const once = orError(() => applyChange(change, structuredClone(doc), { inserting: false }))
        if (once instanceof Error) return
        checkDocument(once)
        const kept = structuredClone(once)
        ruin(once)
        expect(applyChange(change, structuredClone(doc), { inserting: false })).toEqual(kept)
      }),
      { numRuns: 500 },
    )
  })

  test('operations on different paths can be made one after the other', () => {
    fc.assert(
      fc.property(aDocument, aChange, aChange, (doc, first, second) => {
        const names = [first, second].flatMap((part) =>
          Object.values(part).map((paths) => Object.keys(paths).map((path) => path[0])),
        )
        fc.pre(!(names[0] ?? []).some((name) => names[1]?.includes(name)))
        fc.pre(Object.keys(first)[0] !== Object.keys(second)[0])
        const inOne = orError(() =>
          applyChange(parseChange({ ...first, ...second }), structuredClone(doc), { inserting: false }),
        )
        const inTwo = orError(() => {
          const between = applyChange(parseChange(first), structuredClone(doc), { inserting: false })
          return applyChange(parseChange(second), between, { inserting: false })
        })
        expect(inTwo instanceof Error ? 'error' : inTwo).toEqual(inOne instanceof Error ? 'error' : inOne)
      }),
    )
  })
})

/** Overwrites everything inside, to show who else holds it. */
function ruin(holder: object): void {
  for (const [name, value] of Object.entries(holder)) {
    if (typeof value === 'object' && value !== null) ruin(value)
    Reflect.set(holder, name, 'ruined')
  }
}
