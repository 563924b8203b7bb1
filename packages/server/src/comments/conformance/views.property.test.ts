import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { Comments } from '../service.ts'
import { type Ground, groundOn, KINDS } from '../testing/ground.ts'
import { allViews } from './all-views.ts'
import { expectedViews } from './expected-views.ts'
import { openDiscussion, perform, type Script, scripts } from './script.ts'

/** The same names and times in each, so that what they show can be compared; some happen in the same millisecond. */
function twin({ store, rules }: Ground): { comments: Comments; tick: () => void } {
  let [count, deeds] = [0, 0]
  const newPart = (): string => String((count += 1) * 7919).padStart(10, 'p')
  const now = (): number => Date.UTC(2026, 0, 1) + Math.floor(deeds / 3) * 700
  return {
    comments: new Comments({ store, rulesOf: async () => rules, world: { newPart, now } }),
    tick: () => (deeds += 1),
  }
}

describeEngines('the same conversation in every layout', (engine) => {
  const runs = engine.kind === 'sqlite' ? 40 : 3

  it('shows the same in every view, and what a plain list of it would show', async () => {
    const ground = await groundOn(engine.open)
    let name = 0
    const tryScript = async (script: Script, limit: number): Promise<void> => {
      const { maxDepth, deletion } = script
      const shown = []
      for (const { layout, order } of KINDS) {
        const { comments, tick } = twin(ground)
        const id = await openDiscussion(comments, `resource ${(name += 1)}`, { layout, order, maxDepth, deletion })
        await perform(comments, { id, tick }, script)
        await ground.drained()
        shown.push(await allViews(comments, id, limit))
      }
      for (const views of shown) expect(views).toEqual(shown[0])
      expect(shown[0]).toMatchObject(expectedViews(shown[0]?.['comments'] as never))
    }
    await fc.assert(fc.asyncProperty(scripts, fc.constantFrom(1, 3, 10), tryScript), { numRuns: runs })
    await ground.close()
  })
})
