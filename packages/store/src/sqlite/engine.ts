import { parseDocument } from './document.ts'
import type { Database, Statement } from 'better-sqlite3'
import type { CollectionSpec } from '../collection.ts'
import { compileProjection, type Projection } from '../dialect/projection.ts'
import type { Doc } from '../dialect/value.ts'
import type { Engine, Page, RemoveRequest, Stored, TrimRequest, UpdateAnswer, UpdateRequest } from '../engine.ts'
import { Unavailable } from '../errors.ts'
import type { EventQuery, LoggedEvent, NewEvent } from '../events/event.ts'
import type { Plan } from '../plan/plan.ts'
import type { OnProgress } from '../progress.ts'
import { withSystemCollections } from '../system.ts'
import { newVersion } from '../version.ts'
import { openDatabase } from './database.ts'
import { EventLog } from './event-log.ts'
import { Hot } from './hot.ts'
import { ReadTurn } from './read-turn.ts'
import { countMatches, findBytesPage, findPage, findRawPage, readBatch } from './reads.ts'
import { partitionsOf } from './schema.ts'
import { Table } from './table.ts'
import { prepareTables } from './tables.ts'
import { storageProblem, translate } from './translate.ts'
import { GroupWriter } from './writer.ts'
import { Writes } from './writes.ts'

export type SqliteOptions = {
  /** Path of the file; `:memory:` for one that lives as long as the engine. */
  file: string
  collections: readonly CollectionSpec[]
  /** Number of event partitions of a new database. */
  partitions?: number
  /** Where the versions of a new document begin. */
  firstVersion?: () => number
  onProgress?: OnProgress
}

/** How often to look whether another process (the CLI) wrote to the file. */
const LOOK_MS = 1_000

export async function openSqlite(options: SqliteOptions): Promise<Engine> {
  const { file, collections, partitions = 16, firstVersion = newVersion, onProgress = () => {} } = options
  const database = openDatabase(file)
  try {
    const all = withSystemCollections(collections)
    prepareTables(database, all, onProgress)
    return new SqliteEngine(database, {
      collections: all,
      partitions: partitionsOf(database, partitions),
      firstVersion,
    })
  } catch (error) {
    database.close()
    throw storageProblem(error, file)
  }
}

type Parts = { collections: readonly CollectionSpec[]; partitions: number; firstVersion: () => number }

class SqliteEngine implements Engine {
  readonly kind = 'sqlite'
  readonly collections: readonly CollectionSpec[]
  readonly partitions: number
  readonly #database: Database
  readonly #tables: ReadonlyMap<string, Table>
  readonly #hot = new Hot()
  readonly #log: EventLog
  readonly #writer: GroupWriter
  readonly #writes: Writes
  readonly #turn: ReadTurn
  readonly #wakes = new Set<(partition: number) => void>()
  readonly #look: NodeJS.Timeout
  readonly #askDataVersion: Statement
  #dataVersion: number
  // The database is asked for it by a call out of JavaScript, each read anew.
  #isOpen = true

  constructor(database: Database, { collections, partitions, firstVersion }: Parts) {
    this.#database = database
    this.collections = collections
    this.partitions = partitions
    this.#tables = new Map(
      collections.map((collection) => [collection.name, new Table(database, collection, this.#hot)]),
    )
    this.#log = new EventLog(database, partitions)
    this.#writes = new Writes(this.#log, firstVersion)
    this.#writer = new GroupWriter(database, {
      // Who hears of a group may read at once, and the next one may begin without a pause: when the store is closed.
      beginning: () => this.#turn.end(),
      begun: () => this.#noticeOthers(),
      rolledBack: () => this.#forget(),
      committed: () => this.#wake(this.#log.takeTouched()),
    })
    this.#turn = new ReadTurn(database)
    this.#askDataVersion = database.prepare('PRAGMA data_version').pluck()
    this.#dataVersion = this.#readDataVersion()
    this.#look = setInterval(() => this.#lookForOthers(), LOOK_MS)
    this.#look.unref()
  }

  async get(collection: CollectionSpec, id: string): Promise<Stored | null> {
    const row = this.#read(() => this.#table(collection).row(id))
    return row === undefined ? null : { doc: parseDocument(row.doc), version: row.version }
  }

  async getRaw(collection: CollectionSpec, id: string): Promise<string | null> {
    return this.#read(() => this.#table(collection).json(id)) ?? null
  }

  async find(collection: CollectionSpec, plan: Plan, projection: Projection | null): Promise<Page<Doc>> {
    const page = this.#read(() => findPage(this.#table(collection), plan))
    return projection === null ? page : { ...page, docs: page.docs.map(compileProjection(projection)) as Doc[] }
  }

  async findRaw(collection: CollectionSpec, plan: Plan): Promise<Page<string>> {
    return this.#read(() => findRawPage(this.#table(collection), plan))
  }

  async findBytes(collection: CollectionSpec, plan: Plan): Promise<Page<Buffer>> {
    return this.#read(() => findBytesPage(this.#table(collection), plan))
  }

  async count(collection: CollectionSpec, plan: Plan): Promise<number> {
    return this.#read(() => countMatches(this.#table(collection), plan))
  }

  async batch(collection: CollectionSpec, after: string | null, limit: number): Promise<Stored[]> {
    const rows = this.#read(() => readBatch(this.#table(collection), after, limit))
    return rows.map(({ doc, version }) => ({ doc: parseDocument(doc), version }))
  }

  insert(collection: CollectionSpec, doc: Doc, events: readonly NewEvent[]): Promise<void> {
    return this.#writer.write(() => {
      const table = this.#table(collection)
      const entry = table.entry(doc)
      const rows = this.#log.rows(events)
      return () => this.#writes.insert(table, entry, rows)
    })
  }

  update(collection: CollectionSpec, request: UpdateRequest): Promise<UpdateAnswer> {
    return this.#writer.write(() => {
      const table = this.#table(collection)
      const rows = this.#log.rows(request.events)
      return () => this.#writes.update(table, request, rows)
    })
  }

  remove(collection: CollectionSpec, request: RemoveRequest): Promise<boolean> {
    return this.#writer.write(() => {
      const table = this.#table(collection)
      const rows = this.#log.rows(request.events)
      return () => this.#writes.remove(table, request, rows)
    })
  }

  async readEvents(query: EventQuery): Promise<LoggedEvent[]> {
    return this.#read(() => this.#log.read(query))
  }

  async lastSeq(partition: number): Promise<number> {
    return this.#read(() => this.#log.lastSeq(partition))
  }

  trimEvents(request: TrimRequest): Promise<number> {
    return this.#writer.write(() => {
      this.#demandOpen()
      return () => this.#log.trim(request)
    })
  }

  rewriteEvent(event: LoggedEvent): Promise<boolean> {
    return this.#writer.write(() => {
      this.#demandOpen()
      return () => this.#log.rewrite(event)
    })
  }

  onAppend(wake: (partition: number) => void): () => void {
    this.#wakes.add(wake)
    return () => this.#wakes.delete(wake)
  }

  /** Events are in the log as soon as their document is written. */
  async settle(): Promise<void> {}

  async ping(): Promise<void> {
    this.#read(() => this.#database.prepare('SELECT 1').get())
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return
    clearInterval(this.#look)
    this.#turn.end()
    this.#writer.flush()
    this.#isOpen = false
    this.#database.close()
  }

  #demandOpen(): void {
    if (!this.#isOpen) throw new Unavailable('none', `${this.#database.name} is closed.`)
  }

  #table({ name }: CollectionSpec): Table {
    this.#demandOpen()
    const table = this.#tables.get(name)
    if (table === undefined) throw new Error(`The collection "${name}" was not named when the database was opened.`)
    return table
  }

  #read<T>(read: () => T): T {
    this.#demandOpen()
    try {
      this.#turn.take()
      return read()
    } catch (error) {
      throw translate(error, this.#database.name)
    }
  }

  /** Nothing of what was written is there. */
  #forget(): void {
    this.#log.forget()
    this.#hot.clear()
  }

  #wake(partitions: readonly number[]): void {
    for (const partition of partitions) for (const wake of this.#wakes) wake(partition)
  }

  /** `data_version` changes when another connection has committed: it may have appended events anywhere. */
  #noticeOthers(): void {
    const version = this.#readDataVersion()
    if (version === this.#dataVersion) return
    this.#dataVersion = version
    this.#log.forget()
    // Not within a group of writes: who is woken reads at once, and must not see what may be undone.
    queueMicrotask(() => this.#wake(Array.from({ length: this.partitions }, (_, partition) => partition)))
  }

  #lookForOthers(): void {
    try {
      this.#noticeOthers()
    } catch {
      // Whoever reads or writes next is told what is wrong; a timer has nobody to tell.
    }
  }

  #readDataVersion(): number {
    return this.#askDataVersion.get() as number
  }
}
