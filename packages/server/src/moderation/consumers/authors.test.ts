import { createStore, type LoggedEvent } from '@palaver/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { standingOf } from '../collections.ts'
import { authorId, countAuthors } from './authors.ts'

const ORG = 'org'

type Said = { by: number; gone: boolean }

const eventOf = ({ by, gone }: Said, seq: number): LoggedEvent => {
  const comment = { author: { id: `person${by}` }, status: 'published' }
  const [before, after] = gone ? [comment, { ...comment, status: 'deleted' }] : [null, comment]
  const what = { org: ORG, subject: 'd', type: 'comment', op: gone ? 'deleted' : 'created', at: '' }
  return { _id: `e${seq}`, partition: 0, seq, ...what, before, after }
}

/** Where a reader begins anew, and how far it comes: some events come twice, and two may read at once. */
const turn = fc.record({ back: fc.nat(3), count: fc.integer({ min: 1, max: 6 }), twice: fc.boolean() })

describeEngines('how many comments of an author are published', (engine) => {
  it('is what the events say, whatever comes again and whoever counts beside', async () => {
    const store = createStore(await engine.open([standingOf]))
    const collection = store.collection(standingOf)
    const said = fc.record({ by: fc.nat(2), gone: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 30 }), fc.array(turn), async (all, turns) => {
        for (let by = 0; by < 3; by++) await collection.remove({ _id: authorId(ORG, `person${by}`) })
        const events = all.map((one, at) => eventOf(one, at + 1))
        let position = 0
        for (const { back, count, twice } of [...turns, { back: 0, count: events.length, twice: false }]) {
          const some = events.slice(Math.max(0, position - back), position + count)
          const counting = [some, ...(twice ? [some] : [])].map((each) => countAuthors({ authors: collection }, each))
          await Promise.all(counting)
          position += count
        }
        for (let by = 0; by < 3; by++) {
          const own = all.filter((one) => one.by === by)
          const expected = own.reduce((sum, { gone }) => sum + (gone ? -1 : 1), 0)
          expect((await collection.get(authorId(ORG, `person${by}`)))?.published ?? 0).toBe(expected)
        }
      }),
      { numRuns: 30 },
    )
    await store.close()
  })
})
