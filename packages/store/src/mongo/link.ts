import { AsyncLocalStorage } from 'node:async_hooks'
import { type Collection, type Db, MongoClient } from 'mongodb'
import { Duplicate } from '../errors.ts'
import { isCode, translate } from './translate.ts'

/** A document as MongoDB holds it: the store's, with the hidden fields. */
export type Kept = { _id: string; [field: string]: unknown }

export type LinkOptions = {
  url: string
  /** Name of the database; that in the URL, or `palaver`, where nothing is said. */
  database?: string
  /** How long to look for a server before saying that there is none. */
  patienceMs?: number
}

const NAMES_DATABASE = /^mongodb(\+srv)?:\/\/[^/]+\/[^?]/

/** A server that is no replica set may say that it knows no majority. */
const NO_MAJORITY_READS = [72, 115, 123, 148]

/** The connection. It notes whether a call's command was sent at all, which the driver's errors do not tell. */
export class Link {
  readonly db: Db
  readonly #client: MongoClient
  readonly #attempts = new AsyncLocalStorage<{ sent: number }>()
  #readLevel: 'majority' | 'local' = 'majority'

  constructor({ url, database, patienceMs = 5_000 }: LinkOptions) {
    this.#client = new MongoClient(url, {
      appName: 'palaver',
      writeConcern: { w: 'majority', wtimeoutMS: 10_000 },
      retryWrites: true,
      retryReads: true,
      serverSelectionTimeoutMS: patienceMs,
      connectTimeoutMS: patienceMs,
      waitQueueTimeoutMS: patienceMs,
      socketTimeoutMS: 30_000,
      ignoreUndefined: true,
      monitorCommands: true,
    })
    this.#client.on('commandStarted', () => {
      const attempt = this.#attempts.getStore()
      if (attempt !== undefined) attempt.sent++
    })
    this.db = this.#client.db(database ?? (NAMES_DATABASE.test(url) ? undefined : 'palaver'))
  }

  async open(): Promise<void> {
    await this.read(async () => {
      await this.#client.connect()
      await this.db.command({ ping: 1 })
    })
    try {
      await this.collection('_store').findOne({ _id: 'settings' })
    } catch (error) {
      if (!NO_MAJORITY_READS.some((code) => isCode(error, code)))
        throw translate(error, { sent: 0, collection: '_store' })
      this.#readLevel = 'local'
    }
  }

  collection(name: string): Collection<Kept> {
    return this.db.collection<Kept>(name, { readConcern: { level: this.#readLevel } })
  }

  command(database: string, command: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    return this.#client.db(database).command(command)
  }

  /** Makes a document of the store's own, unless it is there. */
  async ensure(id: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      const own = this.collection('_store')
      await this.write('_store', () => own.updateOne({ _id: id }, { $setOnInsert: fields }, { upsert: true }))
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
    }
  }

  /** Runs one read; when it fails, surely nothing was written. */
  async read<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw translate(error, { sent: 0, collection: '' })
    }
  }

  /** Runs one write to a collection; when it fails, the error says whether it may have happened all the same. */
  async write<T>(collection: string, work: () => Promise<T>): Promise<T> {
    const attempt = { sent: 0 }
    try {
      return await this.#attempts.run(attempt, work)
    } catch (error) {
      throw translate(error, { sent: attempt.sent, collection })
    }
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}
