import { expect, test, vi } from 'vitest'
import { conversation, service } from './service.fixtures.ts'

const patiently = { timeout: 60_000 }

test('a vote can be given, changed and taken back; the counts follow', async () => {
  const all = await service()
  const { at } = await conversation(all, ['a'])
  const vote = (as: string, value: number) => all.call('PUT', `${at('a')}/vote`, { as, body: { value } })
  const first = await vote('bob', 1)
  expect([first.statusCode, first.data]).toMatchObject([200, { value: 1, reactions: [] }])
  expect(first.headers).toHaveProperty('palaver-event')
  expect((await vote('bob', 1)).headers).not.toHaveProperty('palaver-event')
  await vote('bob', -1)
  await vote('eve', 1)
  const votes = async () => (await all.call('GET', at('a'))).data.comment.votes
  await vi.waitFor(async () => expect(await votes()).toEqual({ up: 1, down: 1 }), patiently)
  await vote('bob', 0)
  await vi.waitFor(async () => expect(await votes()).toEqual({ up: 1, down: 0 }), patiently)
})

test('reactions are those of the org; a person may give several', async () => {
  const all = await service()
  const { at } = await conversation(all, ['a'])
  const react = (method: 'PUT' | 'DELETE', name: string) =>
    all.call(method, `${at('a')}/reactions/${name}`, { as: 'bob' })
  await react('PUT', 'heart')
  expect((await react('PUT', 'like')).data.reactions).toEqual(['heart', 'like'])
  expect((await react('DELETE', 'heart')).data.reactions).toEqual(['like'])
  expect((await react('DELETE', 'heart')).headers).not.toHaveProperty('palaver-event')
  const unknown = await react('PUT', 'shrug')
  expect([unknown.statusCode, unknown.data.detail]).toEqual([422, expect.stringContaining('like')])
  await vi.waitFor(
    async () => expect((await all.call('GET', at('a'))).data.comment.reactions).toMatchObject({ like: 1 }),
    patiently,
  )
})

test.each([{ value: 2 }, { value: '1' }, {}, { value: 1, why: 'x' }])('%j is no vote', async (body) => {
  const all = await service()
  const { at } = await conversation(all, ['a'])
  expect((await all.call('PUT', `${at('a')}/vote`, { as: 'bob', body })).data.code).toBe('invalid')
})

test('nobody votes for themselves, nor without a token', async () => {
  const all = await service()
  const { at } = await conversation(all, ['a'])
  const vote = (call: object) => all.call('PUT', `${at('a')}/vote`, { body: { value: 1 }, ...call })
  expect((await vote({ as: 'ada' })).data.code).toBe('forbidden')
  expect((await vote({})).data.code).toBe('unauthenticated')
})
