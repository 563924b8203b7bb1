import { defineCollection } from '@palaver/store'
import type { Filed, Row, TopicCount, Walk } from './listings/model.ts'
import type { Former, Topic, Tree } from './model.ts'

/** `_id` is a hash of org and key: two who make the same tree find each other. */
export const trees = defineCollection<Tree>({ name: 'trees', indexes: [{ name: 'ofOrg', on: ['org', 'created'] }] })

/**
 * A document a topic, also of those that are retired. That slugs are unique is decided with the operation, on one
 * version of the tree: an index could not let two topics swap their names in one step.
 */
export const topics = defineCollection<Topic>({
  name: 'topics',
  shardKey: ['tree'],
  id: { from: ['tree', 'key'] },
  indexes: [{ name: 'byVersion', on: ['tree', 'version', 'key'] }],
})

/** Where topics were before: an address that ever worked leads on. */
export const formerPlaces = defineCollection<Former>({
  name: 'formerPlaces',
  shardKey: ['tree'],
  id: { from: ['tree', 'name'] },
  indexes: [{ name: 'byVersion', on: ['tree', 'until', 'name'] }],
})

/** In which lists each discussion stands; derived. */
export const filed = defineCollection<Filed>({
  name: 'filed',
  indexes: [{ name: 'inTopic', on: ['tree', 'topic'] }],
})

/** The discussions of topics, in the orders in which they are read; derived. */
export const listings = defineCollection<Row>({
  name: 'listings',
  shardKey: ['list', 'discussion'],
  id: { from: ['list', 'discussion'] },
  expires: 'expires',
  indexes: [
    { name: 'byActivity', on: ['list', 'audience', 'activity'] },
    { name: 'byAge', on: ['list', 'audience', 'created'] },
    { name: 'byComments', on: ['list', 'audience', 'comments'] },
  ],
})

/** How much is in each topic itself; derived. Those of a tree lie together, for they are read together. */
export const topicCounts = defineCollection<TopicCount>({
  name: 'topicCounts',
  shardKey: ['tree'],
  id: { from: ['tree', 'key'] },
  indexes: [{ name: 'byStamp', on: ['tree', 'stamp'] }],
})

/** How far the lists have followed the changes of a tree, one document each. */
export const listingWalks = defineCollection<Walk>({ name: 'listingWalks' })

export const treeCollections = [trees, topics, formerPlaces, filed, listings, topicCounts, listingWalks]
