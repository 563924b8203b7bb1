import type { WaitingEvent } from './hidden.ts'

export type Place = { collection: string; id: string }

/** What waits in one document for one partition, oldest first; `gone` when the document is marked as removed. */
export type WaitingDocument = { place: Place; events: readonly WaitingEvent[]; gone: boolean }

export type Appended = {
  /** How many of the events, from the first on, are now in the log under the numbers they were given. */
  count: number
  /** Ids of those that were in the log already, of which a majority knows. */
  known: readonly string[]
}

/** What sequencing asks of the database. Every call can be repeated, and each leaves the log without gaps. */
export interface SequencePort {
  /** What waits in these documents, as a majority has it; none where neither an event waits nor a mark is set. */
  waiting(partition: number, places: readonly Place[]): Promise<WaitingDocument[]>
  /** The newest number of the log, as a majority has it; 0 when it is empty. */
  lastSeq(partition: number): Promise<number>
  /** Appends in order, from `seq` on, until a number or an event turns out to be there already. */
  append(seq: number, events: readonly WaitingEvent[]): Promise<Appended>
  /** Takes these events out of their documents; others that came since stay. */
  takeOut(documents: readonly WaitingDocument[]): Promise<void>
  /** Deletes those that are marked as removed and in which nothing waits. */
  removeGone(places: readonly Place[]): Promise<void>
}

export type SequenceOptions = {
  /** Waits a little before trying again where another sequencer was faster. */
  backOff: (attempt: number) => Promise<void>
}

/**
 * Protocol 3 for some documents of one partition; gives the number of events it appended. Any number of these may
 * run at once, or stop at any point: the log takes a number and an event only once, a document's events are appended
 * in their order, and they leave the document only when a majority has them in the log.
 */
export async function sequence(
  port: SequencePort,
  batch: { partition: number; places: readonly Place[] },
  options: SequenceOptions,
): Promise<number> {
  const documents = await port.waiting(batch.partition, batch.places)
  const events = documents.flatMap((document) => document.events)
  const appended = events.length === 0 ? 0 : await appendAll(port, { partition: batch.partition, events }, options)
  const emptied = documents.filter((document) => document.events.length > 0)
  if (emptied.length > 0) await port.takeOut(emptied)
  const gone = documents.filter((document) => document.gone).map(({ place }) => place)
  if (gone.length > 0) await port.removeGone(gone)
  return appended
}

type Todo = { partition: number; events: readonly WaitingEvent[] }

async function appendAll(
  port: SequencePort,
  { partition, events }: Todo,
  { backOff }: SequenceOptions,
): Promise<number> {
  let todo = events
  let appended = 0
  for (let attempt = 0; todo.length > 0; attempt++) {
    if (attempt > 0) await backOff(attempt)
    const last = await port.lastSeq(partition)
    const { count, known } = await port.append(last + 1, todo)
    todo = todo.slice(count).filter(({ _id }) => !known.includes(_id))
    appended += count
  }
  return appended
}
