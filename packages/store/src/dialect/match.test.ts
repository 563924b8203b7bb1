import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFilter } from './filter.ts'
import { compileCondition } from './match.ts'
import { aDocument, aPath, aScalar } from '../testing/dialect/arbitraries.ts'
import type { JsonObject } from './value.ts'

const holds = (where: unknown, doc: JsonObject): boolean => compileCondition(parseFilter(where))(doc)

test.each<[string, unknown, JsonObject, boolean]>([
  ['null is null', { a: null }, { a: null }, true],
  ['null is missing', { a: null }, {}, true],
  ['null is missing below a scalar', { 'a.b': null }, { a: 5 }, true],
  ['null is missing in an element', { 'a.b': null }, { a: [{ b: 1 }, { c: 1 }] }, true],
  ['null is nothing in an empty array', { 'a.b': null }, { a: [] }, false],
  ['null is nothing in an array of scalars', { 'a.b': null }, { a: [1] }, false],
  ['null is not 0, empty or false', { a: null }, { a: 0 }, false],
  ['$in with null finds what is missing', { a: { $in: [1, null] } }, {}, true],
  ['$ne null wants a value', { a: { $ne: null } }, {}, false],
  ['$exists finds null', { a: { $exists: true } }, { a: null }, true],
  ['$exists finds an empty array', { a: { $exists: true } }, { a: [] }, true],
  ['$exists: false in every element', { 'a.b': { $exists: false } }, { a: [{ b: 1 }, {}] }, false],
  ['an element equals', { a: 2 }, { a: [1, 2] }, true],
  ['an array in an array is not looked into', { a: 2 }, { a: [[2]] }, false],
  ['a dotted path goes through arrays', { 'a.b': 2 }, { a: [{ b: 1 }, { b: [3, 2] }] }, true],
  ['a position', { 'a.1': 2 }, { a: [1, 2] }, true],
  ['a position in an array in an array', { 'a.0.1': 2 }, { a: [[1, 2]] }, true],
  ['a position that leads to an array takes it as a whole', { 'a.0': 2 }, { a: [[2]] }, false],
  ['a position and a field', { 'a.1.b': 2 }, { a: [{ b: 1 }, { b: 2 }] }, true],
  ['a number as a name in an object', { 'a.0': 2 }, { a: { 0: 2 } }, true],
  ['a number as a name in elements', { 'a.0': 2 }, { a: [1, { 0: 2 }] }, true],
  ['a number with a zero before it is only a name', { 'a.01': 2 }, { a: [1, 2] }, false],
  ['$ne of any element', { a: { $ne: 2 } }, { a: [1, 2] }, false],
  ['$ne of all elements', { a: { $ne: 2 } }, { a: [1, 3] }, true],
  ['$ne on a path through an array', { 'a.b': { $ne: 2 } }, { a: [{ b: 1 }, { b: 2 }] }, false],
  ['ranges may hold for different elements', { a: { $gt: 4, $lt: 2 } }, { a: [1, 5] }, true],
  ['$elemMatch wants one element for all', { a: { $elemMatch: { $gt: 4, $lt: 2 } } }, { a: [1, 5] }, false],
  [
    '$elemMatch on several fields of one element',
    { a: { $elemMatch: { b: 1, c: 2 } } },
    { a: [{ b: 1 }, { c: 2 }] },
    false,
  ],
  ['$elemMatch finds it', { a: { $elemMatch: { b: 1, c: 2 } } }, { a: [{ b: 1 }, { b: 1, c: 2 }] }, true],
  ['$elemMatch wants an array', { a: { $elemMatch: { b: 1 } } }, { a: { b: 1 } }, false],
  ['$elemMatch in $elemMatch', { a: { $elemMatch: { b: { $elemMatch: { $gt: 1 } } } } }, { a: [{ b: [2] }] }, true],
  ['$elemMatch takes an array for its positions', { a: { $elemMatch: { 1: 2 } } }, { a: [[1, 2]] }, true],
  ['$elemMatch on elements does not look into arrays', { a: { $elemMatch: { $gt: 1 } } }, { a: [[2]] }, false],
  ['$elemMatch of alternatives', { a: { $elemMatch: { $or: [{ b: 1 }, { c: 1 }] } } }, { a: [{ c: 1 }] }, true],
  ['$elemMatch of nothing wants an object', { a: { $elemMatch: {} } }, { a: [1] }, false],
  ['a range holds for its own type only', { a: { $lt: 5 } }, { a: 'x' }, false],
  ['a range of strings', { a: { $gte: 'a', $lt: 'b' } }, { a: 'abc' }, true],
  ['a range of booleans', { a: { $gt: false } }, { a: true }, true],
  ['strings above U+FFFF come last', { a: { $gt: '\uffee' } }, { a: '😀' }, true],
  ['-0 equals 0', { a: 0 }, { a: -0 }, true],
  ['1e308 is a number', { a: { $gt: 1 } }, { a: 1e308 }, true],
  ['no alternative', { $or: [{ a: 1 }, { b: 1 }] }, { a: 2 }, false],
  ['one alternative', { $or: [{ a: 1 }, { b: 1 }] }, { b: 1 }, true],
  ['alternatives and more', { $or: [{ a: 1 }, { b: 1 }], c: 1 }, { b: 1 }, false],
  ['an inherited name is no field', { constructor: { $exists: true } }, {}, false],
  ['no name of arrays is a field', { 'a.length': { $exists: true } }, { a: [1] }, false],
  ['nor to $elemMatch', { a: { $elemMatch: { length: 1 } } }, { a: [[1]] }, false],
])('%s', (_, where, doc, expected) => {
  expect(holds(where, doc)).toBe(expected)
})

describe('for any document', () => {
  test('$ne is the opposite of equality', () => {
    fc.assert(
      fc.property(aDocument, aPath, aScalar, (doc, path, value) => {
        expect(holds({ [path]: { $ne: value } }, doc)).toBe(!holds({ [path]: value }, doc))
      }),
    )
  })

  test('$exists is one or the other', () => {
    fc.assert(
      fc.property(aDocument, aPath, (doc, path) => {
        expect(holds({ [path]: { $exists: true } }, doc)).toBe(!holds({ [path]: { $exists: false } }, doc))
      }),
    )
  })

  test('$in is equality with any, and so is $or', () => {
    fc.assert(
      fc.property(aDocument, aPath, fc.array(aScalar, { minLength: 1 }), (doc, path, values) => {
        const any = values.some((value) => holds({ [path]: value }, doc))
        expect(holds({ [path]: { $in: values } }, doc)).toBe(any)
        expect(holds({ $or: values.map((value) => ({ [path]: value })) }, doc)).toBe(any)
      }),
    )
  })

  test('$gte is $gt or equality', () => {
    fc.assert(
      fc.property(aDocument, aPath, aScalar, (doc, path, value) => {
        fc.pre(value !== null)
        const either = holds({ [path]: { $gt: value } }, doc) || holds({ [path]: value }, doc)
        expect(holds({ [path]: { $gte: value } }, doc)).toBe(either)
      }),
    )
  })
})
