import { describe, expect, it } from 'vitest'
import { defineCollection, type IndexSpec } from '../collection.ts'
import { Misfit } from '../errors.ts'
import { indexKey, indexKeys } from './index-keys.ts'
import { EMPTY_ARRAY, type KeyPart, KeyWriter } from './key.ts'
import type { Json } from './value.ts'

const index = (on: string[], arrays: string[] = []): IndexSpec => {
  const spec = defineCollection({ name: 'docs', indexes: [{ name: 'it', on: [...on, '_id'], arrays }] }).indexes[1]
  if (spec === undefined) throw new Error('no index')
  return spec
}
const key = (...parts: KeyPart[]): Buffer => {
  const writer = new KeyWriter().reset()
  for (const part of [...parts, 'd']) writer.add(part, 1)
  return writer.take()
}
const doc = (fields: Record<string, Json>): Record<string, Json> => ({ _id: 'd', ...fields })

describe('the keys of a document', () => {
  it('take a missing field as null', () => {
    expect(indexKey(index(['a.b']), doc({}))).toEqual(key(null))
    expect(indexKey(index(['a.b']), doc({ a: { b: null } }))).toEqual(key(null))
    expect(indexKey(index(['a.b']), doc({ a: 5 }))).toEqual(key(null))
  })

  it('are one for each element, and each once', () => {
    expect(indexKeys(index(['a'], ['a']), doc({ a: [2, 1, 2] }))).toEqual([key(1), key(2)])
    expect(indexKeys(index(['a.b'], ['a.b']), doc({ a: [{ b: 1 }, { b: [2, 3] }, 5] }))).toEqual([
      key(null),
      key(1),
      key(2),
      key(3),
    ])
    expect(indexKeys(index(['a'], ['a']), doc({ a: [[1, 2]] }))).toEqual([key([1, 2])])
  })

  it('of an empty array are below null', () => {
    expect(indexKeys(index(['a'], ['a']), doc({ a: [] }))).toEqual([key(EMPTY_ARRAY)])
    expect(indexKeys(index(['a.b'], ['a.b']), doc({ a: [] }))).toEqual([key(null)])
    expect(Buffer.compare(key(EMPTY_ARRAY), key(null))).toBe(-1)
  })

  it('combine the elements of one array with the other fields', () => {
    expect(indexKeys(index(['x', 'a.b', 'a.c'], ['a.b', 'a.c']), doc({ x: 0, a: [{ b: 1, c: 2 }, { b: 3 }] }))).toEqual(
      [key(0, 1, 2), key(0, 3, null)],
    )
  })

  it('are refused where two arrays meet, or one is not expected', () => {
    expect(() => indexKeys(index(['a', 'b'], ['a', 'b']), doc({ a: [1], b: [2] }))).toThrow(Misfit)
    expect(() => indexKeys(index(['a', 'b'], ['a']), doc({ b: [2] }))).toThrow(Misfit)
    expect(() => indexKey(index(['a.b']), doc({ a: [{ b: 1 }] }))).toThrow(/expects no array at "a.b"/)
  })
})
