import fc from 'fast-check'
import { it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { type Act, playedOn } from './run.fixtures.ts'

const some = fc.nat(1000)
const weighted = (weight: number, ...names: Act['do'][]): fc.WeightedArbitrary<Act> => ({
  weight,
  arbitrary: fc.record({ do: fc.constantFrom(...names), who: some, whom: some, which: some }),
})
const acts = fc.array(
  fc.oneof(
    weighted(3, 'follow', 'unfollow', 'accept', 'send'),
    weighted(2, 'block', 'unblock', 'mute', 'unmute'),
    weighted(2, 'profile', 'add', 'drop'),
    weighted(5, 'say', 'wall', 'quote', 'repost', 'comment'),
    weighted(3, 'react', 'unreact', 'edit'),
    weighted(3, 'narrow', 'delete', 'review'),
    weighted(1, 'read', 'wait'),
    weighted(5, 'turn'),
  ),
  { minLength: 10, maxLength: 30, size: 'max' },
)

describeEngines('what people were told of each other', (engine) => {
  it('is so whenever they look, and numbers are those of what is shown', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(acts, (all) => playedOn(engine, all)),
      { numRuns: engine.kind === 'sqlite' ? 20 : 3, endOnFailure: true },
    )
  })
})
