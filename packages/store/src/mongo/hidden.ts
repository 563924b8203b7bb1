import type { UpdateFilter } from 'mongodb'
import type { ParsedChange } from '../dialect/change.ts'
import { bsonSize } from '../dialect/bson-size.ts'
import type { Doc } from '../dialect/value.ts'
import type { Stored } from '../engine.ts'
import { TooLarge } from '../errors.ts'
import type { NewEvent } from '../events/event.ts'
import { eventJson } from '../events/json.ts'
import { partitionOf } from '../events/partition.ts'
import type { Kept } from './link.ts'

/** An event on its way: it waits in the document it tells of, already knowing its partition. */
export type WaitingEvent = NewEvent & { partition: number }

/** In the log an event has a few fields more than in its document, and must still be small enough there. */
const MOST_BYTES = 16_777_216 - 1_024

export function waitingEvents(events: readonly NewEvent[], partitions: number): WaitingEvent[] {
  const large = events.find((event) => bsonSize(event) > MOST_BYTES)
  if (large !== undefined) throw new TooLarge(`the event "${large._id}" is larger than MongoDB keeps; tell less of it.`)
  return events.map((event) => ({
    ...(JSON.parse(eventJson(event)) as NewEvent),
    partition: partitionOf(event.org, partitions),
  }))
}

/** A new document with the store's own fields. */
export function keptOf(doc: Doc, version: number, events: readonly WaitingEvent[]): Kept {
  return events.length === 0 ? { ...doc, _v: version } : { ...doc, _v: version, _waiting: events }
}

/** A change that also raises the version and leaves its events in the document. */
export function changeOf(
  { source }: Pick<ParsedChange, 'source'>,
  events: readonly WaitingEvent[],
): UpdateFilter<Kept> {
  const change: Record<string, unknown> = { ...source, $inc: { ...source['$inc'], _v: 1 } }
  if (events.length > 0) change['$push'] = { ...source['$push'], _waiting: { $each: events } }
  return change as UpdateFilter<Kept>
}

export function docOf({ _v, _waiting, _gone, ...doc }: Kept): Doc {
  return doc as Doc
}

export function storedOf(kept: Kept): Stored {
  return { doc: docOf(kept), version: Number(kept['_v']) }
}
