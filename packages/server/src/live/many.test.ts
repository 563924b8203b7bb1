import { join } from 'node:path'
import { openMongo, openSqlite } from '@palaver/store'
import { describe, expect, test } from 'vitest'
import { describeMongo } from '../../../store/src/testing/mongo-suite.ts'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { everything, liveService } from './live.fixtures.ts'

describeEngines('two hundred clients of one discussion', (engine) => {
  test('get everything, in order, and it is read once for all of them', async () => {
    const { post, listen, context, settle } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    await settle()
    const path = `/v1/discussions/${discussion}/stream`
    const clients = await Promise.all(Array.from({ length: 200 }, (_, at) => listen(path, { as: `u${at % 40}` })))
    await Promise.all(clients.map((client) => client.has('ready')))
    let reads = 0
    const { events } = context.store
    const read = events.read.bind(events)
    events.read = (query) => {
      reads += 1
      return read(query)
    }
    for (let at = 0; at < 50; at++) await post(`u${at}`, `text ${at}`)
    await Promise.all(clients.map((client) => client.until(() => client.of('created').length === 50)))
    const texts = clients.map((client) => client.of('created').map(({ comment }) => comment.html.trim()))
    expect(new Set(texts.map((all) => all.join()))).toEqual(
      new Set([Array.from({ length: 50 }, (_, at) => `<p>text ${at}</p>`).join()]),
    )
    expect(reads).toBeLessThan(1000)
  })
})

const NAME = 'K10: what one node writes, clients of another see'

function twoNodes(shared: () => Promise<() => ReturnType<typeof openSqlite>>): void {
  test('as it happens, and who goes from one to the other misses nothing', async () => {
    const open = await shared()
    const [here, there] = [await liveService({ open }), await liveService({ open })]
    const { discussion } = await here.post('ada', 'first')
    await here.settle()
    const path = `/v1/discussions/${discussion}/stream`
    const client = await (await there.listen(path)).has('ready')
    await here.post('bob', 'from here')
    await client.has('created')
    await there.post('bob', 'from there')
    await client.until(() => client.of('created').length === 2)
    client.close()
    await there.post('ada', 'missed')
    await there.settle()
    const moved = await (await here.listen(path, { since: client.lastId })).has('created')
    expect(moved.of('created').map(({ comment }) => comment.html.trim())).toEqual(['<p>missed</p>'])
  })
}

describe(`${NAME}, on one SQLite file`, () => {
  twoNodes(async () => {
    const file = join(await tempFolder(), 'palaver.sqlite')
    return () => openSqlite({ file, collections: everything })
  })
})

describeMongo(`${NAME}, on MongoDB`, ({ url, database }) => {
  twoNodes(async () => () => openMongo({ url, database, collections: everything }))
})
