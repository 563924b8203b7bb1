import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { treeGround, type TreeGround } from '../testing/ground.ts'
import { SideBySide } from '../testing/side-by-side.ts'
import { steps } from '../testing/steps.ts'

/** Thousands held too. */
const RUNS = { sqlite: 50, mongodb: 8 } as const

describeEngines('trees against a naive one', (engine) => {
  let ground: TreeGround
  let runs = 0
  beforeAll(async () => void (ground = await treeGround(engine.open)))
  afterAll(() => ground.close())

  it('A6.1, 3, 6, 7, 8, 9, 10, 13: it is the same tree after any changes, and every address leads on', async () => {
    const property = fc.asyncProperty(fc.array(steps, { maxLength: 30, size: 'max' }), async (all) => {
      const both = new SideBySide(ground, ++runs)
      await both.begin()
      for (const step of all) await both.step(step)
    })
    await fc.assert(property, { numRuns: RUNS[engine.kind] })
  })
})
