import fc from 'fast-check'
import { it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { centreOn } from './centre.fixtures.ts'
import { type Command, Run } from './run.fixtures.ts'

const some = fc.nat(1000)

const weighted = (weight: number, names: Command['do'][], rest = {}): fc.WeightedArbitrary<Command> => ({
  weight,
  arbitrary: fc.record({ do: fc.constantFrom(...names), who: some, which: some, ...rest }),
})

const command = fc.oneof(
  weighted(6, ['post'], { mention: some }),
  weighted(4, ['edit'], { mention: some }),
  weighted(2, ['delete']),
  weighted(1, ['block', 'mute', 'lift'], { whom: some }),
  weighted(3, ['read', 'archived', 'unarchived']),
  weighted(1, ['readTo', 'seenTo']),
  weighted(2, ['discussion', 'group', 'shut']),
  // How often each event is handled; those that are not come again later, behind others.
  weighted(5, ['turn'], { times: fc.array(fc.constantFrom(1, 2, 1, 5, 1, 0), { minLength: 1 }) }),
  weighted(2, ['again']),
  weighted(3, ['watch'], { limit: fc.integer({ min: 1, max: 4 }) }),
)

describeEngines('the centre after anything that people do', (engine) => {
  it('G1, C1: counts what a plain model counts, and every copy that follows is like one that is read anew', async () => {
    const commands = fc.array(command, { minLength: 20, maxLength: 60, size: 'max' })
    await fc.assert(
      fc.asyncProperty(commands, async (all) => {
        const run = new Run(await centreOn(engine))
        try {
          for (const one of all) await run.do(one)
          await run.finish()
        } finally {
          await run.world.close()
        }
      }),
      { numRuns: engine.kind === 'sqlite' ? 40 : 6, endOnFailure: true },
    )
  }, 240_000)
})
