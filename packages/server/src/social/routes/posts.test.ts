import { expect, test } from 'vitest'
import { idOf, socialGround } from './ground.fixtures.ts'

const body = { text: 'Hello *all*' }

test('a post is written, read, changed with its history, and deleted', async () => {
  const { call, read } = await socialGround()
  const written = await call('POST', '/v1/posts', { as: 'ada', body })
  expect(written.statusCode).toBe(201)
  expect(written.data).toMatchObject({
    author: { id: idOf('ada'), name: 'ada' },
    kind: 'status',
    text: 'Hello *all*',
    audience: { to: 'public', circles: [], people: [] },
    mine: { mayEdit: true, mayDelete: true },
    rev: 1,
  })
  expect(written.headers['palaver-event']).toEqual(expect.any(String))
  const at = String(written.headers['location'])
  const seen = await read(null, at)
  expect(seen.data).toMatchObject({ html: '<p>Hello <em>all</em></p>\n', text: null, audience: { to: 'public' } })
  const changed = await call('PATCH', at, { as: 'ada', body: { text: 'Bye' } })
  expect([changed.statusCode, changed.data.rev, changed.data.text]).toEqual([200, 2, 'Bye'])
  const { texts } = (await read('ada', `${at}/history`)).data
  expect(texts).toEqual([{ text: 'Hello *all*', at: expect.any(String) }])
  expect((await read('bob', `${at}/history`)).data.code).toBe('forbidden')
  expect((await call('PATCH', at, { as: 'bob', body: { text: 'Mine' } })).data.code).toBe('forbidden')
  expect((await call('DELETE', at, { as: 'bob' })).data.code).toBe('forbidden')
  expect((await call('DELETE', at, { as: 'ada' })).statusCode).toBe(204)
  expect((await read('ada', at)).data.code).toBe('post-not-found')
  expect((await call('DELETE', at, { as: 'ada' })).data.code).toBe('post-not-found')
})

test('a moderator deletes what others wrote', async () => {
  const { call, say, read } = await socialGround()
  const at = `/v1/posts/${await say('ada', 'Rude')}`
  const mo = { as: 'mo', role: 'moderator' } as const
  expect((await call('GET', at, mo)).data.mine).toMatchObject({ mayEdit: false, mayDelete: true })
  expect((await call('DELETE', at, mo)).statusCode).toBe(204)
  expect((await read('bob', at)).statusCode).toBe(404)
})

test('If-Match: only what is as it was seen is changed', async () => {
  const { call, say, read } = await socialGround()
  const at = `/v1/posts/${await say('ada', 'One')}`
  const { etag } = (await read('ada', at)).headers
  const change = (text: string, match: string) =>
    call('PATCH', at, { as: 'ada', body: { text }, headers: { 'if-match': match } })
  expect((await change('Two', String(etag))).data.rev).toBe(2)
  expect((await change('Three', String(etag))).data).toMatchObject({ code: 'changed-meanwhile', status: 412 })
  expect((await change('Three', '"r1", "r2"')).data.rev).toBe(3)
  expect((await change('Four', '*')).data.rev).toBe(4)
  expect((await change('Five', '"x"')).data).toMatchObject({
    code: 'invalid',
    errors: [{ path: 'header.if-match' }],
  })
})

test('Idempotency-Key: the same request is one post with one answer, another one is refused', async () => {
  const { call, read } = await socialGround()
  const send = (said: object, as = 'ada') =>
    call('POST', '/v1/posts', { as, body: said, headers: { 'idempotency-key': 'k1' } })
  const [first, again] = [await send(body), await send(body)]
  expect([again.statusCode, again.body]).toEqual([201, first.body])
  expect(again.headers['palaver-event']).toBe(first.headers['palaver-event'])
  expect((await send({ text: 'Else' })).data).toMatchObject({ code: 'key-reused', status: 422 })
  const other = await send(body, 'bob')
  expect(other.data.id).not.toBe(first.data.id)
  expect((await read('ada', `/v1/people/${idOf('ada')}/wall`)).data.posts).toHaveLength(1)
  const two = await Promise.all(
    [1, 2].map(() => call('POST', '/v1/posts', { as: 'cy', body, headers: { 'idempotency-key': 'k2' } })),
  )
  expect(two[0]?.data.id).toBe(two[1]?.data.id)
})

const NO_POSTS: readonly [object, string][] = [
  [{}, 'text'],
  [{ text: '' }, 'text'],
  [{ text: 'x', more: 1 }, 'more'],
  [{ text: 'x', audience: { to: 'chosen' } }, 'audience.circles'],
  [{ text: 'x', audience: { to: 'public', circles: ['abc'] } }, 'audience.circles'],
  [{ text: 'x', audience: { to: 'people' } }, 'audience.people'],
  [{ text: 'x', audience: { to: 'people', people: ['me'] } }, 'audience.people.0'],
  [{ text: 'x', link: 'javascript:alert(1)' }, 'link'],
  [{ text: 'x', place: { name: 'x', latitude: 91, longitude: 0 } }, 'place.latitude'],
  [{ text: 'x', place: { name: 'x', latitude: 0, longitude: -180.1 } }, 'place.longitude'],
  [{ text: 'x', poll: { choices: ['a'], seconds: 60 } }, 'poll.choices'],
  [{ text: 'x', poll: { choices: ['a', 'a'], seconds: 60 } }, 'poll.choices'],
  [{ text: 'x', poll: { choices: ['a', 'b'], seconds: 1 } }, 'poll.seconds'],
  [{ text: 'x', photos: Array.from({ length: 11 }, (_, at) => `p${at}`) }, 'photos'],
]

test('what is wrong with a post is named', async () => {
  const { call } = await socialGround(['ada'])
  for (const [said, path] of NO_POSTS) {
    const { data } = await call('POST', '/v1/posts', { as: 'ada', body: said })
    const paths = data.errors.map((one: { path: string }) => one.path)
    expect([said, data.code, paths]).toEqual([said, 'invalid', expect.arrayContaining([path])])
  }
})

test('guests, servers and nobody write none', async () => {
  const { call, context } = await socialGround()
  await context.accounts.change('main', { guests: true })
  const guest = (await context.accounts.welcome('main', 'Guest')).token
  const { key } = await context.accounts.apiKeys.create('main', { name: 'Server', scopes: ['read', 'comments'] })
  for (const token of [guest, key])
    expect((await call('POST', '/v1/posts', { body, headers: { authorization: `Bearer ${token}` } })).data.code).toBe(
      'forbidden',
    )
  expect((await call('POST', '/v1/posts', { body })).data.code).toBe('unauthenticated')
})

test('what a post names must be for its author to name', async () => {
  const { call, circle, say, put } = await socialGround()
  const codeOf = async (said: object) =>
    (await call('POST', '/v1/posts', { as: 'ada', body: { ...body, ...said } })).data.code
  const theirs = await circle('bob', 'Mates', ['cy'])
  expect(await codeOf({ audience: { to: 'chosen', circles: [theirs] } })).toBe('circle-not-found')
  expect(await codeOf({ audience: { to: 'people', people: [idOf('nobody')] } })).toBe('person-not-found')
  expect(await codeOf({ of: await say('bob', 'Secret', { audience: { to: 'followers' } }) })).toBe('post-not-found')
  expect(await codeOf({ wall: idOf('bob') })).toBe('wall-closed')
  await put('bob', `/v1/me/blocks/${idOf('ada')}`)
  expect(await codeOf({ wall: idOf('bob') })).toBe('person-not-found')
})
