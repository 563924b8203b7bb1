import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { queueItems } from './collections.ts'
import { queuePlaces } from './erasing.ts'
import { redacted } from './redact.ts'
import { grounds, noting, ORG } from './testing/world.ts'

const said = (id: string, text: string) => ({ slug: 's', text, author: { id, name: `Name of ${id}` } })

describeEngines('who is erased', (engine) => {
  const ground = grounds(engine)

  it('F13: is taken out of dead letters, and others are not', async () => {
    const { node, tell, store, items } = await ground()
    const queues = node()
    const fails = noting('q', () => Promise.reject(new Error('no')), { retryMs: [] })
    queues.start([fails])
    await tell(
      { _id: 'a', after: said('ada', 'quixotic'), actor: { id: 'ada', name: 'Name of ada' } },
      { _id: 'b', after: said('bob', 'kept') },
      { _id: 'c', after: said('ada', 'elsewhere'), org: 'globex' },
    )
    await queues.drained()
    for (const place of queuePlaces(store.collection(queueItems))) await place.erase({ org: ORG, id: 'ada' })
    const copies = (await items()).map(({ copy }) => copy).join('\n')
    expect(copies).not.toMatch(/quixotic/)
    expect(copies).toMatch(/kept[^]*elsewhere/)
    expect(copies.match(/Name of ada/g)).toHaveLength(1)
  })

  it('F13: is not brought back by a copy that is made when the log had been cleaned already', async () => {
    const { node, tell, store, items } = await ground()
    const partition = store.events.partitionOf(ORG)
    const queues = node()
    const fails = noting(
      'q',
      async () => {
        const [event] = await store.events.read({ partition, after: 0, limit: 1 })
        if (event === undefined) throw new Error('It is not there.')
        await store.events.redact(event, redacted(event, 'ada') ?? {})
        throw new Error('no')
      },
      { retryMs: [] },
    )
    queues.start([fails])
    await tell({ _id: 'a', after: said('ada', 'quixotic') })
    await queues.drained()
    expect(await items()).toHaveLength(1)
    expect((await items())[0]?.copy).not.toMatch(/quixotic|Name of/)
  })
})
