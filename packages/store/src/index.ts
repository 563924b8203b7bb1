export type { ById, Collection, Find, UpdateOptions, Updated, Versioned, WithEvents } from './collection-api.ts'
export {
  type CollectionOf,
  type CollectionSpec,
  type Declaration,
  defineCollection,
  fieldsOfId,
  idOf,
} from './collection.ts'
export type { Decide, Decided, Decision } from './change.ts'
export type { Engine, Page } from './engine.ts'
export {
  Conflict,
  Duplicate,
  Misfit,
  NoIndex,
  StorageProblem,
  StoreError,
  TooLarge,
  Unavailable,
  UnsupportedOperator,
} from './errors.ts'
export type { Consumer, ConsumerOptions, Handler, Turn } from './events/consumer.ts'
export type { EventQuery, LoggedEvent, NewEvent } from './events/event.ts'
export type { EventLogApi, Progress as ConsumerProgress } from './events/log.ts'
export { partitionOf } from './events/partition.ts'
export { type MongoOptions, openMongo, runShardPlan } from './mongo/on-demand.ts'
export { shardCommands, shardPlan } from './mongo/shard.ts'
export type { Position } from './plan/plan.ts'
export { backupSqlite, restoreSqlite } from './sqlite/backup.ts'
export { openSqlite, type SqliteOptions } from './sqlite/engine.ts'
export type { OnProgress, Progress } from './progress.ts'
export { type Problem, type Verified, verifySqlite } from './sqlite/verify.ts'
export { createStore, type Store, type Surroundings } from './store.ts'
export type { Change, Filter, ProjectionOf, Sort } from './typed/index.ts'
