import { expect, test, vi } from 'vitest'
import { ORG, service } from '../../comments/routes/service.fixtures.ts'
import { startFollowing } from '../../following.ts'
import { personId } from '../ids.ts'

const ann = personId(ORG, 'ann')
const admin = { as: 'eve', role: 'admin' as const }

test('who is on hold cannot be erased, by anybody, until an admin lifts it; both are in the audit log', async () => {
  const { call, context } = await service()
  startFollowing(context)
  const hold = (who: object, body: object = { reason: 'A court has asked.' }) =>
    call('PUT', `/v1/people/${ann}/hold`, { ...who, body })
  await call('PUT', '/v1/people', { ...admin, body: { people: [{ id: 'ann', username: 'Ann' }] } })
  for (const who of [{ as: 'ann' }, { as: 'mona', role: 'moderator' as const }])
    expect((await hold(who)).data).toMatchObject({ code: 'forbidden' })
  expect((await hold(admin, {})).data).toMatchObject({ code: 'invalid' })
  expect((await hold(admin)).statusCode).toBe(204)
  for (const erase of [call('DELETE', '/v1/me', { as: 'ann' }), call('DELETE', `/v1/people/${ann}`, { ...admin })])
    expect(await erase).toMatchObject({ statusCode: 409, data: { code: 'on-hold' } })
  expect((await call('DELETE', `/v1/people/${ann}/hold`, admin)).statusCode).toBe(204)
  expect((await call('DELETE', `/v1/people/${ann}/hold`, admin)).statusCode).toBe(204)
  expect((await call('DELETE', `/v1/people/${ann}`, admin)).statusCode).toBe(202)
  expect((await hold(admin)).data).toMatchObject({ code: 'person-not-found' })
  await vi.waitFor(
    async () => {
      const { data } = await call('GET', '/v1/moderation/audit', admin)
      expect(data.entries.map(({ act }: { act: string }) => act).toReversed()).toEqual(['held', 'released', 'erased'])
    },
    { timeout: 20_000 },
  )
})
