import { describe, inject } from 'vitest'
import { mongoAt, sqliteInMemory, type TestEngine } from './engines.ts'

const mongo = inject('mongo')

/** The same suite on every engine that can be had; what cannot is skipped, by a name that says what would enable it. */
export function describeEngines(name: string, suite: (engine: TestEngine) => void): void {
  describe(`${name} on SQLite`, () => suite(sqliteInMemory))
  if ('missing' in mongo)
    describe.skip(`${name} on MongoDB (${mongo.missing})`, () => suite(mongoAt('mongodb://127.0.0.1', 'given')))
  else describe(`${name} on MongoDB`, () => suite(mongoAt(mongo.url, mongo.flavour)))
}
