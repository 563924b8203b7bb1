import type { CollectionSpec } from './collection.ts'
import type { ParsedChange } from './dialect/change.ts'
import type { Condition } from './dialect/condition.ts'
import type { Projection } from './dialect/projection.ts'
import type { Doc } from './dialect/value.ts'
import type { EventQuery, LoggedEvent, NewEvent } from './events/event.ts'
import type { Plan, Position } from './plan/plan.ts'

/** A document and its version, which every write to it raises by one; a document made anew never has an old version. */
export type Stored = { doc: Doc; version: number }

export type Page<D> = {
  docs: D[]
  /** Where the next page begins; null when the walk reached its end. */
  next: Position | null
  /** How many documents were looked at. */
  examined: number
}

export type UpdateRequest = {
  id: string
  /** What else must hold of the document (the id is not in it). */
  where: Condition
  /** The version it must have; null for any. */
  version: number | null
  change: ParsedChange
  /** Make the document where there is none, of the equalities in `where` and of the change; never with a `version`. */
  upsert: boolean
  events: readonly NewEvent[]
  returning: 'before' | 'after' | null
}

export type UpdateAnswer = {
  outcome: 'updated' | 'inserted' | 'unmatched'
  /** As `returning` asked; null for an upsert's `before`. */
  doc: Doc | null
}

export type RemoveRequest = { id: string; where: Condition; version: number | null; events: readonly NewEvent[] }

export type TrimRequest = {
  partition: number
  /** Only what is older than this instant … */
  before: string
  /** … and not behind this position. */
  upTo: number
  limit: number
}

/**
 * What a database must do for the store. Everything above it is shared: parsing, planning, `change`, consumers.
 * Each method is one call to the database, so the protocol kit can step through them.
 */
export interface Engine {
  readonly kind: 'sqlite' | 'mongodb'
  /** All it was opened with, the store's own included. */
  readonly collections: readonly CollectionSpec[]
  /** Number of event partitions, fixed when the database was made. */
  readonly partitions: number
  get(collection: CollectionSpec, id: string): Promise<Stored | null>
  getRaw(collection: CollectionSpec, id: string): Promise<string | null>
  find(collection: CollectionSpec, plan: Plan, projection: Projection | null): Promise<Page<Doc>>
  findRaw(collection: CollectionSpec, plan: Plan): Promise<Page<string>>
  findBytes(collection: CollectionSpec, plan: Plan): Promise<Page<Buffer>>
  /** As many as match, but no more than `plan.limit`. */
  count(collection: CollectionSpec, plan: Plan): Promise<number>
  /** In order of id, behind `after`; with versions, so that a copier sees what changed. */
  batch(collection: CollectionSpec, after: string | null, limit: number): Promise<Stored[]>
  insert(collection: CollectionSpec, doc: Doc, events: readonly NewEvent[]): Promise<void>
  update(collection: CollectionSpec, request: UpdateRequest): Promise<UpdateAnswer>
  remove(collection: CollectionSpec, request: RemoveRequest): Promise<boolean>
  readEvents(query: EventQuery): Promise<LoggedEvent[]>
  /** The newest sequence number of a partition; 0 when it is empty. */
  lastSeq(partition: number): Promise<number>
  /** Calls `wake` with a partition whenever events may have been appended to it. Returns how to stop. */
  onAppend(wake: (partition: number) => void): () => void
  trimEvents(request: TrimRequest): Promise<number>
  /** Another content for the event of that id at its place; false where it is not there any more. */
  rewriteEvent(event: LoggedEvent): Promise<boolean>
  /** Resolves when every event written so far is in the log (at once on SQLite). */
  settle(): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}
