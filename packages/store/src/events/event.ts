import type { Json } from '../dialect/value.ts'

/** What a write tells the world. Its id is chosen before the write, so that a repeat tells the same fact once. */
export type NewEvent = {
  _id: string
  /** Decides the partition: all that concerns one org is in one order. */
  org: string
  /** The discussion, post or person it belongs to; a stream can be resumed by it. */
  subject: string
  type: string
  op: string
  at: string
  before?: Json
  after?: Json
  actor?: Json
  rev?: number
  epoch?: number
  /** It is on record and counts, but nobody is notified: nobody was there when it was said. */
  quiet?: true
}

/** An event in the log: numbered without gaps within its partition, from 1. */
export type LoggedEvent = NewEvent & { partition: number; seq: number }

export type EventQuery = {
  partition: number
  /** Only what belongs to this subject. */
  subject?: string
  /** Only the event of this id; not together with a subject. */
  id?: string
  /** Sequence number to go on behind; 0 for the beginning. */
  after: number
  limit: number
  /** As the database has it at this moment, for who is going to change it: another process may have done so, too. */
  fresh?: true
}
