import { describe, expect, it } from 'vitest'
import { defineCollection } from '../collection.ts'
import { parseFilter } from '../dialect/filter.ts'
import { describeMongo } from '../testing/mongo-suite.ts'
import { routeOf } from './route.ts'
import { runShardPlan } from './run-shard-plan.ts'
import { NotShardable, shardCommands, shardPlan } from './shard.ts'

const comments = defineCollection({
  name: 'comments',
  shardKey: ['home', 'slug'],
  id: { from: ['home', 'slug'] },
  indexes: [
    { name: 'chronological', on: ['home', 'posted', 'slug'] },
    { name: 'bySlug', on: ['slug', 'home'] },
    { name: 'byAuthor', on: ['author', 'posted'] },
  ],
})
const inbox = defineCollection({
  name: 'inbox',
  shardKey: ['userId'],
  id: { from: ['userId', 'event'] },
  indexes: [{ name: 'newest', on: ['userId', '-at'] }],
})
const people = defineCollection({ name: 'people', indexes: [{ name: 'byName', on: ['name'] }] })

describe('the route of a query', () => {
  it.each([
    [comments, { _id: 'h~s' }, 'one shard', ['home', 'slug']],
    [comments, { home: 'h', slug: 's' }, 'one shard', ['home', 'slug']],
    [comments, { home: 'h', slug: { $in: ['s'] } }, 'one shard', ['home', 'slug']],
    [comments, { home: 'h', posted: { $gt: 'x' } }, 'the shards that hold it', ['home']],
    [comments, { home: 'h', slug: { $in: ['s', 't'] } }, 'the shards that hold it', ['home']],
    [comments, { home: { $in: ['h', 'i'] } }, 'the shards that hold it', []],
    [comments, { home: { $gte: 'h' } }, 'the shards that hold it', []],
    [comments, { slug: 's' }, 'all shards', []],
    [comments, { author: 'ann' }, 'all shards', []],
    [comments, { home: { $ne: 'h' } }, 'all shards', []],
    [comments, { home: 'h', $or: [{ slug: 's' }, { slug: 't' }] }, 'the shards that hold it', ['home']],
    [comments, { $or: [{ _id: 'h~s' }, { home: 'i' }] }, 'the shards that hold it', []],
    [comments, { $or: [{ _id: 'h~s' }, { author: 'ann' }] }, 'all shards', []],
    [inbox, { userId: 'ann', at: { $lt: 'x' } }, 'one shard', ['userId']],
    [inbox, { _id: 'ann~e1' }, 'one shard', ['userId']],
    [people, { _id: 'ann' }, 'one shard', ['_id']],
    [people, { _id: { $in: ['ann', 'bob'] } }, 'the shards that hold it', []],
    [people, { name: 'Ann' }, 'all shards', []],
  ] as const)('%#: %o %o goes to %s', (collection, where, to, fixed) => {
    expect(routeOf(collection, parseFilter(where))).toEqual({ to, fixed })
  })
})

describe('the plan', () => {
  const plan = shardPlan([comments, inbox, people])

  it('shards every collection by its key, and the log by partition', () => {
    expect(shardCommands(plan, 'palaver').map(({ command }) => command)).toEqual([
      { enableSharding: 'palaver' },
      { shardCollection: 'palaver.consumers', key: { _id: 1 } },
      { createIndexes: 'comments', indexes: [{ key: { home: 1, slug: 1 }, name: '_shard' }] },
      { shardCollection: 'palaver.comments', key: { home: 1, slug: 1 } },
      { shardCollection: 'palaver.inbox', key: { userId: 1 } },
      { shardCollection: 'palaver.people', key: { _id: 1 } },
      { shardCollection: 'palaver.events', key: { partition: 1 } },
    ])
  })

  it('says where each kind of query goes', () => {
    const routes = plan.routes.map(({ collection, by, to }) => [collection, by, to])
    expect(routes).toEqual([
      ['consumers', '_id', 'one shard'],
      ['consumers', 'partition', 'all shards'],
      ['comments', '_id', 'one shard'],
      ['comments', 'chronological', 'the shards that hold it'],
      ['comments', 'bySlug', 'one shard'],
      ['comments', 'byAuthor', 'all shards'],
      ['inbox', '_id', 'one shard'],
      ['inbox', 'newest', 'one shard'],
      ['people', '_id', 'one shard'],
      ['people', 'byName', 'all shards'],
      ['events', 'seq', 'one shard'],
      ['events', 'eventId', 'one shard'],
      ['events', 'subject', 'one shard'],
    ])
  })

  it('refuses a unique index that no shard could keep unique', () => {
    const wrong = defineCollection({ name: 'wrong', indexes: [{ name: 'byName', on: ['name'], unique: true }] })
    expect(() => shardPlan([wrong])).toThrow(NotShardable)
  })
})

describeMongo('sharding', ({ url, database }) => {
  it('is refused, in one sentence, by a server that is no cluster', async () => {
    const running = runShardPlan({ url, database }, shardPlan([comments]))
    await expect(running).rejects.toThrow('This server is not a sharded cluster: give the address of a mongos.')
  })
})
