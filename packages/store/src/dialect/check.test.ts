import fc from 'fast-check'
import { BSON } from 'mongodb'
import { describe, expect, test } from 'vitest'
import { TooLarge, UnsupportedOperator } from '../errors.ts'
import { bsonSize } from './bson-size.ts'
import { checkDocument, checkSize, normalise } from './check.ts'
import { aDocument } from '../testing/dialect/arbitraries.ts'
import type { Doc, Json } from './value.ts'

describe('checkDocument', () => {
  test.each([
    ['no object', 5, /plain object/],
    ['an array', [], /an array/],
    ['an instance', new Date(0), /a Date/],
    ['no id', { a: 1 }, /_id/],
    ['an empty id', { _id: '' }, /_id/],
    ['an id that is no string', { _id: 5 }, /_id/],
    ['a hidden field', { _id: 'x', _version: 1 }, /"_version".*store's own/],
    ['an empty key', { _id: 'x', a: { '': 1 } }, /"a": a field name is empty/],
    ['a key with a dot', { _id: 'x', 'a.b': 1 }, /dot/],
    ['a key with a dollar sign', { _id: 'x', a: [{ $b: 1 }] }, /"a\.0\.\$b".*dollar/],
    ['a key with a zero character', { _id: 'x', 'a\0': 1 }, /zero/],
    ['a key with half a surrogate pair', { _id: 'x', '\udc00': 1 }, /surrogate/],
    ['the prototype as a key', JSON.parse('{"_id":"x","a":{"__proto__":1}}'), /__proto__/],
    ['NaN', { _id: 'x', a: { b: [Number.NaN] } }, /"a\.b\.0": NaN/],
    ['an infinite number', { _id: 'x', a: Number.NEGATIVE_INFINITY }, /finite/],
    ['an integer past 2^53', { _id: 'x', a: 2 ** 53 + 2 }, /2\^53/],
    ['a negative one', { _id: 'x', a: -(2 ** 53) }, /2\^53/],
    ['half a surrogate pair', { _id: 'x', a: 'x\ud800' }, /"a": .*surrogate/],
    ['undefined', { _id: 'x', a: undefined }, /undefined/],
    ['a hole in an array', { _id: 'x', a: Array.from({ length: 2 }) }, /undefined/],
    ['a function', { _id: 'x', a: () => 1 }, /function/],
    ['a symbol', { _id: 'x', a: Symbol('s') }, /symbol/],
    ['a big integer', { _id: 'x', a: 1n }, /bigint/],
    ['a date', { _id: 'x', a: new Date(0) }, /a Date.*ISO-8601/],
    ['a map', { _id: 'x', a: new Map() }, /a Map/],
    ['bytes', { _id: 'x', a: new Uint8Array(2) }, /Uint8Array/],
  ])('refuses %s', (_, doc, message) => {
    expect(() => checkDocument(doc)).toThrow(UnsupportedOperator)
    expect(() => checkDocument(doc)).toThrow(message)
  })

  test('takes what both engines keep', () => {
    const doc = {
      _id: '~',
      a: null,
      b: [1, [true], {}],
      c: { d: '😀\0', _e: -0.5, constructor: 1 },
      f: 1e308,
      g: 2 ** 53 - 1,
    }
    expect(() => checkDocument(doc)).not.toThrow()
    expect(() => checkDocument(Object.assign(Object.create(null), { _id: 'x' }))).not.toThrow()
  })

  test('takes 100 levels and no more, of objects and of arrays', () => {
    const deep = (levels: number, wrap: (inner: Json) => Json): unknown => {
      let value: Json = 1
      for (let level = 1; level < levels; level++) value = wrap(value)
      return { _id: 'x', value }
    }
    for (const wrap of [(inner: Json): Json => [inner], (inner: Json): Json => ({ inner })]) {
      expect(() => checkDocument(deep(100, wrap))).not.toThrow()
      expect(() => checkDocument(deep(101, wrap))).toThrow(TooLarge)
      expect(() => checkDocument(deep(1_000_000, wrap))).toThrow(TooLarge)
    }
  })

  test('ends at a document that contains itself', () => {
    const doc: Record<string, unknown> = { _id: 'x', list: [] }
    doc['list'] = [doc, doc]
    expect(() => checkDocument(doc)).toThrow(TooLarge)
  })

  test('takes any JSON object that comes back from JSON as it was', () => {
    fc.assert(
      fc.property(aDocument, (doc) => {
        checkDocument(doc)
        expect(JSON.parse(JSON.stringify(doc))).toEqual(doc)
      }),
    )
  })
})

describe('normalise', () => {
  test('makes 0 of -0, wherever it is', () => {
    expect(normalise({ a: -0, b: [1, -0, { c: -0 }], d: 'x' })).toStrictEqual({ a: 0, b: [1, 0, { c: 0 }], d: 'x' })
  })

  test('returns the same object when there is none, and never alters what it is given', () => {
    fc.assert(
      fc.property(aDocument, (doc) => {
        expect(normalise(doc)).toBe(doc)
      }),
    )
    const given = Object.freeze({ a: Object.freeze([-0]), b: Object.freeze({ c: 1 }) })
    expect(normalise(given).b).toBe(given.b)
  })
})

describe('size', () => {
  test('is counted as BSON counts', () => {
    const scalar = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(null),
    )
    const value = fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 120 }),
      fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), scalar),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'é', '😀', 'long name'), value), (doc) => {
        const clean = normalise(JSON.parse(JSON.stringify(doc)) as Doc)
        expect(bsonSize(clean)).toBe(BSON.calculateObjectSize(clean))
      }),
    )
    const long: Doc = { _id: 'x', list: Array.from({ length: 1001 }, (_, at) => at * 2_000_000) }
    expect(bsonSize(long)).toBe(BSON.calculateObjectSize(long))
  })

  test('is at most 16 MB', () => {
    const doc = (length: number): Doc => ({ _id: 'x', text: 'x'.repeat(length) })
    const most = 16_777_216 - bsonSize(doc(0))
    expect(() => checkSize(doc(most), JSON.stringify(doc(most)))).not.toThrow()
    expect(() => checkSize(doc(most + 1), JSON.stringify(doc(most + 1)))).toThrow(TooLarge)
  })

  test('is counted for short texts that are long as BSON', () => {
    const doc: Doc = { _id: 'x', list: Array.from({ length: 1_400_000 }, () => 0) }
    expect(() => checkSize(doc, JSON.stringify(doc))).toThrow(TooLarge)
  })
})
