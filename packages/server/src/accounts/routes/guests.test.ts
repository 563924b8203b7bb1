import { expect, test } from 'vitest'
import { ARTICLE, conversation, ORG, type Service, service } from '../../comments/routes/service.fixtures.ts'
import { hostAnswering } from '../tokens.fixtures.ts'

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const enter = async ({ call }: Service, name = 'Eve') =>
  (await call('POST', '/v1/guests', { body: { org: ORG, name } })).data

async function open(guestSeconds = 3600): Promise<Service> {
  const all = await service()
  await all.context.accounts.change(ORG, { guests: true, guestSeconds })
  return all
}

test('a guest writes, and edits and deletes their own', async () => {
  const all = await open()
  const { token, id, expires } = await enter(all)
  expect(Date.parse(expires)).toBeGreaterThan(Date.now())
  const posted = await all.call('POST', ARTICLE, { body: { text: 'Hello' }, ...bearer(token) })
  expect(posted.data.comment.author).toEqual({ id, name: 'Eve' })
  const at = `/v1/discussions/${posted.data.discussion}/comments/${posted.data.comment.slug}`
  const { token: other } = await enter(all)
  expect((await all.call('PATCH', at, { body: { text: 'x' }, ...bearer(other) })).data.code).toBe('forbidden')
  expect((await all.call('DELETE', at, bearer(other))).data.code).toBe('forbidden')
  expect((await all.call('PATCH', at, { body: { text: 'Bye' }, ...bearer(token) })).statusCode).toBe(200)
  expect((await all.call('DELETE', at, bearer(token))).statusCode).toBe(204)
})

test('after a while what a guest wrote stands', async () => {
  const all = await open(0)
  const { token } = await enter(all)
  const { data } = await all.call('POST', ARTICLE, { body: { text: 'Hello' }, ...bearer(token) })
  const at = `/v1/discussions/${data.discussion}/comments/${data.comment.slug}`
  await expect
    .poll(async () => (await all.call('PATCH', at, { body: { text: 'Bye' }, ...bearer(token) })).data.code)
    .toBe('edit-window-over')
  expect((await all.call('DELETE', at, bearer(token))).data.code).toBe('edit-window-over')
  const mine = await all.call('GET', `/v1/discussions/${data.discussion}/mine?slug=${data.comment.slug}`, bearer(token))
  expect(mine.data.comments).toMatchObject([{ mayEdit: false, mayDelete: false }])
  expect((await all.call('DELETE', at, { as: 'mo', role: 'moderator' })).statusCode).toBe(204)
})

test('a guest neither votes nor reacts, nor does what moderators and admins do', async () => {
  const all = await open()
  const { at, discussion } = await conversation(all, ['a'])
  const { token } = await enter(all)
  const asGuest = (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
    all.call(method, url, { ...bearer(token), ...(body !== undefined && { body }) })
  const refused = [
    await asGuest('PUT', `${at('a')}/vote`, { value: 1 }),
    await asGuest('PUT', `${at('a')}/reactions/like`),
    await asGuest('DELETE', `${at('a')}/reactions/like`),
    await asGuest('PUT', `${at('a')}/pin`),
    await asGuest('PATCH', `/v1/discussions/${discussion}`, { title: 'x' }),
    await asGuest('GET', '/v1/org'),
    await asGuest('GET', '/v1/keys'),
  ]
  expect(refused.map(({ data }) => data.code)).toEqual(refused.map(() => 'forbidden'))
})

test('a guest is banned and let in again by a moderator', async () => {
  const all = await open()
  const { token, id } = await enter(all)
  const post = (text: string) => all.call('POST', ARTICLE, { body: { text }, ...bearer(token) })
  expect((await post('Hello')).statusCode).toBe(201)
  const may = { as: 'may', role: 'moderator' } as const
  const ban = { ...may, body: { reason: 'Rude.' } }
  expect((await all.call('PUT', `/v1/moderation/bans/${id}`, ban)).statusCode).toBe(204)
  expect((await post('Again')).data).toMatchObject({ code: 'banned', detail: 'You are banned: Rude.' })
  expect((await all.call('PUT', '/v1/moderation/bans/guest.nobody', ban)).data.code).toBe('person-not-found')
  expect((await all.call('GET', '/v1/people?prefix=gu', may)).data.people).toEqual([])
  expect((await all.call('DELETE', `/v1/moderation/bans/${id}`, may)).statusCode).toBe(204)
  expect((await post('Once more')).statusCode).toBe(201)
  const other = { org: 'another', id: 'm', name: 'M', role: 'moderator', kind: 'person' } as const
  const ill = { reason: 'None.', until: null }
  await all.context.moderation.sanction(other, { person: id, kind: 'ban', sanction: ill })
  expect((await post('Still here')).statusCode).toBe(201)
  expect((await all.call('PUT', `/v1/moderation/bans/${id}`, ban)).statusCode).toBe(204)
  expect((await post('And now')).data.code).toBe('banned')
})

test('a guest is no moderator, whatever the host thinks of people it does not know', async () => {
  const all = await open()
  const { at } = await conversation(all, ['a'])
  const answers = [{ see: true, comment: true, moderate: true }]
  const { url } = await hostAnswering((_request, response) => response.end(JSON.stringify({ answers })))
  await all.context.accounts.change(ORG, { permissionHook: { url, secret: 'a-secret-of-the-hook' } })
  const { token } = await enter(all)
  expect((await all.call('DELETE', at('a'), bearer(token))).data.code).toBe('forbidden')
  expect((await all.call('DELETE', at('a'), { as: 'bob' })).statusCode).toBe(204)
})

test('an org that takes no guests lets none in, nor those who were', async () => {
  const all = await open()
  const { token } = await enter(all)
  await all.call('POST', ARTICLE, { body: { text: 'Hello' }, ...bearer(token) })
  await all.context.accounts.change(ORG, { guests: false })
  expect((await all.call('POST', ARTICLE, { body: { text: 'x' }, ...bearer(token) })).data.code).toBe('unauthenticated')
  expect(await enter(all)).toMatchObject({ code: 'forbidden' })
  expect((await all.call('POST', '/v1/guests', { body: { org: 'none', name: 'Eve' } })).data.code).toBe('org-not-found')
})

test.each([
  { org: ORG },
  { name: 'Eve' },
  { org: ORG, name: '\u202e\u200b' },
  { org: ORG, name: 'x'.repeat(61) },
  { org: { $ne: '' }, name: 'x' },
])('%j names no guest', async (body) => {
  const { call } = await open()
  expect((await call('POST', '/v1/guests', { body })).data.code).toBe('invalid')
})
