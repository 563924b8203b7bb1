import { expect, test } from 'vitest'
import { idOf, socialGround } from './ground.fixtures.ts'

test('whoever blocks somebody is not shown in a circle of theirs', async () => {
  const { circle, read, put, drop } = await socialGround()
  const at = `/v1/me/circles/${await circle('ada', 'Mates', ['bob', 'cy'])}/people`
  const shown = async (): Promise<string[]> =>
    (await read('ada', at)).data.people.map(({ name }: { name: string }) => name).toSorted()
  expect(await shown()).toEqual(['bob', 'cy'])
  await put('bob', `/v1/me/blocks/${idOf('ada')}`)
  expect(await shown()).toEqual(['cy'])
  await drop('bob', `/v1/me/blocks/${idOf('ada')}`)
  expect(await shown()).toEqual(['bob', 'cy'])
})

test('where a list goes on names nobody whom the reader does not see', async () => {
  const many = Array.from({ length: 8 }, (_, at) => `person${at}`)
  const { read, put, settled } = await socialGround(['ada', 'eve', ...many])
  for (const name of many) {
    await put(name, `/v1/me/following/${idOf('ada')}`)
    await put(name, `/v1/me/blocks/${idOf('eve')}`)
  }
  await settled()
  const { people, next } = (await read('eve', `/v1/people/${idOf('ada')}/followers?limit=1`)).data
  expect([people, typeof next]).toEqual([[], 'string'])
  const decoded = Buffer.from(next, 'base64url').toString()
  expect(many.filter((name) => decoded.includes(idOf(name)))).toEqual([])
  const path = `/v1/people/${idOf('ada')}/followers?limit=1&cursor=${next}`
  expect((await read('eve', path)).data).toEqual({ people: [], next: null })
})

test('how much a private person has posted is for those who see it', async () => {
  const { say, call, read, put, settled } = await socialGround()
  await put('bob', `/v1/me/following/${idOf('ada')}`)
  for (const text of ['one', 'two']) await say('ada', text)
  await call('PATCH', '/v1/me/profile', { as: 'ada', body: { isPrivate: true } })
  await settled()
  const posts = async (name: string | null): Promise<number> =>
    (await read(name, `/v1/people/${idOf('ada')}`)).data.numbers.posts
  expect([await posts('ada'), await posts('bob'), await posts('cy'), await posts(null)]).toEqual([2, 2, 0, 0])
})
