import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { personId } from '../accounts/service.ts'
import { ORG, pictureOf, type Stage, stage } from './embed.fixtures.ts'

describeEngines('people on a page', (engine) => {
  let it: Stage
  beforeAll(async () => {
    it = await stage(engine)
  })
  afterAll(() => it.close())

  test('learn who they are, and whether they moderate', async () => {
    const id = personId(ORG, 'ann lee')
    expect((await it.call('GET', '/v1/me', { as: 'ann lee' })).data).toEqual({
      id,
      name: 'ann lee',
      role: 'member',
      kind: 'person',
      avatar: pictureOf('ann lee'),
      handle: 'ann_lee',
      moderates: false,
    })
    const mo = await it.call('GET', `/v1/me?org=${ORG}&type=page&id=none`, { as: 'mo', role: 'moderator' })
    expect(mo.data).toMatchObject({ role: 'moderator', avatar: null, moderates: true })
    expect((await it.call('GET', '/v1/me')).data.code).toBe('unauthenticated')
    expect((await it.call('GET', '/v1/me?org=other', { as: 'ada' })).data.code).toBe('org-not-found')
    expect((await it.call('GET', '/v1/me?id=a', { as: 'ada' })).data.errors).toMatchObject([{ path: 'query.type' }])
    expect((await it.call('GET', '/v1/me?type=a', { as: 'ada' })).data.errors).toMatchObject([{ path: 'query.id' }])
  })

  test('learn as guests that nobody can mention them', async () => {
    await it.context.accounts.change(ORG, { guests: true })
    const { token, id } = await it.context.accounts.welcome(ORG, 'Eve')
    const { data } = await it.call('GET', '/v1/me', { headers: { authorization: `Bearer ${token}` } })
    expect(data).toMatchObject({ id, name: 'Eve', kind: 'guest', avatar: null, handle: null, moderates: false })
  })

  test('have pictures, each within their org, until they are erased', async () => {
    await it.call('GET', '/v1/me', { as: 'abe' })
    await it.call('GET', '/v1/me', { as: 'bob' })
    const [abe, bob] = ['abe', 'bob'].map((user) => personId(ORG, user))
    const url = (org: string): string => `/v1/avatars?org=${org}&id=${abe}&id=${bob}&id=${abe}&id=guest.x`
    expect((await it.call('GET', url(ORG))).data).toEqual({ avatars: { [abe ?? '']: pictureOf('abe') } })
    const other = await it.context.accounts.create('Other')
    for (const org of [other._id, 'nowhere']) expect((await it.call('GET', url(org))).data).toEqual({ avatars: {} })
    const many = Array.from({ length: 101 }, (_, n) => `&id=${n}`).join('')
    expect((await it.call('GET', `/v1/avatars?org=${ORG}${many}`)).data.code).toBe('invalid')
    const admin = { org: ORG, id: 'root', name: 'Root', role: 'admin', kind: 'person' } as const
    await it.context.people.erase(admin, abe ?? '')
    expect((await it.call('GET', url(ORG))).data).toEqual({ avatars: {} })
  })
})
