import { expect, test } from 'vitest'
import { idOf, socialGround } from './ground.fixtures.ts'

const FOLLOWING = '/v1/me/following'
const REQUESTS = '/v1/me/follow-requests'

test('somebody is followed, once, and no longer', async () => {
  const { put, drop } = await socialGround()
  const at = `${FOLLOWING}/${idOf('ada')}`
  const first = await put('bob', at)
  expect([first.data, first.headers['palaver-event']]).toEqual([{ state: 'follows' }, expect.any(String)])
  const again = await put('bob', at)
  expect([again.data, again.headers['palaver-event']]).toEqual([{ state: 'follows' }, undefined])
  expect((await drop('bob', at)).data).toEqual({ state: null })
  expect((await drop('bob', at)).data).toEqual({ state: null })
  expect((await put('bob', `${FOLLOWING}/${idOf('bob')}`)).data.code).toBe('invalid')
  expect((await put('bob', `${FOLLOWING}/${idOf('never')}`)).data.code).toBe('person-not-found')
  expect((await put('bob', `${FOLLOWING}/x`)).data).toMatchObject({
    code: 'invalid',
    errors: [{ path: 'path.person' }],
  })
})

test('a private account is asked, and lets somebody in or not', async () => {
  const { call, put, drop, read, say, settled } = await socialGround()
  await call('PATCH', '/v1/me/profile', { as: 'ada', body: { isPrivate: true } })
  const post = `/v1/posts/${await say('ada', 'For those I know')}`
  for (const name of ['bob', 'cy'])
    expect((await put(name, `${FOLLOWING}/${idOf('ada')}`)).data).toEqual({ state: 'asked' })
  await settled()
  const asking = (await read('ada', REQUESTS)).data.people.map((one: { person: { name: string } }) => one.person.name)
  expect(asking.toSorted()).toEqual(['bob', 'cy'])
  expect((await put('ada', `${REQUESTS}/${idOf('bob')}`)).data).toEqual({ state: 'follows' })
  expect((await drop('ada', `${REQUESTS}/${idOf('cy')}`)).statusCode).toBe(204)
  expect((await put('ada', `${REQUESTS}/${idOf('cy')}`)).data.code).toBe('person-not-found')
  expect([(await read('bob', post)).statusCode, (await read('cy', post)).statusCode]).toEqual([200, 404])
  expect((await drop('ada', `/v1/me/followers/${idOf('bob')}`)).statusCode).toBe(204)
  expect((await read('bob', post)).statusCode).toBe(404)
})
