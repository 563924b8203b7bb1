import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { queueItems } from './collections.ts'
import { grounds, noting, ORG } from './testing/world.ts'

describeEngines('a queue that is not used any more', (engine) => {
  const ground = grounds(engine)
  const failing = (name: string) =>
    noting(name, ({ attempt }) => {
      if (attempt === 1) throw new Error('not yet')
    })

  it('keeps no events, and is not shown', async () => {
    const { node, tell, store } = await ground()
    const [first, second] = [node(), node()]
    first.start([noting('q'), noting('old')])
    await tell('a')
    await first.drained()
    await first.stop()
    second.start([noting('q')], ['old'])
    await tell('b', 'c')
    await second.drained()
    while (await store.events.trim({ keepMs: -1 }));
    const partition = store.events.partitionOf(ORG)
    // The last one always stays.
    expect(await store.events.read({ partition, after: 0, limit: 10 })).toMatchObject([{ _id: 'c' }])
    expect((await second.overview()).map(({ name }) => name)).toEqual(['q'])
  })

  it('goes on with what it had put aside once it is used again, also where the log has forgotten it', async () => {
    const { node, tell, store, items, clock } = await ground()
    const [first, second, third] = [node(), node(), node()]
    first.start([failing('old')])
    await tell('a')
    await first.drained()
    await first.stop()
    await store.collection(queueItems).update({ _id: 'old~a' }, { $set: { state: 'again', again: 'trimmed' } })
    second.start([], ['old'])
    await second.drained()
    expect(await items()).toMatchObject([{ _id: 'old~a', state: 'waiting', again: null }])
    while (await store.events.trim({ keepMs: -1 }));
    const spec = failing('old')
    clock.pass(3_600_000)
    third.start([spec])
    await expect.poll(items).toEqual([])
    expect(spec.deliveries.map(({ event, attempt }) => [event._id, attempt])).toEqual([['a', 2]])
  })
})
