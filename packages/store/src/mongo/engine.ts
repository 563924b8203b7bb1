import { randomUUID } from 'node:crypto'
import type { CollectionSpec } from '../collection.ts'
import type { Projection } from '../dialect/projection.ts'
import type { Doc } from '../dialect/value.ts'
import type { Engine, Page, RemoveRequest, Stored, TrimRequest, UpdateAnswer, UpdateRequest } from '../engine.ts'
import type { EventQuery, LoggedEvent, NewEvent } from '../events/event.ts'
import type { Plan } from '../plan/plan.ts'
import type { OnProgress } from '../progress.ts'
import { withSystemCollections } from '../system.ts'
import { newVersion } from '../version.ts'
import { EventLog } from './event-log.ts'
import { prepareIndexes } from './indexes.ts'
import { Leases } from './leases.ts'
import { Link, type LinkOptions } from './link.ts'
import { Reads } from './reads.ts'
import { Sequencer, type SequencerPort } from './sequencer.ts'
import { settingsOf } from './settings.ts'
import { WaitingRoom } from './waiting.ts'
import { Writes } from './writes.ts'

export type MongoOptions = LinkOptions & {
  collections: readonly CollectionSpec[]
  /** Number of event partitions of a new database. */
  partitions?: number
  /** Milliseconds since 1970, for leases. */
  now?: () => number
  /** Where the versions of a new document begin. */
  firstVersion?: () => number
  /** How often to look for events that a crash left waiting, and for what other processes appended. */
  sweepMs?: number
  onProgress?: OnProgress
}

export async function openMongo(options: MongoOptions): Promise<Engine> {
  const { onProgress = () => {}, now = Date.now, sweepMs = 1_000, firstVersion = newVersion } = options
  const collections = withSystemCollections(options.collections)
  const link = new Link(options)
  try {
    await link.open()
    const partitions = await settingsOf(link, options.partitions ?? 16)
    await prepareIndexes(link, collections, onProgress)
    const leases = new Leases(link, { owner: randomUUID(), partitions, now })
    await leases.make()
    return new MongoEngine({ link, leases, collections, partitions, sweepMs, firstVersion })
  } catch (error) {
    await link.close()
    throw error
  }
}

type Parts = {
  link: Link
  leases: Leases
  collections: readonly CollectionSpec[]
  partitions: number
  sweepMs: number
  firstVersion: () => number
}

class MongoEngine implements Engine {
  readonly kind = 'mongodb'
  readonly collections: readonly CollectionSpec[]
  readonly partitions: number
  readonly #link: Link
  readonly #log: EventLog
  readonly #reads: Reads
  readonly #writes: Writes
  readonly #sequencer: Sequencer
  readonly #wakes = new Set<(partition: number) => void>()

  constructor({ link, leases, collections, partitions, sweepMs, firstVersion }: Parts) {
    this.collections = collections
    this.partitions = partitions
    this.#link = link
    this.#log = new EventLog(link)
    this.#reads = new Reads(link)
    const port = portOf({ log: this.#log, leases, room: new WaitingRoom(link, collections), partitions })
    const wake = (partition: number): void => this.#wakes.forEach((each) => each(partition))
    this.#sequencer = new Sequencer(port, { partitions, sweepMs, wake })
    this.#writes = new Writes({ link, sequencer: this.#sequencer, reads: this.#reads, partitions, firstVersion })
    this.#sequencer.start()
  }

  get(collection: CollectionSpec, id: string): Promise<Stored | null> {
    return this.#reads.get(collection, id)
  }

  async getRaw(collection: CollectionSpec, id: string): Promise<string | null> {
    const stored = await this.#reads.get(collection, id)
    return stored === null ? null : JSON.stringify(stored.doc)
  }

  find(collection: CollectionSpec, plan: Plan, projection: Projection | null): Promise<Page<Doc>> {
    return this.#reads.find(collection, plan, projection)
  }

  async findRaw(collection: CollectionSpec, plan: Plan): Promise<Page<string>> {
    const page = await this.#reads.find(collection, plan, null)
    return { ...page, docs: page.docs.map((doc) => JSON.stringify(doc)) }
  }

  async findBytes(collection: CollectionSpec, plan: Plan): Promise<Page<Buffer>> {
    const page = await this.findRaw(collection, plan)
    return { ...page, docs: page.docs.map((json) => Buffer.from(json)) }
  }

  count(collection: CollectionSpec, plan: Plan): Promise<number> {
    return this.#reads.count(collection, plan)
  }

  batch(collection: CollectionSpec, after: string | null, limit: number): Promise<Stored[]> {
    return this.#reads.batch(collection, after, limit)
  }

  insert(collection: CollectionSpec, doc: Doc, events: readonly NewEvent[]): Promise<void> {
    return this.#writes.insert(collection, doc, events)
  }

  update(collection: CollectionSpec, request: UpdateRequest): Promise<UpdateAnswer> {
    return this.#writes.update(collection, request)
  }

  remove(collection: CollectionSpec, request: RemoveRequest): Promise<boolean> {
    return this.#writes.remove(collection, request)
  }

  readEvents(query: EventQuery): Promise<LoggedEvent[]> {
    return this.#log.read(query)
  }

  lastSeq(partition: number): Promise<number> {
    return this.#log.lastSeq(partition)
  }

  onAppend(wake: (partition: number) => void): () => void {
    this.#wakes.add(wake)
    return () => this.#wakes.delete(wake)
  }

  trimEvents(request: TrimRequest): Promise<number> {
    return this.#log.trim(request)
  }

  rewriteEvent(event: LoggedEvent): Promise<boolean> {
    return this.#log.rewrite(event)
  }

  settle(): Promise<void> {
    return this.#sequencer.settle()
  }

  async ping(): Promise<void> {
    await this.#link.read(() => this.#link.db.command({ ping: 1 }))
  }

  async close(): Promise<void> {
    await this.#sequencer.close()
    await this.#link.close()
  }
}

type PortParts = { log: EventLog; leases: Leases; room: WaitingRoom; partitions: number }

function portOf({ log, leases, room, partitions }: PortParts): SequencerPort {
  return {
    waiting: (partition, places) => room.waiting(partition, places),
    findWaiting: (wanted, limit) => room.findWaiting(wanted, limit),
    takeOut: (documents) => room.takeOut(documents),
    removeGone: (places) => room.removeGone(places),
    lastSeq: (partition) => log.lastSeq(partition),
    append: (seq, events) => log.append(seq, events),
    grown: (known) => log.grown(known, partitions),
    lease: () => leases.take(),
    release: () => leases.release(),
  }
}
