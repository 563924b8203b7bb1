import { expect, test, vi } from 'vitest'
import { ARTICLE, ORG, type Service, service } from '../../comments/routes/service.fixtures.ts'

const admin = { as: 'root', role: 'admin' } as const
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

const make = async ({ call }: Service, scopes: string[], name = 'Shop') =>
  (await call('POST', '/v1/keys', { ...admin, body: { name, scopes } })).data

test('an admin makes, lists and revokes keys; the secret is in the first answer alone', async () => {
  const all = await service()
  const made = await all.call('POST', '/v1/keys', { ...admin, body: { name: 'Shop', scopes: ['read', 'comments'] } })
  expect(made.statusCode).toBe(201)
  const { key, ...shown } = made.data
  expect(shown).toMatchObject({ name: 'Shop', scopes: ['read', 'comments'], lastUsed: null, revoked: null })
  const posted = await all.call('POST', ARTICLE, { body: { text: 'Hello' }, ...bearer(key) })
  expect([posted.statusCode, posted.data.comment.author]).toEqual([201, { id: `key.${shown.id}`, name: 'Shop' }])
  const listed = async () => (await all.call('GET', '/v1/keys', admin)).data
  await vi.waitFor(async () => expect((await listed()).keys[0].lastUsed).not.toBeNull())
  expect(JSON.stringify(await listed())).not.toContain(key.split('_')[2])
  expect((await all.call('DELETE', `/v1/keys/${shown.id}`, admin)).statusCode).toBe(204)
  expect((await all.call('DELETE', `/v1/keys/${shown.id}`, admin)).statusCode).toBe(204)
  expect((await all.call('POST', ARTICLE, { body: { text: 'Again' }, ...bearer(key) })).data.code).toBe(
    'unauthenticated',
  )
  expect((await listed()).keys).toMatchObject([{ id: shown.id, revoked: expect.any(String) }])
})

test('pages lead on', async () => {
  const all = await service()
  for (const name of ['a', 'b', 'c']) await make(all, ['read'], name)
  const first = await all.call('GET', '/v1/keys?limit=2', admin)
  expect(first.headers.link).toContain('rel="next"')
  const second = await all.call('GET', `/v1/keys?limit=2&cursor=${first.data.next}`, admin)
  const names = [...first.data.keys, ...second.data.keys].map(({ name }): string => name)
  expect([names.toSorted(), second.data.next]).toEqual([['a', 'b', 'c'], null])
  expect((await all.call('GET', '/v1/keys?cursor=x', admin)).data.code).toBe('bad-cursor')
})

test('keys are for admins, and for keys with the scope `settings`, which make none that can do more', async () => {
  const all = await service()
  const body = { name: 'x', scopes: ['settings'] }
  for (const role of ['member', 'moderator'] as const) {
    expect((await all.call('POST', '/v1/keys', { as: 'bob', role, body })).data.code).toBe('forbidden')
    expect((await all.call('GET', '/v1/keys', { as: 'bob', role })).data.code).toBe('forbidden')
    expect((await all.call('DELETE', '/v1/keys/x', { as: 'bob', role })).data.code).toBe('forbidden')
  }
  expect((await all.call('GET', '/v1/keys')).data.code).toBe('unauthenticated')
  const [{ key: other }, { key, id }] = [await make(all, ['comments', 'people']), await make(all, ['settings', 'read'])]
  expect((await all.call('GET', '/v1/keys', bearer(other))).data).toMatchObject({
    code: 'forbidden',
    detail: /settings/,
  })
  expect((await all.call('GET', '/v1/keys', bearer(key))).data.keys).toHaveLength(2)
  expect((await all.call('POST', '/v1/keys', { body, ...bearer(key) })).statusCode).toBe(201)
  const more = await all.call('POST', '/v1/keys', {
    body: { name: 'x', scopes: ['settings', 'people'] },
    ...bearer(key),
  })
  expect(more.data).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('people') })
  expect((await all.call('DELETE', `/v1/keys/${id}`, bearer(key))).statusCode).toBe(204)
})

test('a key does what its scopes say, and nothing that is for people', async () => {
  const all = await service()
  const { key } = await make(all, ['read'])
  expect((await all.call('GET', `/v1/counts?org=${ORG}&type=page&id=a`, bearer(key))).statusCode).toBe(200)
  expect((await all.call('POST', ARTICLE, { body: { text: 'x' }, ...bearer(key) })).data.code).toBe('forbidden')
  const { data } = await all.call('POST', ARTICLE, { as: 'ada', body: { text: 'x' } })
  const vote = `/v1/discussions/${data.discussion}/comments/${data.comment.slug}/vote`
  expect((await all.call('PUT', vote, { body: { value: 1 }, ...bearer(key) })).data).toMatchObject({
    code: 'forbidden',
    detail: expect.stringContaining('for people'),
  })
})

test('the keys of another org are not there', async () => {
  const all = await service()
  const { id, key } = await make(all, ['settings', 'read'])
  const { _id: org } = await all.context.accounts.create('Theirs')
  const token = await all.context.accounts.issue(org, { id: 'root', username: 'Root', role: 'admin' }, 1)
  expect((await all.call('DELETE', `/v1/keys/${id}`, bearer(token))).data.code).toBe('api-key-not-found')
  expect((await all.call('GET', '/v1/keys', bearer(token))).data.keys).toEqual([])
  expect((await all.call('GET', '/v1/org', bearer(key))).data.id).toBe(ORG)
})

test.each([
  {},
  { name: 'x' },
  { name: 'x', scopes: [] },
  { name: 'x', scopes: ['all'] },
  { name: '\u200b', scopes: ['read'] },
  { name: 'x', scopes: ['read'], hash: 'y' },
])('%j is no key', async (body) => {
  const { call } = await service()
  expect((await call('POST', '/v1/keys', { ...admin, body })).data.code).toBe('invalid')
})
