import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnsupportedOperator } from '../errors.ts'
import { compileProjection, parseProjection } from './projection.ts'
import { aDocument, aPath } from '../testing/dialect/arbitraries.ts'
import type { JsonObject } from './value.ts'

const project = (projection: unknown, doc: JsonObject): JsonObject =>
  compileProjection(parseProjection(projection))(doc)

const doc = { _id: 'x', a: { b: 1, c: [1, 2, 3] }, l: [{ b: 1, c: 2 }, 5, [{ b: 3, c: 4 }]], n: [1, 2, 3, 4] }

test.each<[string, unknown, unknown]>([
  ['nothing asked keeps all', {}, doc],
  ['fields are kept, and the id', { n: 1 }, { _id: 'x', n: [1, 2, 3, 4] }],
  ['the id can be left out', { n: true, _id: 0 }, { n: [1, 2, 3, 4] }],
  ['the id alone', { _id: 1 }, { _id: 'x' }],
  [
    'fields of objects and elements are kept',
    { 'a.b': 1, 'l.b': 1 },
    { _id: 'x', a: { b: 1 }, l: [{ b: 1 }, [{ b: 3 }]] },
  ],
  ['what is not there is not kept', { 'n.b': 1, z: 1 }, { _id: 'x', n: [] }],
  ['fields are left out', { a: 0, l: false, _id: 0 }, { n: [1, 2, 3, 4] }],
  ['fields of elements are left out', { 'l.b': 0, a: 0, n: 0 }, { _id: 'x', l: [{ c: 2 }, 5, [{ c: 4 }]] }],
  ['the first elements', { n: { $slice: 2 } }, { ...doc, n: [1, 2] }],
  ['the last elements', { n: { $slice: -3 } }, { ...doc, n: [2, 3, 4] }],
  ['no elements', { n: { $slice: 0 } }, { ...doc, n: [] }],
  ['elements behind others', { n: { $slice: [1, 2] } }, { ...doc, n: [2, 3] }],
  ['elements counted from the end', { n: { $slice: [-3, 2] } }, { ...doc, n: [2, 3] }],
  ['more than there are', { n: { $slice: [-9, 9] } }, doc],
  ['behind the last', { n: { $slice: [9, 2] } }, { ...doc, n: [] }],
  ['a slice in an object', { 'a.c': { $slice: 1 } }, { ...doc, a: { b: 1, c: [1] } }],
  ['a slice beside what is kept', { 'a.c': { $slice: 1 }, n: 1 }, { _id: 'x', a: { c: [1] }, n: [1, 2, 3, 4] }],
  ['a slice beside what is left out', { n: { $slice: 1 }, a: 0, l: 0 }, { _id: 'x', n: [1] }],
  ['a slice of what is no array', { a: { $slice: 1 } }, doc],
])('%s', (_, projection, expected) => {
  expect(project(projection, doc)).toEqual(expected)
})

describe('refuses', () => {
  test.each([
    ['keeping and leaving out', { a: 1, b: 0 }, /not both/],
    ['the id and slices only', { _id: 1, n: { $slice: 1 } }, /must name the other fields/],
    ['the id kept beside what is left out', { _id: 1, a: 0 }, /must name the other fields/],
    ['a path in another', { a: 1, 'a.b': 1 }, /leave one out/],
    ['another in a path', { 'a.b': 1, a: 1 }, /leave one out/],
    ['a path that is sliced too', { 'a.b': { $slice: 1 }, a: 1 }, /leave one out/],
    ['other operators', { a: { $elemMatch: { b: 1 } } }, /only \{\$slice/],
    ['other numbers', { a: 2 }, /1, 0 or/],
    ['expressions', { a: '$b' }, /a string/],
    ['a slice of the id', { _id: { $slice: 1 } }, /only/],
    ['fields of the id', { '_id.a': 1 }, /no fields/],
    ['a slice without a limit', { a: { $slice: [1] } }, /limit/],
    ['a slice with a limit of 0', { a: { $slice: [1, 0] } }, /limit/],
    ['a slice of a half', { a: { $slice: 0.5 } }, /whole number/],
    ['a slice of more than 32 bits', { a: { $slice: 2 ** 31 } }, /whole number/],
    ['hidden fields', { _version: 1 }, /store's own/],
    ['positional parts', { 'a.$': 1 }, /dollar/],
    ['undefined', { a: undefined }, /undefined/],
    ['what is no object', null, /must be an object/],
  ])('%s', (_, projection, message) => {
    expect(() => parseProjection(projection)).toThrow(UnsupportedOperator)
    expect(() => parseProjection(projection)).toThrow(message)
  })
})

test('what is kept and what is left out of a field make up the document, which stays as it was', () => {
  fc.assert(
    fc.property(aDocument, aPath, (any, path) => {
      const before = structuredClone(any)
      const [name = ''] = path.split('.')
      const kept = project({ [name]: 1 }, any)
      expect({ ...project({ [name]: 0 }, any), ...kept }).toEqual(any)
      project({ [path]: 1 }, any)
      project({ [path]: 0 }, any)
      project({ [path]: { $slice: 1 } }, any)
      expect(any).toEqual(before)
    }),
  )
})

test('the source is what was asked, and does not change with it', () => {
  const asked = { n: { $slice: [1, 2] } }
  const { source } = parseProjection(asked)
  asked.n.$slice[0] = 5
  expect(source).toEqual({ n: { $slice: [1, 2] } })
})
