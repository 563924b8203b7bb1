import { defineCollection } from '@palaver/store'
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

export const treeCollections = [trees, topics, formerPlaces]
