import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { afterAll, describe, inject } from 'vitest'
import type { TestMongo } from './mongo-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The MongoDB server that all suites of a run share, or why there is none. */
    mongo: Pick<TestMongo, 'url' | 'flavour'> | { missing: string }
  }
}

const mongo = inject('mongo')

/** What the run's MongoDB server is: a real one, or the double with its known deviations. */
export const mongoFlavour = 'missing' in mongo ? null : mongo.flavour

export type MongoSuite = { url: string; database: string; client: MongoClient }

/** A suite on the run's MongoDB server, with a database of its own; skipped, by a name that says why, without one. */
export function describeMongo(name: string, suite: (mongo: MongoSuite) => void): void {
  const isMissing = 'missing' in mongo
  describe.skipIf(isMissing)(`${name}${isMissing ? ` (${mongo.missing})` : ''}`, () => {
    const url = isMissing ? 'mongodb://127.0.0.1:1/' : mongo.url
    const database = `palaver-test-${randomUUID()}`
    const client = new MongoClient(url)
    afterAll(async () => {
      await client.db(database).dropDatabase()
      await client.close()
    })
    suite({ url, database, client })
  })
}
