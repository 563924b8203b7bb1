import { describe, inject } from 'vitest'
import { mongoAt, sqliteInMemory, type TestEngine } from './engines.ts'

const mongo = inject('mongo')
const isMissing = 'missing' in mongo
const mongoEngine = isMissing ? mongoAt('mongodb://127.0.0.1', 'given') : mongoAt(mongo.url, mongo.flavour)

/** The same suite on every engine that can be had; what cannot is skipped, by a name that says what would enable it. */
export function describeEngines(name: string, suite: (engine: TestEngine) => void): void {
  describe(`${name} on SQLite`, () => {
    suite(sqliteInMemory)
  })
  describe.skipIf(isMissing)(`${name} on MongoDB${isMissing ? ` (${mongo.missing})` : ''}`, () => {
    suite(mongoEngine)
  })
}
