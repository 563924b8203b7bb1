import { expect, test } from 'vitest'
import { personId } from '../ids.ts'
import { ARTICLE, ORG, service } from '../../comments/routes/service.fixtures.ts'
import { hookServer } from '../../testing/hook-server.ts'

const idOf = (name: string): string => personId(ORG, name)
const ANN = { id: 'ann', username: 'Ann', email: 'ann@example.org', url: 'https://example.org/ann', avatar: null }
const SHOWN = { id: idOf('ann'), name: 'Ann', handle: 'Ann', url: 'https://example.org/ann', avatar: null }

test('the host tells of people by an API key or as an admin, and whoever is told of can be mentioned', async () => {
  const { call, context } = await service()
  const { key } = await context.accounts.apiKeys.create(ORG, { name: 'server', scopes: ['people'] })
  const headers = { authorization: `Bearer ${key}` }
  const { statusCode, data } = await call('PUT', '/v1/people', { headers, body: { people: [ANN, { id: 'x' }] } })
  expect([statusCode, data.people]).toMatchObject([
    200,
    [
      { id: 'ann', person: idOf('ann'), outcome: 'created', errors: [] },
      { id: 'x', person: null, outcome: 'invalid', errors: [{ path: 'username' }] },
    ],
  ])
  const again = await call('PUT', '/v1/people', { as: 'eve', role: 'admin', body: { people: [ANN] } })
  expect(again.data.people[0].outcome).toBe('unchanged')
  const found = await call('GET', '/v1/people?prefix=a', { headers })
  expect(found.data.people).toMatchObject([{ ...SHOWN, hostId: 'ann', email: 'ann@example.org', ban: null }])
  const posted = await call('POST', ARTICLE, { as: 'bob', body: { text: 'hello @ann' } })
  expect(posted.data).toMatchObject({ notices: [], comment: { mentions: [{ id: idOf('ann'), name: 'Ann' }] } })
  const edited = await call('PATCH', `${posted.headers.location}`, { as: 'bob', body: { text: 'bye @nobody' } })
  expect(edited.data).toMatchObject({ notices: [], comment: { mentions: [] } })
})

test('nobody else tells of people, and nobody of too many', async () => {
  const { call, context } = await service()
  const { key } = await context.accounts.apiKeys.create(ORG, { name: 'reader', scopes: ['read'] })
  const body = { people: [ANN] }
  for (const who of [
    { as: 'bob' },
    { as: 'mona', role: 'moderator' as const },
    { headers: { authorization: `Bearer ${key}` } },
  ])
    expect((await call('PUT', '/v1/people', { ...who, body })).data).toMatchObject({ code: 'forbidden' })
  expect((await call('PUT', '/v1/people', { body })).statusCode).toBe(401)
  const admin = { as: 'eve', role: 'admin' } as const
  for (const people of [[], Array.from({ length: 1001 }, () => ANN), 'x', null])
    expect((await call('PUT', '/v1/people', { ...admin, body: { people } })).data).toMatchObject({ code: 'invalid' })
  expect((await call('PUT', '/v1/people', { ...admin, body: { people: ['x'.repeat(2_000_001)] } })).statusCode).toBe(
    413,
  )
})

test('members see names, moderators sanctions, admins what the host told', async () => {
  const { call, context } = await service()
  await call('PUT', '/v1/people', { as: 'eve', role: 'admin', body: { people: [ANN] } })
  const mona = await context.accounts.identify(await context.accounts.issue(ORG, { id: 'mona', username: 'mona' }, 1))
  const see = async (role: 'member' | 'moderator' | 'admin') =>
    (await call('GET', `/v1/people/${idOf('ann')}`, { as: role, role })).data
  const sanction = { until: null, reason: 'spam' }
  await context.people.sanction(mona, idOf('ann'), { kind: 'ban', sanction })
  const [member, moderator, admin] = [await see('member'), await see('moderator'), await see('admin')]
  expect(member).toMatchObject(SHOWN)
  for (const name of ['ban', 'shadow', 'hostId', 'email']) expect(member).not.toHaveProperty(name)
  expect(moderator).toMatchObject({ ...SHOWN, ban: sanction, shadow: null })
  for (const name of ['hostId', 'email']) expect(moderator).not.toHaveProperty(name)
  expect(admin).toMatchObject({ ...SHOWN, ban: sanction, shadow: null, hostId: 'ann', email: 'ann@example.org' })
  expect((await call('GET', '/v1/people?prefix=ann', { as: 'bob' })).data.people).toEqual([])
})

test('people who are not there, or are in another org, are not found', async () => {
  const { call, context } = await service()
  await context.people.upsert('other', [ANN])
  const other = personId('other', 'ann')
  const ask = async (path: string) => (await call('GET', path, { as: 'bob' })).data
  expect(await ask(`/v1/people/${other}`)).toMatchObject({ code: 'person-not-found' })
  expect(await ask(`/v1/people/${idOf('nobody')}`)).toMatchObject({ code: 'person-not-found' })
  expect((await ask('/v1/people?prefix=ann')).people).toEqual([])
  for (const bad of [
    '/v1/people',
    '/v1/people?prefix=',
    `/v1/people?prefix=${'x'.repeat(51)}`,
    '/v1/people?prefix=a&limit=21',
    '/v1/people/x',
  ])
    expect(await ask(bad)).toMatchObject({ code: 'invalid' })
  expect((await call('GET', '/v1/people?prefix=a')).statusCode).toBe(401)
})

test('whoever signs in is known from then on, by the newest name', async () => {
  const { call, context } = await service()
  await call('GET', '/v1/people?prefix=x', { as: 'carl' })
  expect((await call('GET', '/v1/people?prefix=CA', { as: 'bob' })).data.people).toMatchObject([{ name: 'carl' }])
  const { hook } = await hookServer(() => ({ people: [{ id: 'd', username: 'Carla' }] }))
  await context.accounts.change(ORG, { directoryHook: hook })
  const found = await call('GET', '/v1/people?prefix=ca', { as: 'bob' })
  expect(found.data.people.map(({ name }: { name: string }) => name)).toEqual(['carl', 'Carla'])
})
