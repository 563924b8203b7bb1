import { expect, test } from 'vitest'
import { ORG } from '../../comments/routes/service.fixtures.ts'
import { idOf, type SocialGround, socialGround } from './ground.fixtures.ts'

const PROFILE = '/v1/me/profile'
const at = (name: string, more = ''): string => `/v1/people/${idOf(name)}${more}`
const namesIn = (data: { people: { name: string }[] }): string[] => data.people.map(({ name }) => name)

const change = ({ call }: SocialGround, name: string, body: object, headers: Record<string, string> = {}) =>
  call('PATCH', PROFILE, { as: name, body, headers })

test('a profile is changed by its owner, and shown as they want it to be', async () => {
  const ground = await socialGround()
  const { read, put, context, settled } = ground
  await context.accounts.change(ORG, { profileFields: [{ name: 'job', label: 'Job' }] })
  const fields = [{ name: 'job', value: 'Baker', to: 'followers' }]
  const changed = await change(ground, 'ada', { bio: '*Hi*', links: ['https://ada.example/'], locale: 'PT-br', fields })
  expect(changed.data).toMatchObject({ bio: '*Hi*', bioHtml: '<p><em>Hi</em></p>\n', locale: 'pt-BR', fields, rev: 1 })
  expect((await read('ada', PROFILE)).data).toEqual(changed.data)
  expect((await read(null, at('ada'))).data).toMatchObject({ bio: '<p><em>Hi</em></p>\n', fields: [], you: null })
  await put('bob', `/v1/me/following/${idOf('ada')}`)
  await settled()
  expect((await read('bob', at('ada'))).data).toMatchObject({
    handle: expect.any(String),
    fields: [{ name: 'job', label: 'Job', value: 'Baker' }],
    numbers: { followers: 1, following: 0, posts: 0 },
    you: { follows: 'follows', followsYou: false, isMuted: false, circles: [], mayWrite: false },
  })
})

test('only what is as it was seen is changed, and what cannot be is named', async () => {
  const ground = await socialGround()
  const { etag } = (await ground.read('ada', PROFILE)).headers
  const match = { 'if-match': String(etag) }
  expect((await change(ground, 'ada', { bio: 'a' }, match)).data.rev).toBe(1)
  expect((await change(ground, 'ada', { bio: 'b' }, match)).data).toMatchObject({ code: 'changed-meanwhile' })
  const wrong = [
    { links: ['javascript:x'] },
    { locale: 'no such language' },
    { fields: [{ name: 'job', value: 'x', to: 'everyone' }] },
    { wall: 'all' },
    { rev: 2 },
    { bio: 'x'.repeat(2001) },
  ]
  for (const body of wrong) {
    const { data } = await change(ground, 'ada', body)
    const [name = ''] = Object.keys(body)
    expect([body, data.code, data.errors?.[0]?.path.split('.')[0]]).toEqual([body, 'invalid', name])
  }
})

test('who they are is more for moderators and admins, and nothing for those who are apart', async () => {
  const { call, read, put } = await socialGround()
  const as = (role: 'moderator' | 'admin') => call('GET', at('ada'), { as: role, role })
  expect((await read('bob', at('ada'))).data).not.toHaveProperty('ban')
  expect((await as('moderator')).data).toMatchObject({ ban: null, shadow: null })
  expect((await as('moderator')).data).not.toHaveProperty('hostId')
  expect((await as('admin')).data).toMatchObject({ hostId: 'ada', email: null })
  await put('ada', `/v1/me/blocks/${idOf('bob')}`)
  for (const [name, other] of [
    ['bob', 'ada'],
    ['ada', 'bob'],
    ['bob', 'never'],
  ] as const)
    for (const more of ['', '/wall', '/followers', '/following'])
      expect((await read(name, at(other, more))).data.code).toBe('person-not-found')
})

test('lists are the newest first, go on by cursors, and are for those whom their owner lets see them', async () => {
  const ground = await socialGround()
  const { read, put, settled } = ground
  for (const name of ['bob', 'cy', 'dee']) await put(name, `/v1/me/following/${idOf('ada')}`)
  await settled()
  const first = (await read(null, at('ada', '/followers?limit=2'))).data
  const second = (await read(null, at('ada', `/followers?limit=2&cursor=${first.next}`))).data
  expect([...namesIn(first), ...namesIn(second), second.next]).toEqual(['dee', 'cy', 'bob', null])
  expect(namesIn((await read('cy', at('bob', '/following'))).data)).toEqual(['ada'])
  await change(ground, 'ada', { lists: 'followers' })
  expect(namesIn((await read(null, at('ada', '/followers'))).data)).toEqual([])
  expect(namesIn((await read('bob', at('ada', '/followers'))).data)).toHaveLength(3)
})

test('words are muted, and nobody else is told', async () => {
  const { put, read, say, call } = await socialGround()
  await put('bob', `/v1/me/following/${idOf('ada')}`)
  for (const text of ['About football', 'About tea']) await say('ada', text)
  const words = [{ word: 'FOOTBALL', until: null }]
  expect((await put('bob', '/v1/me/muted-words', { words })).data).toEqual({ words })
  expect((await read('bob', '/v1/me/muted-words')).data).toEqual({ words })
  expect((await read('cy', '/v1/me/muted-words')).data).toEqual({ words: [] })
  expect((await read('bob', '/v1/news')).data.posts).toMatchObject([{ html: '<p>About tea</p>\n' }])
  const many = Array.from({ length: 201 }, (_, word) => ({ word: `w${word}` }))
  for (const wrong of [{ words: many }, { words: [{ word: ' ' }] }, { words: [{ word: 'x', until: 'soon' }] }, {}])
    expect((await call('PUT', '/v1/me/muted-words', { as: 'bob', body: wrong })).data.code).toBe('invalid')
})
