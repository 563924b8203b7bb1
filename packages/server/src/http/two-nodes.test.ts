import { join } from 'node:path'
import { type Engine, openMongo, openSqlite } from '@palaver/store'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeMongo } from '../../../store/src/testing/mongo-suite.ts'
import { collections } from '../collections.ts'
import { type Caller, type Ground, groundOf } from '../testing/api/ground.ts'
import { newIds } from '../testing/api/ids.ts'
import { type WholeService, wholeService } from '../testing/api/whole-service.ts'
import { tempFolder } from '../testing/temp-folder.ts'

type Asking = { as?: Caller; body?: object; headers?: Record<string, string> }
type Answered = { status: number; data: ReturnType<typeof JSON.parse>; event: string }
type Ask = (node: Node, call: string, asking?: Asking) => Promise<Answered>
type Node = WholeService & { address: string }

/** How each node opens the one database. */
type Shared = () => Promise<() => Promise<Engine>>

/** Two services on one database, whose clock stands still until the test says that a second has passed. */
async function twoNodes(shared: Shared) {
  const open = await shared()
  const clock = { now: Date.now() }
  const node = async (): Promise<Node> => {
    const service = await wholeService({ open }, { now: () => clock.now })
    onTestFinished(() => service.close())
    // Pages are kept for those who come over a connection.
    return { ...service, address: await service.app.listen({ host: '127.0.0.1', port: 0 }) }
  }
  const [here, there] = [await node(), await node()]
  const ground = await groundOf(here, 'Gnu')
  return { here, there, ground, ask: asking(ground), passSecond: () => void (clock.now += 1000) }
}

const asking =
  ({ tokens }: Ground): Ask =>
  async ({ address }, call, { as = 'nobody', body, headers = {} } = {}) => {
    const [method = '', path = ''] = call.split(' ')
    const authorization = tokens[as] === null ? {} : { authorization: `Bearer ${tokens[as]}` }
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = { method, headers: { ...authorization, ...json, ...headers } }
    const answer = await fetch(address + path, body === undefined ? sent : { ...sent, body: JSON.stringify(body) })
    const text = await answer.text()
    const data = text === '' ? null : JSON.parse(text)
    return { status: answer.status, data, event: answer.headers.get('palaver-event') ?? '' }
  }

/** All have the same time: in which order they come is chance. */
const texts = ({ data }: Answered): string[] =>
  data.comments.map(({ html }: { html: string }) => html.trim()).toSorted()

const NAME = 'what one node does, another sees after a second'

function suite(shared: Shared): void {
  test('a comment; and at once where the reader says that it caused it', async () => {
    const { here, there, ground, ask, passSecond } = await twoNodes(shared)
    const page = `/v1/discussions/-/comments?org=${ground.org}&type=page&id=a`
    await ask(here, `POST ${page}`, { as: 'member', body: { text: 'one' } })
    expect(texts(await ask(there, `GET ${page}`))).toEqual(['<p>one</p>'])
    const { event } = await ask(here, `POST ${page}`, { as: 'member', body: { text: 'two' } })
    const seen = await ask(there, `GET ${page}`, { headers: { 'palaver-seen': event } })
    expect(texts(seen)).toEqual(['<p>one</p>', '<p>two</p>'])
    await ask(here, `POST ${page}`, { as: 'member', body: { text: 'three' } })
    passSecond()
    expect(texts(await ask(there, `GET ${page}`))).toEqual(['<p>one</p>', '<p>three</p>', '<p>two</p>'])
  })

  test('a setting of the org, and its rules of moderation', async () => {
    const { here, there, ask, passSecond } = await twoNodes(shared)
    const post = (text: string) =>
      ask(there, 'POST /v1/discussions/-/comments?type=page&id=a', { as: 'member', body: { text } })
    expect((await post('long enough')).status).toBe(201)
    await ask(here, 'PATCH /v1/org', { as: 'admin', body: { settings: { maxLength: 5 } } })
    const phases = [{ phase: 'words', words: ['grr'], action: 'refuse' }]
    await ask(here, 'PUT /v1/moderation/rules', { as: 'admin', body: { phases } })
    passSecond()
    expect((await post('too long now')).data.errors).toMatchObject([{ path: 'text' }])
    expect((await post('grr')).data.code).toBe('text-refused')
    expect((await post('fine')).status).toBe(201)
  })

  test('a ban, and that it was lifted', async () => {
    const { here, there, ask, passSecond } = await twoNodes(shared)
    const post = (text: string) =>
      ask(there, 'POST /v1/discussions/-/comments?type=page&id=a', { as: 'member', body: { text } })
    const { author } = (await post('one')).data.comment
    await ask(here, `PUT /v1/moderation/bans/${author.id}`, { as: 'moderator', body: { reason: 'Enough.' } })
    passSecond()
    expect((await post('two')).data.code).toBe('banned')
    await ask(here, `DELETE /v1/moderation/bans/${author.id}`, { as: 'moderator' })
    passSecond()
    expect((await post('three')).status).toBe(201)
  })

  test('a key that was revoked, and that guests are not welcome any more', async () => {
    const { here, there, ground, ask, passSecond } = await twoNodes(shared)
    const { discussion } = await newIds(ground, new Set())
    const read = (as: Caller) => ask(there, `GET /v1/discussions/${discussion}`, { as })
    expect([(await read('key')).status, (await read('guest')).status]).toEqual([200, 200])
    const { keys } = (await ask(here, 'GET /v1/keys', { as: 'admin' })).data
    await ask(here, `DELETE /v1/keys/${keys[0].id}`, { as: 'admin' })
    await ask(here, 'PATCH /v1/org', { as: 'admin', body: { guests: false } })
    passSecond()
    expect([(await read('key')).status, (await read('guest')).status]).toEqual([401, 401])
  })
}

describe(`${NAME}, on one SQLite file`, () => {
  suite(async () => {
    const file = join(await tempFolder(), 'palaver.sqlite')
    return () => openSqlite({ file, collections })
  })
})

describeMongo(`${NAME}, on MongoDB`, ({ url, database }) => {
  suite(async () => () => openMongo({ url, database, collections }))
})
