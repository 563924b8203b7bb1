import { expect, it } from 'vitest'
import { describeEngines } from '../suite.ts'
import { runDifferential } from './run.ts'

const RUNS = 2_000

describeEngines('random programs', (engine) => {
  it(`give the same answers, errors, documents and events as SQLite: ${RUNS} programs`, async () => {
    await expect(runDifferential(engine, { runs: RUNS, seed: Date.now() % 2 ** 31 })).resolves.toBeUndefined()
  })
})
