import type { CollectionSpec } from '@palaver/store'
import { expect, it } from 'vitest'
import { parseFilter } from '../../../store/src/dialect/filter.ts'
import { routeOf } from '../../../store/src/mongo/route.ts'
import { filed, formerPlaces, listings, listingWalks, topicCounts, topics, trees } from './collections.ts'

type Asked = readonly [name: string, collection: CollectionSpec, where: Parameters<typeof parseFilter>[0]]

/** What a page of topics is made of, and what follows a single comment. */
const OFTEN: readonly Asked[] = [
  ['a tree', trees, { _id: 't' }],
  ['what is new in a tree', topics, { tree: 't', version: { $gt: 3 } }],
  ['the places that were left', formerPlaces, { tree: 't', until: { $gt: 3 } }],
  ['the numbers of a tree', topicCounts, { tree: 't', stamp: { $gte: 3 } }],
  ['the numbers of a topic', topicCounts, { _id: 't~a' }],
  ['where a discussion is filed', filed, { _id: 'd' }],
  ['a discussion in a list', listings, { _id: 't.a~d' }],
  ['how far lists have followed', listingWalks, { _id: 't' }],
]

it.each(OFTEN)('%s is read from one shard', (_, collection, where) => {
  expect(routeOf(collection, parseFilter(where)).to).toBe('one shard')
})

it('reads a page of a list only where that list lies', () => {
  const where = { list: 't.a', audience: { $in: ['all', 'members'] }, activity: { $lt: 'x' } }
  expect(routeOf(listings, parseFilter(where))).toEqual({ to: 'the shards that hold it', fixed: ['list'] })
})
