import { expect, test } from 'vitest'
import { idOf, socialGround } from './ground.fixtures.ts'

const CIRCLES = '/v1/me/circles'

test('a circle is made, by any name, filled, renamed and deleted', async () => {
  const { call, read, put, drop } = await socialGround()
  const names = ['$family.of.mine', '__proto__', '🎈', 'constructor', 'a/b?c#d']
  for (const name of names) expect((await call('POST', CIRCLES, { as: 'ada', body: { name } })).data.name).toBe(name)
  const { circles } = (await read('ada', CIRCLES)).data
  expect(circles.map((one: { name: string }) => one.name)).toEqual(names)
  const at = `${CIRCLES}/${circles[0].id}`
  for (const name of ['bob', 'cy', 'bob']) expect((await put('ada', `${at}/people/${idOf(name)}`)).statusCode).toBe(204)
  expect((await read('ada', CIRCLES)).data.circles[0].people).toBe(2)
  const first = (await read('ada', `${at}/people?limit=1`)).data
  const second = (await read('ada', `${at}/people?limit=1&cursor=${first.next}`)).data
  const found = [...first.people, ...second.people].map((one: { name: string }) => one.name)
  expect([found.toSorted(), second.next]).toEqual([['bob', 'cy'], null])
  expect((await drop('ada', `${at}/people/${idOf('bob')}`)).statusCode).toBe(204)
  expect((await drop('ada', `${at}/people/${idOf('bob')}`)).statusCode).toBe(204)
  const renamed = await call('PATCH', at, { as: 'ada', body: { name: 'Others' } })
  expect(renamed.data).toMatchObject({ name: 'Others', people: 1 })
  expect((await drop('ada', at)).statusCode).toBe(204)
  expect((await read('ada', `${at}/people`)).data.code).toBe('circle-not-found')
})

test('a name is there once; a repeat under the same key is the same circle', async () => {
  const { call } = await socialGround()
  const make = (name: string, key?: string) =>
    call('POST', CIRCLES, { as: 'ada', body: { name }, headers: key === undefined ? {} : { 'idempotency-key': key } })
  const made = await make('Mates', 'k1')
  expect(made.headers['location']).toBe(`${CIRCLES}/${made.data.id}`)
  expect((await make('Mates', 'k1')).data.id).toBe(made.data.id)
  expect((await make('Others', 'k1')).data.code).toBe('key-reused')
  expect((await make('Mates')).data).toMatchObject({ code: 'circle-exists', status: 409 })
  expect((await make('\u200b')).data.code).toBe('invalid')
  expect((await make('a\nb')).data.code).toBe('invalid')
})

test('there are a hundred and no more', async () => {
  const { call, context } = await socialGround()
  const actor = { org: 'main', id: idOf('ada'), name: 'ada', role: 'member', kind: 'person' } as const
  for (let at = 0; at < 100; at++) await context.social.circles.create(actor, { key: `k${at}`, name: `c${at}` })
  const { data } = await call('POST', CIRCLES, { as: 'ada', body: { name: 'One more' } })
  expect(data).toMatchObject({ code: 'too-many', status: 409 })
})

test('the circles of others are not there', async () => {
  const { circle, read, put, call, drop } = await socialGround()
  const at = `${CIRCLES}/${await circle('ada', 'Mates', ['bob'])}`
  expect((await read('bob', `${at}/people`)).data.code).toBe('circle-not-found')
  expect((await put('bob', `${at}/people/${idOf('cy')}`)).data.code).toBe('circle-not-found')
  expect((await call('PATCH', at, { as: 'bob', body: { name: 'x' } })).data.code).toBe('circle-not-found')
  expect((await drop('bob', at)).statusCode).toBe(204)
  expect((await read('ada', CIRCLES)).data.circles).toMatchObject([{ name: 'Mates', people: 1 }])
})

test('who is not there, or apart, cannot be put into one', async () => {
  const { circle, put } = await socialGround()
  const at = `${CIRCLES}/${await circle('ada', 'Mates', [])}/people`
  await put('dee', `/v1/me/blocks/${idOf('ada')}`)
  for (const name of ['never', 'dee'])
    expect((await put('ada', `${at}/${idOf(name)}`)).data.code).toBe('person-not-found')
  expect((await put('ada', `${at}/${idOf('ada')}`)).data.code).toBe('invalid')
})
