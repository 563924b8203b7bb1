import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { personId } from '../accounts/service.ts'
import { liveService, ORG } from './live.fixtures.ts'
import type { SseClient } from './sse-client.fixtures.ts'

const NEWS = '/v1/news/live'
const idOf = (name: string): string => personId(ORG, name)

/** bob follows ada and cy; nobody follows dee. */
async function ground(engine: Parameters<typeof liveService>[0], tickMs = 3_600_000) {
  const service = await liveService(engine, { tickMs })
  await service.context.people.upsert(
    ORG,
    ['ada', 'bob', 'cy', 'dee'].map((id) => ({ id, username: id })),
  )
  const must = async (as: string, method: string, path: string, body?: unknown) => {
    const { status, data } = await service.call(method, path, { as, ...(body !== undefined && { body }) })
    expect([method, path, status, data?.detail]).toEqual([
      method,
      path,
      expect.toSatisfy((one) => one < 300),
      undefined,
    ])
    return data
  }
  for (const name of ['ada', 'cy']) await must('bob', 'PUT', `/v1/me/following/${idOf(name)}`)
  const say = async (as: string, text: string, more: object = {}): Promise<string> =>
    (await must(as, 'POST', '/v1/posts', { text, ...more })).id
  const listening = async (as: string, since: string | null = null): Promise<SseClient> => {
    const client = await service.listen(NEWS, { as, since })
    return client.until(({ frames }) => frames.some(({ event }) => event === 'ready' || event === 'reset'))
  }
  return { ...service, must, say, listening }
}

const ids = (client: SseClient, event: string): string[] => client.of(event).map(({ id }) => id)
const has = (client: SseClient, event: string, id: string): Promise<unknown> =>
  client.until((one) => ids(one, event).includes(id))

describeEngines('the stream of news', (engine) => {
  it('tells of what comes, to those whose news it comes into', async () => {
    const g = await ground(engine)
    const [bob, dee] = [await g.listening('bob'), await g.listening('dee')]
    await g.say('dee', 'of nobody')
    await g.say('ada', 'for cy alone', { audience: { to: 'people', people: [idOf('cy')] } })
    const first = await g.say('ada', 'hello')
    const own = await g.say('bob', 'my own')
    await g.must('bob', 'PUT', `/v1/me/mutes/${idOf('cy')}`)
    await g.say('cy', 'muted')
    const last = await g.say('ada', 'bye')
    await has(bob, 'post', last)
    expect(bob.of('post')).toEqual([
      { id: first, author: idOf('ada') },
      { id: own, author: idOf('bob') },
      { id: last, author: idOf('ada') },
    ])
    expect(dee.of('post').map(({ author }) => author)).toEqual([idOf('dee')])
  })

  it('tells of what goes: deleted, narrowed, passed on no more', async () => {
    const g = await ground(engine)
    const before = await g.say('ada', 'before')
    const bob = await g.listening('bob')
    await g.must('ada', 'DELETE', `/v1/posts/${before}`)
    await has(bob, 'gone', before)
    const open = await g.say('ada', 'open')
    await has(bob, 'post', open)
    await g.must('ada', 'PATCH', `/v1/posts/${open}`, { audience: { to: 'people', people: [idOf('cy')] } })
    await has(bob, 'gone', open)
    const original = await g.say('dee', 'of dee')
    const { id: repost } = await g.must('cy', 'POST', `/v1/posts/${original}/reposts`, {})
    await has(bob, 'post', repost)
    await g.must('dee', 'DELETE', `/v1/posts/${original}`)
    await has(bob, 'gone', repost)
  })

  it('tells of nothing that somebody never saw', async () => {
    const g = await ground(engine)
    const bob = await g.listening('bob')
    const hidden = await g.say('ada', 'for cy', { audience: { to: 'people', people: [idOf('cy')] } })
    await g.must('ada', 'PATCH', `/v1/posts/${hidden}`, { text: 'for cy still' })
    await g.must('ada', 'DELETE', `/v1/posts/${hidden}`)
    const seen = await g.say('ada', 'for all')
    await has(bob, 'post', seen)
    expect(JSON.stringify(bob.frames)).not.toContain(hidden)
  })

  it('tells of what goes with a block, an unfollowing and a mute', async () => {
    const g = await ground(engine)
    const posts = { ada: await g.say('ada', 'one'), cy: await g.say('cy', 'two') }
    const bob = await g.listening('bob')
    await g.must('ada', 'PUT', `/v1/me/blocks/${idOf('bob')}`)
    await has(bob, 'gone', posts.ada)
    await g.must('bob', 'DELETE', `/v1/me/following/${idOf('cy')}`)
    await has(bob, 'gone', posts.cy)
    await g.must('bob', 'PUT', `/v1/me/following/${idOf('cy')}`)
    const next = await g.say('cy', 'three')
    await has(bob, 'post', next)
    await g.must('bob', 'PUT', `/v1/me/mutes/${idOf('cy')}`)
    await has(bob, 'gone', next)
  })

  it('finds what goes with a circle, of which nothing is told', async () => {
    const g = await ground(engine, 10)
    const { id } = await g.must('ada', 'POST', '/v1/me/circles', { name: 'near' })
    await g.must('ada', 'PUT', `/v1/me/circles/${id}/people/${idOf('bob')}`)
    const bob = await g.listening('bob')
    const post = await g.say('ada', 'for some', { audience: { to: 'chosen', circles: [id] } })
    await has(bob, 'post', post)
    await g.must('ada', 'DELETE', `/v1/me/circles/${id}/people/${idOf('bob')}`)
    await has(bob, 'gone', post)
  })

  it('goes on where a client was, and has it read all anew where something may have gone', async () => {
    const g = await ground(engine)
    const bob = await g.listening('bob')
    const first = await g.say('ada', 'first')
    await has(bob, 'post', first)
    bob.close()
    const missed = await g.say('cy', 'missed')
    await g.settle()
    const again = await g.listening('bob', bob.lastId)
    expect(again.frames.map(({ event, data }) => [event, data.id])).toEqual([
      ['post', missed],
      ['ready', undefined],
    ])
    again.close()
    await g.must('ada', 'DELETE', `/v1/posts/${first}`)
    await g.settle()
    expect((await g.listening('bob', again.lastId)).of('reset')).toEqual([{}])
  })

  it('is for people who say who they are, by a token or a ticket', async () => {
    const g = await ground(engine)
    expect((await g.call('GET', NEWS)).status).toBe(401)
    const { ticket } = await g.must('bob', 'POST', '/v1/streams', {})
    const client = await g.listen(NEWS, { query: `?ticket=${ticket}` })
    await client.has('ready')
  })
})
