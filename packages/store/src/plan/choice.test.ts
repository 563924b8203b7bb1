import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineCollection } from '../collection.ts'
import type { Plan } from './plan.ts'
import { planQuery } from './planner.ts'
import { type Asked, parseQuery } from './query.ts'

const declared = {
  name: 'things',
  indexes: [
    { name: 'byA', on: ['a', '-b', 'c'] },
    { name: 'byB', on: ['b', 'a'], unique: true },
    { name: 'byC', on: ['-c', 'b'] },
    { name: 'byList', on: ['list', 'a'], arrays: ['list'] },
    { name: 'byBoth', on: ['a', 'list', 'b'], arrays: ['list'] },
  ],
}
const things = defineCollection(declared)

/** What became of it: the plan, with the conditions that MongoDB is asked by, or why there is none. */
function outcome(collection: typeof things, asked: Asked): unknown {
  try {
    const { walks, ...plan }: Plan = planQuery(collection, parseQuery(asked))
    return {
      ...plan,
      walks: walks.map(({ index, equal, range, where, rest }) => ({ index, equal, range, where, rest })),
    }
  } catch (error) {
    return String(error)
  }
}

const scalar = fc.constantFrom('x', 'y', 1, 2, true, null)
const ordered = fc.constantFrom('x', 'y', 1, 2, true)
const condition = fc.oneof(
  scalar,
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $gt: ordered, $lte: ordered }, { requiredKeys: [] }).filter((tests) => Object.keys(tests).length > 0),
  fc.record({ $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
)
const fields = fc.dictionary(fc.constantFrom('_id', 'a', 'b', 'c', 'list'), condition, { maxKeys: 3 })
const where = fc
  .tuple(fields, fc.option(fc.array(fields, { minLength: 1, maxLength: 2 }), { freq: 3 }))
  .map(([own, or]) => (or === null ? own : { ...own, $or: or }))
const sort = fc.dictionary(fc.constantFrom('_id', 'a', 'b', 'c', 'list'), fc.constantFrom(1, -1), { maxKeys: 2 })
const query = fc.record(
  { where, sort, limit: fc.constant(5), examineAtMost: fc.constant(50), next: fc.constant(false as const) },
  { requiredKeys: ['where', 'limit'] },
)

describe('a choice that is kept', () => {
  it('is the one that a collection which was never asked makes', () => {
    fc.assert(
      fc.property(query, (asked) => {
        expect(outcome(things, asked)).toEqual(outcome(defineCollection(declared), asked))
      }),
      { numRuns: 3_000 },
    )
  })

  it('is not that of another shape with the same paths', () => {
    const index = (asked: Omit<Asked, 'limit'>): unknown =>
      planQuery(things, parseQuery({ limit: 5, ...asked })).walks[0]
    expect(index({ where: { a: 'x', list: 'y' } })).toMatchObject({ index: 'byList', equal: ['y', 'x'], rest: [] })
    // Null in an array is also "no element at all", which is no key.
    expect(index({ where: { a: 'x', list: null }, examineAtMost: 9 })).toMatchObject({
      equal: ['x'],
      rest: [{ path: 'list' }],
    })
    expect(index({ where: { c: { $gt: 'x' } } })).toMatchObject({ index: 'byC', range: { type: 'string' } })
    expect(index({ where: { c: { $gt: 1 } } })).toMatchObject({ index: 'byC', range: { type: 'number' } })
    expect(index({ where: { c: { $gt: 1, $lt: 'x' } }, examineAtMost: 9 })).toMatchObject({ rest: [{ path: 'c' }] })
  })
})
