import { createStore } from '@palaver/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { collections } from '../collections.ts'
import { type Act, acts, NAMES } from './testing/acts.ts'
import { expectAllAsIn, expectCountedAsIn } from './testing/comparing.ts'
import { expected } from './testing/expecting.ts'
import { Oracle } from './testing/oracle.ts'
import { performed, tellOf } from './testing/performing.ts'
import { type Village, villageIn } from './testing/village.ts'

const isToThemselves = (act: Act): boolean => 'to' in act && act.act !== 'follow' && act.by === act.to

async function play(v: Village, oracle: Oracle, act: Act): Promise<void> {
  if (isToThemselves(act)) return
  const change = expected(oracle, act)
  const id = await performed(v, oracle, act)
  expect(id !== null, `${JSON.stringify(act)} is allowed`).toBe(change !== null)
  change?.(id ?? '')
}

describeEngines('all that people do with each other', (engine) => {
  it('C8.1: shows everybody what is theirs to see after each act, and is counted', { timeout: 300_000 }, async () => {
    const numRuns = Number(process.env['GRAPH_RUNS'] ?? (engine.kind === 'sqlite' ? 12 : 2))
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        const store = createStore(await engine.open(collections))
        try {
          const v = await villageIn(store, NAMES)
          const oracle = new Oracle(NAMES)
          for (const by of NAMES) {
            oracle.walls.set(by, { from: 'everyone', isCareful: false })
            await tellOf(v, by, { wall: 'everyone', reviewsWall: false })
          }
          for (const act of all) {
            await play(v, oracle, act)
            await expectAllAsIn(v, oracle)
          }
          await v.drained()
          await expectCountedAsIn(v, oracle)
          await expectAllAsIn(v, oracle)
        } finally {
          await store.close()
        }
      }),
      { numRuns },
    )
  })
})
