import { expect, test } from 'vitest'
import { personId } from '../../accounts/ids.ts'
import { hookServer } from '../../testing/hook-server.ts'
import { ARTICLE, conversation, ORG, PAGE, service } from './service.fixtures.ts'

type Question = { user: string | null; resource: { type: string; id: string } }

/** A host where everyone may do what `may` says. */
async function guarded(may: (question: Question) => unknown) {
  const host = await hookServer(({ body }) => ({ answers: body.questions.map(may), seconds: 0 }))
  const it = await service()
  const talk = await conversation(it, ['a', 'a.b'])
  await it.context.accounts.change(ORG, { permissionHook: host.hook })
  return { ...it, ...talk, host }
}

const NOTHING = { see: false, comment: false, moderate: false }
const ALL = { see: true, comment: true, moderate: false }

test('what the host hides is, on every route, as if it were not there', async () => {
  const { call, discussion, slug, at } = await guarded(({ user }) => (user === 'ada' ? ALL : NOTHING))
  const elsewhere = discussion.replace(/./g, 'x')
  const path = slug('a').replaceAll('/', '.')
  const reads = ['', '/comments', '/tree', `/comments/${path}`, `/comments/${path}/replies`, `/comments/${path}/thread`]
  const more = [`/comments/${path}/history`, '/positions/0', `/mine?slug=${path}`]
  for (const route of [...reads, ...more]) {
    const [hidden, missing] = await Promise.all(
      [discussion, elsewhere].map((id) => call('GET', `/v1/discussions/${id}${route}`, { as: 'eve' })),
    )
    expect([hidden?.statusCode, hidden?.body], route).toEqual([404, missing?.body])
    expect(await call('GET', `/v1/discussions/${discussion}${route}`, { as: 'ada' }), route).toMatchObject({
      statusCode: 200,
    })
  }
  expect((await call('GET', `/v1/discussions/${discussion}/comments`)).statusCode).toBe(404)
  const counts = await call('GET', `/v1/counts?discussion=${discussion}&discussion=${elsewhere}`, { as: 'eve' })
  expect(counts.data.counts.map(({ comments }: { comments: unknown }) => comments)).toEqual([null, null])
  const tries = [
    call('POST', `/v1/discussions/${discussion}/comments`, { as: 'eve', body: { text: 'x' } }),
    call('POST', ARTICLE, { as: 'eve', body: { text: 'x' } }),
    call('PATCH', at('a'), { as: 'eve', body: { text: 'x' } }),
    call('DELETE', at('a'), { as: 'eve' }),
    call('PUT', `${at('a')}/vote`, { as: 'eve', body: { value: 1 } }),
  ]
  for (const { statusCode, data } of await Promise.all(tries))
    expect([statusCode, data.code]).toEqual([404, 'discussion-not-found'])
})

test('a resource without a discussion is asked about all the same, so that time tells nothing', async () => {
  const { call, host } = await guarded(() => NOTHING)
  const before = host.asked.length
  await call('GET', `/v1/discussions/-/comments?org=${ORG}&type=page&id=none`, { as: 'eve' })
  await call('GET', '/v1/discussions/nothing/comments', { as: 'eve' })
  await call('GET', `/v1/discussions/-/comments?org=${ORG}&${PAGE}`, { as: 'eve' })
  expect(host.asked.length - before).toBe(3)
})

test('who is banned moderates nothing, though the host would let them', async () => {
  const { call, context, discussion, at } = await guarded(() => ({ ...ALL, moderate: true }))
  const meg = { as: 'meg' }
  const title = () => call('PATCH', `/v1/discussions/${discussion}`, { ...meg, body: { title: 'Mine' } })
  expect((await title()).statusCode).toBe(200)
  const root = { org: ORG, id: 'root', name: 'root', role: 'admin', kind: 'person' } as const
  const ban = { kind: 'ban', sanction: { until: null, reason: 'Rude.' } } as const
  await context.people.sanction(root, personId(ORG, 'meg'), ban)
  expect((await title()).data.code).toBe('banned')
  expect((await call('GET', `${at('a')}/reports`, meg)).data.code).toBe('banned')
})

test('who may see but not comment is told so, and nothing is written', async () => {
  const { call, discussion } = await guarded(() => ({ ...ALL, comment: false }))
  const url = `/v1/discussions/${discussion}/comments`
  expect((await call('POST', url, { as: 'eve', body: { text: 'x' } })).data.code).toBe('forbidden')
  expect((await call('GET', url, { as: 'eve' })).data.comments).toHaveLength(2)
})

test('the host says who moderates a resource, whatever the token says', async () => {
  const { call, at } = await guarded(({ user }) => ({ ...ALL, moderate: user === 'mo' }))
  expect((await call('PATCH', at('a'), { as: 'mo', body: { text: 'x' } })).statusCode).toBe(200)
  expect((await call('PATCH', at('a'), { as: 'eve', role: 'moderator', body: { text: 'y' } })).data.code).toBe(
    'forbidden',
  )
})

test('nothing comes out while the host cannot be asked', async () => {
  const host = await hookServer(() => undefined)
  const { call, context } = await service()
  await call('POST', ARTICLE, { as: 'ada', body: { text: 'x' } })
  await context.accounts.change(ORG, { permissionHook: host.hook })
  const there = await call('GET', ARTICLE, { as: 'ada' })
  const missing = await call('GET', `/v1/discussions/-/comments?org=${ORG}&type=page&id=none`, { as: 'ada' })
  expect([there.statusCode, there.data.code]).toEqual([503, 'host-unavailable'])
  expect(missing.body).toBe(there.body)
})

test('many questions of one moment are one request, and an answer holds as long as the host says', async () => {
  const host = await hookServer(({ body }) => ({ answers: body.questions.map(() => ALL), seconds: 5 }))
  const { call, context } = await service()
  await call('POST', ARTICLE, { as: 'ada', body: { text: 'x' } })
  await context.accounts.change(ORG, { permissionHook: host.hook })
  const ids = Array.from({ length: 50 }, (_, at) => `id=${at}`).join('&')
  await call('GET', `/v1/counts?org=${ORG}&type=page&${ids}`, { as: 'ada' })
  expect(host.asked.map(({ body }) => body.questions.length)).toEqual([50])
  await call('GET', `/v1/counts?org=${ORG}&type=page&${ids}`, { as: 'ada' })
  expect(host.asked).toHaveLength(1)
})

test('pages of a host that decides are kept for nobody else', async () => {
  const { call, discussion } = await guarded(({ user }) => (user === 'ada' ? ALL : NOTHING))
  const url = `/v1/discussions/${discussion}/comments`
  expect((await call('GET', url, { as: 'ada' })).headers['cache-control']).toContain('private')
  expect((await call('GET', url, { as: 'eve' })).statusCode).toBe(404)
})

test('who comes with a token of another org finds nothing, not even what is public', async () => {
  const it = await service()
  const { discussion } = await conversation(it, ['a'])
  const { _id } = await it.context.accounts.create('Other')
  const token = await it.context.accounts.issue(_id, { id: 'ada', username: 'ada' }, 1)
  const headers = { authorization: `Bearer ${token}` }
  expect((await it.call('GET', `/v1/discussions/${discussion}/comments`)).statusCode).toBe(200)
  expect((await it.call('GET', `/v1/discussions/${discussion}/comments`, { headers })).statusCode).toBe(404)
})

test('a moderator cannot open, configure or rename what the host hides, nor learn that it is there', async () => {
  const secret = ({ resource }: Question): unknown => (resource.id === 'plain' ? { ...ALL, moderate: true } : NOTHING)
  const { call, discussion } = await guarded(secret)
  const as = { as: 'mo', role: 'moderator' as const }
  const missing = await call('PATCH', '/v1/discussions/nothing', { ...as, body: {} })
  const tries = [
    call('PATCH', `/v1/discussions/${discussion}`, { ...as, body: {} }),
    call('PATCH', `/v1/discussions/-?${PAGE}`, { ...as, body: { settings: { state: 'closed' } } }),
    call('POST', `/v1/discussions/${discussion}/rename`, { ...as, body: { resource: { type: 'page', id: 'plain' } } }),
    call('POST', '/v1/discussions', { ...as, body: { resource: { type: 'page', id: 'https://example.org/a?b#c' } } }),
    call('PATCH', `/v1/discussions/-?${PAGE}`, { as: 'eve', body: {} }),
  ]
  for (const { statusCode, body } of await Promise.all(tries)) expect([statusCode, body]).toEqual([404, missing.body])
})

test('earlier texts are for whom the host lets moderate, not for who says so in a token', async () => {
  const { call, at } = await guarded(({ user }) => ({ ...ALL, moderate: user === 'mo' }))
  expect((await call('GET', `${at('a')}/history`, { as: 'mo' })).statusCode).toBe(200)
  expect((await call('GET', `${at('a')}/history`, { as: 'eve', role: 'moderator' })).data.code).toBe('forbidden')
})
