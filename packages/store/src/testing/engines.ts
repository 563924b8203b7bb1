import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import type { CollectionSpec } from '../collection.ts'
import type { Engine } from '../engine.ts'
import { openMongo } from '../mongo/engine.ts'
import { openSqlite } from '../sqlite/engine.ts'
import { startMongo } from './mongo-server.ts'

/** An engine to try things on: every `open` has a database of its own. */
export type TestEngine = {
  kind: Engine['kind']
  /** Which server it is; the double has known deviations. */
  flavour: 'sqlite' | 'given' | 'mongod' | 'double'
  open: (collections: readonly CollectionSpec[]) => Promise<Engine>
}

export const sqliteInMemory: TestEngine = {
  kind: 'sqlite',
  flavour: 'sqlite',
  open: (collections) => openSqlite({ file: ':memory:', collections }),
}

/** Databases are dropped as their engine is closed. */
export function mongoAt(url: string, flavour: Exclude<TestEngine['flavour'], 'sqlite'>): TestEngine {
  const open = async (collections: readonly CollectionSpec[]): Promise<Engine> => {
    const database = `palaver-test-${randomUUID()}`
    const engine = await openMongo({ url, database, collections })
    const close = engine.close.bind(engine)
    engine.close = async () => {
      await close()
      await dropDatabase(url, database)
    }
    return engine
  }
  return { kind: 'mongodb', flavour, open }
}

export async function dropDatabase(url: string, database: string): Promise<void> {
  const client = new MongoClient(url)
  try {
    await client.db(database).dropDatabase()
  } finally {
    await client.close()
  }
}

/** For tools: gives the engine that was asked for, with a server of its own where it needs one. */
export async function withTestEngine(kind: Engine['kind'], work: (engine: TestEngine) => Promise<void>): Promise<void> {
  if (kind === 'sqlite') return work(sqliteInMemory)
  const mongo = await startMongo()
  if ('missing' in mongo) throw new Error(`There is ${mongo.missing}.`)
  try {
    await work(mongoAt(mongo.url, mongo.flavour))
  } finally {
    await mongo.stop()
  }
}
