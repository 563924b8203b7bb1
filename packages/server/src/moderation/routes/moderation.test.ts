import { expect, test, vi } from 'vitest'
import { personId } from '../../accounts/ids.ts'
import { ARTICLE, conversation, ORG, PAGE, type Service, service } from '../../comments/routes/service.fixtures.ts'

const patiently = { timeout: 60_000 }
const may = { as: 'may', role: 'moderator' } as const
const root = { as: 'root', role: 'admin' } as const
const idOf = (name: string): string => personId(ORG, name)
const post = ({ call }: Service, as: string, text: string) => call('POST', ARTICLE, { as, body: { text } })

async function holding(): Promise<Service> {
  const all = await service()
  const phases = [{ phase: 'banned' }, { phase: 'pre-moderation' }]
  await all.call('PUT', '/v1/moderation/rules', { ...root, body: { phases } })
  return all
}

test('rules are read and set by admins, with the revision as tag', async () => {
  const { call } = await service()
  const read = await call('GET', '/v1/moderation/rules', root)
  expect([read.statusCode, read.headers.etag, read.data.phases.length]).toEqual([200, '"r0"', 5])
  const put = (phases: unknown, match: string) =>
    call('PUT', '/v1/moderation/rules', { ...root, body: { phases }, headers: { 'if-match': match } })
  expect((await put(read.data.phases, '"r0"')).headers.etag).toBe('"r1"')
  expect((await put([], '"r0"')).data.code).toBe('changed-meanwhile')
  expect((await put([], '"x"')).data.code).toBe('invalid')
  expect((await put([{ phase: 'words', words: [] }], '*')).data.code).toBe('invalid')
  expect((await call('GET', '/v1/moderation/rules', may)).data.code).toBe('forbidden')
  expect((await call('GET', '/v1/moderation/rules')).data.code).toBe('unauthenticated')
})

test('what is held is answered with 202, queued, and published by a moderator', async () => {
  const all = await holding()
  const { call } = all
  const held = await post(all, 'ada', 'hello')
  expect([held.statusCode, held.data.held.why]).toMatchObject([202, [{ phase: 'pre-moderation' }]])
  const { discussion } = held.data
  const inDiscussion = (as: string) => call('GET', `/v1/discussions/${discussion}/held`, { as })
  expect((await inDiscussion('ada')).data.held).toMatchObject([{ text: 'hello', address: null, state: 'waiting' }])
  expect((await inDiscussion('bob')).data.code).toBe('discussion-not-found')
  const { data } = await call('GET', '/v1/moderation/queue', may)
  expect(data.items).toMatchObject([{ held: { id: held.data.held.id, address: expect.any(String) } }])
  expect((await call('GET', '/v1/moderation/counts', may)).data).toEqual({ held: 1, reported: 0, isMore: false })
  const decide = (act: string) => call('POST', `/v1/moderation/held/${held.data.held.id}`, { ...may, body: { act } })
  expect((await decide('approve')).data).toMatchObject({ state: 'published' })
  expect((await decide('spam')).data.code).toBe('already-decided')
  const list = await call('GET', `/v1/discussions/${discussion}/comments`)
  expect(list.data.comments).toMatchObject([{ html: '<p>hello</p>\n' }])
  expect((await call('GET', '/v1/moderation/queue?state=published', may)).data.items).toHaveLength(1)
  expect((await call('GET', '/v1/moderation/queue?state=open', may)).data.code).toBe('invalid')
  expect((await call('GET', '/v1/moderation/queue', { as: 'ada' })).data.code).toBe('forbidden')
})

test('a held first comment is not to be noticed: its discussion is as one that nobody has begun', async () => {
  const all = await holding()
  const { call } = all
  const asked = () =>
    Promise.all(
      [
        `/v1/counts?org=${ORG}&${PAGE}`,
        ARTICLE,
        ARTICLE.replace('/comments', ''),
        `/v1/opening?org=${ORG}&${PAGE}`,
      ].map(async (url) => (await call('GET', url)).body),
    )
  const before = await asked()
  const { data } = await post(all, 'ada', 'hello')
  // What those see who know of it is not kept for others.
  for (const who of [may, { as: 'ada' }]) expect((await call('GET', ARTICLE, who)).statusCode).toBe(200)
  expect(await asked()).toEqual(before)
  await call('POST', `/v1/moderation/held/${data.held.id}`, { ...may, body: { act: 'approve' } })
  expect((await call('GET', ARTICLE)).data.comments).toHaveLength(1)
})

test('what a held first comment brings to its discussion is shown to who decides, before it is published', async () => {
  const { call } = await holding()
  const opens = { title: 'A page', url: 'https://example.com/page', tags: ['news'] }
  const { data } = await call('POST', ARTICLE, { as: 'ada', body: { text: 'hello', ...opens } })
  const { items } = (await call('GET', '/v1/moderation/queue', may)).data
  expect(items).toMatchObject([{ held: { text: 'hello', opens } }])
  const inDiscussion = await call('GET', `/v1/discussions/${data.discussion}/held`, may)
  expect(inDiscussion.data.held).toMatchObject([{ opens }])
  await call('POST', `/v1/moderation/held/${data.held.id}`, { ...may, body: { act: 'approve' } })
  expect((await call('GET', `/v1/discussions/${data.discussion}`)).data).toMatchObject(opens)
  await call('POST', ARTICLE, { as: 'ada', body: { text: 'hello again' } })
  const second = await call('GET', '/v1/moderation/queue', may)
  expect(second.data.items).toMatchObject([{ held: { opens: null } }])
})

test('what is held is taken back by its author alone', async () => {
  const all = await holding()
  const { id } = (await post(all, 'ada', 'hello')).data.held
  expect((await all.call('DELETE', `/v1/held/${id}`, { as: 'bob' })).data.code).toBe('held-not-found')
  expect((await all.call('DELETE', `/v1/held/${id}`, { as: 'ada' })).statusCode).toBe(204)
})

test('who is banned is refused with the reason; who is shadow-banned is not told', async () => {
  const all = await service()
  const { call } = all
  await post(all, 'ada', 'I am here')
  await post(all, 'may', 'I as well')
  const ban = (kind: string, who: string, by: object, body?: object) =>
    call(body === undefined ? 'DELETE' : 'PUT', `/v1/moderation/${kind}/${idOf(who)}`, { ...by, ...(body && { body }) })
  const reason = { reason: 'Rude.' }
  expect((await ban('bans', 'ada', may, { ...reason, until: '2020-01-01T00:00:00Z' })).data.code).toBe('invalid')
  expect((await ban('bans', 'ada', may, { ...reason, until: '2999-01-01T00:00:00Z' })).statusCode).toBe(204)
  expect((await post(all, 'ada', 'hello')).data).toMatchObject({
    code: 'banned',
    detail: 'You are banned until 2999-01-01T00:00:00.000Z: Rude.',
  })
  expect((await ban('bans', 'ada', may)).statusCode).toBe(204)
  expect((await post(all, 'ada', 'hello')).statusCode).toBe(201)
  expect((await ban('shadow', 'ada', may, reason)).statusCode).toBe(204)
  const hidden = await post(all, 'ada', 'am I seen')
  expect(hidden.statusCode).toBe(201)
  const texts = async () => (await call('GET', ARTICLE)).data.comments.map(({ html }: { html: string }) => html)
  expect(await texts()).not.toContain('<p>am I seen</p>\n')
  const own = await call('GET', `/v1/discussions/${hidden.data.discussion}/held`, { as: 'ada' })
  expect(own.data.held).toEqual([])
  expect((await ban('bans', 'may', may, reason)).data.code).toBe('forbidden')
  expect((await ban('bans', 'ada', { as: 'bob' }, reason)).data.code).toBe('forbidden')
  expect((await ban('bans', 'nobody', may, reason)).data.code).toBe('person-not-found')
})

test('nobody bans who has the same role, admins ban moderators', async () => {
  const all = await service()
  await all.call('POST', ARTICLE, { as: 'meg', role: 'moderator', body: { text: 'I moderate' } })
  const ban = (by: object) =>
    all.call('PUT', `/v1/moderation/bans/${idOf('meg')}`, { ...by, body: { reason: 'Rude.' } })
  expect((await ban(may)).data.code).toBe('forbidden')
  expect((await ban(root)).statusCode).toBe(204)
})

test('a moderator who is banned moderates nothing until the ban is lifted', async () => {
  const all = await service()
  const { call } = all
  const { at, discussion, slug } = await conversation(all, ['a'])
  const meg = { as: 'meg', role: 'moderator' } as const
  const act = { act: 'reject', discussion, slug: slug('a') }
  const tries = async () => [
    await call('GET', '/v1/moderation/queue', meg),
    await call('GET', '/v1/moderation/counts', meg),
    await call('GET', '/v1/moderation/audit', meg),
    await call('GET', `${at('a')}/reports`, meg),
    await call('POST', '/v1/moderation/acts', { ...meg, body: act }),
    await call('POST', '/v1/moderation/bulk', { ...meg, body: { act: 'spam', where: { user: idOf('ada') } } }),
    await call('PUT', `/v1/moderation/bans/${idOf('ada')}`, { ...meg, body: { reason: 'Rude.' } }),
    await call('PATCH', `/v1/discussions/${discussion}`, { ...meg, body: { title: 'Mine' } }),
  ]
  const codes = async () => new Set((await tries()).map(({ data }) => data?.code))
  await call('GET', '/v1/me', meg)
  await call('PUT', `/v1/moderation/bans/${idOf('meg')}`, { ...root, body: { reason: 'Rude.' } })
  expect(await codes()).toEqual(new Set(['banned']))
  expect((await call('PATCH', at('a'), { ...meg, body: { text: 'b' } })).data.code).toBe('forbidden')
  expect((await call('DELETE', at('a'), meg)).data.code).toBe('forbidden')
  expect((await call('GET', '/v1/me', meg)).data).toMatchObject({ role: 'member', moderates: false })
  await call('DELETE', `/v1/moderation/bans/${idOf('meg')}`, root)
  expect(await codes()).toEqual(new Set([undefined]))
})

test('a comment is reported, its case queued, and closed by an act', async () => {
  const all = await service()
  const { call } = all
  const { at, discussion, slug } = await conversation(all, ['a'])
  const report = (as: string, reason: string) => call('POST', `${at('a')}/reports`, { as, body: { reason } })
  expect((await report('ada', 'spam')).data.code).toBe('forbidden')
  expect((await report('bob', 'dull')).data.code).toBe('invalid')
  expect((await report('bob', 'abuse')).statusCode).toBe(204)
  const queue = async () => (await call('GET', '/v1/moderation/queue?kind=reported', may)).data.items
  await vi.waitFor(async () => expect(await queue()).toMatchObject([{ reported: { reports: 1 } }]), patiently)
  expect((await call('GET', `${at('a')}/reports`, may)).data.reports).toMatchObject([{ reason: 'abuse' }])
  const act = { act: 'spam', discussion, slug: slug('a'), reason: 'An ad.' }
  const done = await call('POST', '/v1/moderation/acts', { ...may, body: act, headers: { 'idempotency-key': 'k' } })
  expect(done.data).toMatchObject({ state: 'done', by: idOf('may') })
  const again = await call('POST', '/v1/moderation/acts', { ...may, body: act, headers: { 'idempotency-key': 'k' } })
  expect(again.data).toEqual(done.data)
  await vi.waitFor(async () => expect(await queue()).toEqual([]), patiently)
  expect((await call('GET', at('a'))).data.comment).toMatchObject({ status: 'spam', html: '', text: '' })
  const audit = async () => (await call('GET', `/v1/moderation/audit?by=${idOf('may')}`, may)).data.entries
  await vi.waitFor(async () => expect(await audit()).toMatchObject([{ act: 'spam', reason: 'An ad.' }]), patiently)
  expect((await call('GET', '/v1/moderation/audit', { as: 'ada' })).data.code).toBe('forbidden')
})

test('a bulk act shows how far it has come', async () => {
  const all = await service()
  const { call } = all
  await conversation(all, ['a', 'b', 'c'])
  const begin = (where: object) => call('POST', '/v1/moderation/bulk', { ...may, body: { act: 'spam', where } })
  expect((await begin({})).data.code).toBe('invalid')
  const begun = await begin({ user: idOf('ada') })
  expect([begun.statusCode, begun.headers['location']]).toEqual([202, `/v1/moderation/bulk/${begun.data.id}`])
  const read = async () => (await call('GET', `/v1/moderation/bulk/${begun.data.id}`, may)).data
  await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'done', changed: 3, of: 3 }), patiently)
  expect((await call('GET', '/v1/moderation/bulk/none', may)).data.code).toBe('bulk-not-found')
})

test('my comments are those that I wrote', async () => {
  const all = await service()
  await conversation(all, ['a', 'b'])
  const mine = async (as: string) => (await all.call('GET', '/v1/me/comments', { as })).data.comments
  await vi.waitFor(async () => expect(await mine('ada')).toHaveLength(2), patiently)
  expect(await mine('ada')).toMatchObject([{ comment: { text: 'b' } }, { comment: { text: 'a' } }])
  expect(await mine('bob')).toEqual([])
})
