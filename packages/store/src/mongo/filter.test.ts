import { expect, it } from 'vitest'
import { defineCollection } from '../collection.ts'
import { parseFilter } from '../dialect/filter.ts'
import { all, byId, filterOf, LIVE, whereOf } from './filter.ts'

it('asks MongoDB in its own words', () => {
  const filter = filterOf(
    parseFilter({
      a: 1,
      b: { $gte: 'x', $lt: 'y' },
      c: { $in: [null, 2] },
      d: { $exists: false, $ne: 3 },
      list: { $elemMatch: { $gt: 1, $lt: 5 } },
      'deep.list': { $elemMatch: { k: 'x', v: { $gte: 2 }, $or: [{ w: 1 }, { w: null }] } },
      $or: [{ a: 1 }, { b: null }],
    }),
  )
  expect(filter).toEqual({
    a: { $eq: 1 },
    b: { $gte: 'x', $lt: 'y' },
    c: { $in: [null, 2] },
    d: { $exists: false, $ne: 3 },
    list: { $elemMatch: { $gt: 1, $lt: 5 } },
    'deep.list': { $elemMatch: { k: { $eq: 'x' }, v: { $gte: 2 }, $or: [{ w: { $eq: 1 } }, { w: { $eq: null } }] } },
    $or: [{ a: { $eq: 1 } }, { b: { $eq: null } }],
  })
})

it('lets no condition overwrite another', () => {
  expect(all({ a: 1, $or: [{ b: 1 }] }, { a: 2 }, { $or: [{ c: 1 }] })).toEqual({
    $and: [{ a: 1, $or: [{ b: 1 }] }, { a: 2 }, { $or: [{ c: 1 }] }],
  })
  const twice = [{ path: 'a', tests: [{ op: 'gt', value: 1 } as const, { op: 'gt', value: 2 } as const] }]
  expect(filterOf(twice)).toEqual({ $and: [{ a: { $gt: 1 } }, { a: { $gt: 2 } }] })
  expect(all({ a: 1 }, LIVE)).toEqual({ a: 1, _gone: { $exists: false } })
})

it('puts the shard key beside the id', () => {
  const comments = defineCollection({ name: 'comments', shardKey: ['home'], id: { from: ['home', 'slug'] } })
  expect(byId(comments, 'h~a/b~c')).toEqual({ _id: 'h~a/b~c', home: 'h' })
  expect(byId(comments, 'h')).toBeNull()
  expect(byId(defineCollection({ name: 'people' }), 'x')).toEqual({ _id: 'x' })
  expect(whereOf(comments, parseFilter({ _id: 'h~s', n: 1 }))).toEqual({
    home: 'h',
    _id: { $eq: 'h~s' },
    n: { $eq: 1 },
  })
  expect(whereOf(comments, parseFilter({ _id: 'h~s', home: 'h' }))).toEqual({ _id: { $eq: 'h~s' }, home: { $eq: 'h' } })
  expect(whereOf(comments, parseFilter({ slug: 's' }))).toEqual({ slug: { $eq: 's' } })
})
