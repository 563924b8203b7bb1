import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scalar } from '../dialect/condition.ts'
import { compareValues, typeRank } from '../dialect/order.ts'
import type { Doc, Json } from '../dialect/value.ts'
import { comparePositions, positionOf } from '../plan/position.ts'
import type { SortField } from '../plan/plan.ts'
import { behind } from './behind.ts'
import type { Asked } from './filter.ts'

/** MongoDB's comparisons on single values: within a type, and null is missing too. */
const COMPARISONS: Record<string, (value: Json | undefined, bound: Json) => boolean> = {
  $eq: (value, bound) => compareValues(value, bound) === 0,
  $gt: (value, bound) => typeRank(value) === typeRank(bound) && compareValues(value, bound) > 0,
  $gte: (value, bound) => typeRank(value) === typeRank(bound) && compareValues(value, bound) >= 0,
  $lt: (value, bound) => typeRank(value) === typeRank(bound) && compareValues(value, bound) < 0,
  $lte: (value, bound) => typeRank(value) === typeRank(bound) && compareValues(value, bound) <= 0,
}

function matches(doc: Doc, filter: Asked): boolean {
  return Object.entries(filter).every(([key, asked]) => {
    if (key === '$or') return (asked as Asked[]).some((branch) => matches(doc, branch))
    return Object.entries(asked as Asked).every(([operator, bound]) => COMPARISONS[operator]?.(doc[key], bound as Json))
  })
}

const scalar = fc.constantFrom<Scalar>(null, -1, 0, 2.5, '', 'a', 'b', '😀', '\uffff', false, true)
const value = fc.oneof(scalar, fc.constantFrom<Json>({}, { a: 1 }), fc.constant(undefined))
const direction = fc.constantFrom(1 as const, -1 as const)

const scenes = fc.record({
  docs: fc.array(fc.record({ a: value, b: value }), { maxLength: 12 }),
  directions: fc.tuple(direction, direction, direction),
  after: fc.tuple(scalar, scalar, fc.integer({ min: -1, max: 12 }).map(String)),
})

const docsOf = (docs: readonly { a?: Json | undefined; b?: Json | undefined }[]): Doc[] =>
  docs.map(
    (fields, at) =>
      Object.fromEntries([
        ['_id', String(at)],
        ...Object.entries(fields).filter(([, each]) => each !== undefined),
      ]) as Doc,
  )

describe('what is behind a place', () => {
  it('is found by filters that are asked one after the other', () => {
    const property = fc.property(scenes, ({ docs, directions, after }) => {
      const order: SortField[] = ['a', 'b', '_id'].map((path, at) => ({ path, direction: directions[at] ?? 1 }))
      const filters = behind({ order, after, fixed: new Map(), ranged: null })
      const sorted = docsOf(docs).toSorted((a, b) =>
        comparePositions(order, positionOf(order, a), positionOf(order, b)),
      )
      const expected = sorted.filter((doc) => comparePositions(order, positionOf(order, doc), after) > 0)
      const found = filters.flatMap((filter) => sorted.filter((doc) => matches(doc, filter)))
      expect(found).toEqual(expected)
    })
    fc.assert(property, { numRuns: 2_000 })
  })

  it('is found where the walk fixes a field', () => {
    const property = fc.property(scenes, scalar, ({ docs, directions, after }, fixedTo) => {
      const order: SortField[] = ['a', 'b', '_id'].map((path, at) => ({ path, direction: directions[at] ?? 1 }))
      for (const path of ['a', 'b']) {
        const walked = docsOf(docs).filter((doc) => compareValues(doc[path], fixedTo) === 0)
        const sorted = walked.toSorted((a, b) => comparePositions(order, positionOf(order, a), positionOf(order, b)))
        const filters = behind({ order, after, fixed: new Map([[path, fixedTo]]), ranged: null })
        const found = filters.flatMap((filter) => sorted.filter((doc) => matches(doc, filter)))
        expect(found).toEqual(sorted.filter((doc) => comparePositions(order, positionOf(order, doc), after) > 0))
        expect(JSON.stringify(filters)).not.toContain(`"${path}":`)
      }
    })
    fc.assert(property, { numRuns: 1_000 })
  })

  it('has tight bounds on the first field, and asks for other types only where they can be', () => {
    const order: SortField[] = [
      { path: 'posted', direction: 1 },
      { path: 'slug', direction: 1 },
    ]
    const near = {
      posted: { $gte: 'x' },
      $or: [{ posted: { $gt: 'x' } }, { posted: { $eq: 'x' }, $or: expect.anything() }],
    }
    const later = { $or: [{ posted: { $gte: {} } }, { posted: { $gte: false } }] }
    const place = { order, after: ['x', 's'], fixed: new Map<string, Scalar>() }
    expect(behind({ ...place, ranged: null })).toEqual([near, later])
    expect(behind({ ...place, ranged: 'posted' })).toEqual([near])
    const down: SortField[] = [{ path: '_id', direction: -1 }]
    expect(behind({ order: down, after: ['x'], fixed: new Map(), ranged: null })).toEqual([{ _id: { $lt: 'x' } }])
  })
})
