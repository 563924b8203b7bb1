import { expect, test } from 'vitest'
import { ORG, service } from '../../comments/routes/service.fixtures.ts'
import { ORG_DEFAULTS } from '../model.ts'

const admin = { as: 'root', role: 'admin' } as const
const hook = { url: 'https://example.org/may', secret: 'a-secret-of-the-hook' }

test('an admin sees the org, without what is the operator’s', async () => {
  const { call, context } = await service()
  await context.accounts.change(ORG, {
    permissionHook: hook,
    jwks: 'https://example.org/jwks.json',
    settings: { maxDepth: 3 },
  })
  const { data } = await call('GET', '/v1/org', admin)
  const { opensOnFirstComment, reactions, origins, audience, guests, guestSeconds } = ORG_DEFAULTS
  const { privatePreviews, profileFields, pages } = ORG_DEFAULTS
  const own = { opensOnFirstComment, reactions, origins, audience, guests, guestSeconds }
  const shown = { ...own, privatePreviews, profileFields, pages }
  expect(data).toEqual({ id: ORG, name: 'Main', created: expect.any(String), settings: { maxDepth: 3 }, ...shown })
})

test('an admin changes it, with If-Match only if it is as it was seen', async () => {
  const { call } = await service()
  const { etag } = (await call('GET', '/v1/org', admin)).headers
  const change = (name: string, tag: unknown) =>
    call('PATCH', '/v1/org', { ...admin, body: { name }, headers: { 'if-match': String(tag) } })
  const first = await change('Ours', etag)
  expect(first.statusCode).toBe(200)
  expect((await change('Theirs', etag)).data).toMatchObject({ status: 412, code: 'changed-meanwhile' })
  expect((await call('GET', '/v1/org', admin)).data.name).toBe('Ours')
  expect((await change('Mine', first.headers.etag)).statusCode).toBe(200)
  expect((await change('Any', '*')).data.name).toBe('Any')
})

test('an admin changes it; null takes a setting back', async () => {
  const { call, context } = await service()
  const change = (body: object) => call('PATCH', '/v1/org', { ...admin, body })
  const changed = await change({
    name: 'Ours',
    guests: true,
    origins: ['https://example.org'],
    settings: { maxDepth: 3, order: 'threaded' },
  })
  expect(changed.data).toMatchObject({ name: 'Ours', guests: true, settings: { maxDepth: 3, order: 'threaded' } })
  expect((await change({ settings: { order: null } })).data).toMatchObject({ name: 'Ours', settings: { maxDepth: 3 } })
  expect(await context.accounts.get(ORG)).toMatchObject({ name: 'Ours', settings: { maxDepth: 3 } })
})

test.each([
  { jwks: 'https://example.org/jwks.json' },
  { permissionHook: hook },
  { directoryHook: hook },
  { moderationHook: null },
  { keys: [] },
  { guestSecret: 'x' },
  { _id: 'other' },
  { guestSeconds: -1 },
  { settings: { maxDepth: 'deep' } },
  { settings: { maxDepht: 3 } },
  { settings: { maxDepth: { $gt: 1 } } },
  { origins: ['example.org'] },
  [],
  'x',
])('%j is no change that an admin may make', async (body) => {
  const { call, context } = await service()
  const before = await context.accounts.get(ORG)
  expect((await call('PATCH', '/v1/org', { ...admin, body })).data.code).toBe('invalid')
  expect(await context.accounts.get(ORG)).toEqual(before)
})

test('it is for admins, and for keys with the scope `settings`', async () => {
  const { call, context } = await service()
  const keyFor = async (scope: 'settings' | 'read') => {
    const { key } = await context.accounts.apiKeys.create(ORG, { name: 'x', scopes: [scope] })
    return { headers: { authorization: `Bearer ${key}` } }
  }
  const body = { name: 'Ours' }
  for (const who of [{ as: 'bob' }, { as: 'bob', role: 'moderator' } as const, await keyFor('read')]) {
    expect((await call('GET', '/v1/org', who)).data.code).toBe('forbidden')
    expect((await call('PATCH', '/v1/org', { ...who, body })).data.code).toBe('forbidden')
  }
  const settings = await keyFor('settings')
  expect((await call('PATCH', '/v1/org', { ...settings, body })).data.name).toBe('Ours')
  expect((await call('GET', '/v1/org')).data.code).toBe('unauthenticated')
})
