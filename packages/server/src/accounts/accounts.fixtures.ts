import { createStore } from '@palaver/store'
import { onTestFinished } from 'vitest'
import type { TestEngine } from '../../../store/src/testing/engines.ts'
import { apiKeys, orgs } from './collections.ts'
import { realChance } from './ids.ts'
import { Accounts } from './service.ts'

/** Accounts on a database of their own; `another` is a process beside it. */
export async function accountsOn(engine: TestEngine) {
  const store = createStore(await engine.open([orgs, apiKeys]))
  onTestFinished(() => store.close())
  const clock = { now: Date.parse('2030-01-01T00:00:00.000Z') }
  const warnings: unknown[] = []
  const collections = { orgs: store.collection(orgs), apiKeys: store.collection(apiKeys) }
  const log = { warn: (details: unknown) => void warnings.push(details) }
  const another = (): Accounts => new Accounts({ ...collections, now: () => clock.now, chance: realChance, log })
  return { accounts: another(), another, clock, warnings, ...collections }
}
