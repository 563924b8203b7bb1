import type { CollectionSpec, IndexSpec } from '../collection.ts'
import type { Condition } from '../dialect/condition.ts'
import { StoreError } from '../errors.ts'
import { withSystemCollections } from '../system.ts'
import { EVENTS, SHARD_INDEX } from './names.ts'
import { type Route, routeOf } from './route.ts'

/** The server is not a cluster, or something about the collections keeps them from being sharded. */
export class NotShardable extends StoreError {
  readonly code = 'not-shardable'
}

export type ShardKey = {
  collection: string
  key: Readonly<Record<string, 1>>
  /** Whether a declared index begins with the key; otherwise sharding needs one of its own. */
  isIndexed: boolean
}

/** A way in which documents are reached: by id, or along an index from its leading fields. */
export type Access = Route & { collection: string; by: string }

export type ShardPlan = { keys: readonly ShardKey[]; routes: readonly Access[] }

/** The log goes by partition: appending, reading and trimming one stays on one shard. */
const LOG: CollectionSpec = {
  name: EVENTS,
  shardKey: ['partition'],
  idFrom: null,
  expires: null,
  indexes: ['seq', 'eventId', 'subject'].map((name) => ({
    name,
    fields: ['partition', name].map((path) => ({ path, direction: 1, array: false })),
    unique: name !== 'subject',
    arrays: false,
  })),
}

/** By which key each collection is sharded, and how many shards each kind of query goes to. */
export function shardPlan(collections: readonly CollectionSpec[]): ShardPlan {
  const all = [...withSystemCollections(collections), LOG]
  for (const collection of all) demandUniqueWithinKey(collection)
  return { keys: all.map(shardKeyOf), routes: all.flatMap(accessesOf) }
}

function shardKeyOf({ name, shardKey, indexes }: CollectionSpec): ShardKey {
  const begins = ({ fields, arrays }: IndexSpec): boolean =>
    !arrays && shardKey.every((path, at) => fields[at]?.path === path && fields[at].direction === 1)
  return {
    collection: name,
    key: Object.fromEntries(shardKey.map((field) => [field, 1])),
    isIndexed: indexes.some(begins),
  }
}

/** Each shard knows only its own documents, so it can promise uniqueness only within a key. */
function demandUniqueWithinKey({ name, shardKey, indexes }: CollectionSpec): void {
  const wrong = indexes.find(
    (index) => index.unique && index.name !== '_id' && !shardKey.every((field, at) => index.fields[at]?.path === field),
  )
  if (wrong !== undefined)
    throw new NotShardable(
      `${name}: the unique index "${wrong.name}" must begin with the shard key (${shardKey.join(', ')}).`,
    )
}

function accessesOf(collection: CollectionSpec): Access[] {
  const { name, indexes } = collection
  return indexes.map((index) => ({
    collection: name,
    by: index.name,
    ...routeOf(collection, leadingOf(collection, index)),
  }))
}

/** What every query along an index fixes at least: its leading fields, as far as they are of the shard key. */
function leadingOf({ name, idFrom, shardKey }: CollectionSpec, { fields }: IndexSpec): Condition {
  const open = fields.findIndex(({ path }) => path !== '_id' && !shardKey.includes(path))
  const leading = fields.slice(0, open === -1 ? fields.length : open)
  const some = (path: string): string => (path === '_id' ? (idFrom ?? [name]).join('~') : path)
  return leading.map(({ path }) => ({ path, tests: [{ op: 'eq', value: some(path) }] }))
}

export type ShardCommand = { database: string; command: Readonly<Record<string, unknown>> }

/** The commands, as they are sent to mongos. */
export function shardCommands({ keys }: ShardPlan, database: string): ShardCommand[] {
  const ofCollection = ({ collection, key, isIndexed }: ShardKey): ShardCommand[] => {
    const index = { createIndexes: collection, indexes: [{ key, name: SHARD_INDEX }] }
    const shard = { database: 'admin', command: { shardCollection: `${database}.${collection}`, key } }
    return isIndexed ? [shard] : [{ database, command: index }, shard]
  }
  return [{ database: 'admin', command: { enableSharding: database } }, ...keys.flatMap(ofCollection)]
}
