import { type Collection, MongoBulkWriteError } from 'mongodb'
import type { TrimRequest } from '../engine.ts'
import type { EventQuery, LoggedEvent } from '../events/event.ts'
import type { WaitingEvent } from './hidden.ts'
import type { Kept, Link } from './link.ts'
import type { Appended } from './sequence.ts'
import { EVENTS } from './names.ts'
import { indexOf, isCode } from './translate.ts'

/** The log in MongoDB: its unique indexes are what keeps two sequencers apart. */
export class EventLog {
  readonly #link: Link

  constructor(link: Link) {
    this.#link = link
  }

  async lastSeq(partition: number): Promise<number> {
    const newest = await this.#link.read(() =>
      this.#events().findOne({ partition }, { sort: { seq: -1 }, projection: { seq: 1 } }),
    )
    return newest === null ? 0 : Number(newest['seq'])
  }

  async read({ partition, subject, id, after, limit }: EventQuery): Promise<LoggedEvent[]> {
    const only = { ...(subject !== undefined && { subject }), ...(id !== undefined && { eventId: id }) }
    const where = { partition, ...only, seq: { $gt: after } }
    const found = await this.#link.read(() =>
      this.#events()
        .find(where, { sort: { seq: 1 }, limit })
        .toArray(),
    )
    return found.map(({ _id, eventId, ...event }) => ({ ...event, _id: eventId }) as LoggedEvent)
  }

  async append(seq: number, events: readonly WaitingEvent[]): Promise<Appended> {
    const documents = events.map(({ _id, ...event }, at) => loggedAs(event, seq + at, _id))
    try {
      await this.#link.write(EVENTS, () => insertAll(this.#events(), documents))
      return { count: events.length, known: [] }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      const known = error.index === 'eventId' ? await this.#known(events.slice(error.at)) : []
      return { count: error.at, known }
    }
  }

  /** Removes from the old end; the newest event stays, so that the numbers go on behind it. */
  async trim({ partition, before, upTo, limit }: TrimRequest): Promise<number> {
    const last = Math.min(upTo, (await this.lastSeq(partition)) - 1)
    const where = { partition, seq: { $lte: last } }
    const options = { sort: { seq: 1 }, limit, projection: { seq: 1, at: 1 } } as const
    const oldest = await this.#link.read(() => this.#events().find(where, options).toArray())
    const kept = oldest.findIndex(({ at }) => String(at) >= before)
    const newest = oldest.at(kept === -1 ? -1 : kept - 1)
    if (newest === undefined || kept === 0) return 0
    const old = { partition, seq: { $lte: Number(newest['seq']) } }
    const { deletedCount } = await this.#link.write(EVENTS, () => this.#events().deleteMany(old))
    return deletedCount
  }

  async rewrite({ _id, seq, ...event }: LoggedEvent): Promise<boolean> {
    const { _id: place, ...fields } = loggedAs(event, seq, _id)
    const where = { _id: place, eventId: _id }
    const { matchedCount } = await this.#link.write(EVENTS, () => this.#events().replaceOne(where, fields))
    return matchedCount === 1
  }

  /** Those partitions that have events behind the given numbers, with their newest number. */
  async grown(known: ReadonlyMap<number, number>, partitions: number): Promise<Map<number, number>> {
    const all = Array.from({ length: partitions }, (_, partition) => partition)
    const behind = [...known].map(([partition, seq]) => ({ partition, seq: { $gt: seq } }))
    const ask = () => this.#link.read(() => this.#events().distinct('partition', { $or: behind }))
    const found: unknown[] = behind.length === 0 ? [] : await ask()
    const asked = all.filter((partition) => !known.has(partition) || found.includes(partition))
    return new Map(
      await Promise.all(asked.map(async (partition) => [partition, await this.lastSeq(partition)] as const)),
    )
  }

  /** Which of these a majority has in the log: one that is there but not yet safe must not leave its document. */
  async #known(events: readonly WaitingEvent[]): Promise<string[]> {
    const [first] = events
    if (first === undefined) return []
    const where = { partition: first.partition, eventId: { $in: events.map(({ _id }) => _id) } }
    const found = await this.#link.read(() =>
      this.#events()
        .find(where, { projection: { eventId: 1 } })
        .toArray(),
    )
    return found.map(({ eventId }) => String(eventId))
  }

  #events(): Collection<Kept> {
    return this.#link.collection(EVENTS)
  }
}

function loggedAs(event: Omit<WaitingEvent, '_id'>, seq: number, eventId: string): Kept {
  return { _id: `${event.partition}~${seq}`, ...event, seq, eventId }
}

/** The first event that the log did not take, and the index that refused it. */
class Stopped extends Error {
  readonly at: number
  readonly index: string
  constructor(at: number, index: string) {
    super('the log has it already')
    this.at = at
    this.index = index
  }
}

async function insertAll(events: Collection<Kept>, documents: Kept[]): Promise<void> {
  try {
    await events.insertMany(documents, { ordered: true })
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isCode(error, 11_000)) throw error
    const [first] = [error.writeErrors].flat()
    if (first === undefined) throw error
    throw new Stopped(first.index, indexOf(error))
  }
}
