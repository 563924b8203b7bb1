import { expect, test } from 'vitest'
import { ARTICLE, conversation, service } from './service.fixtures.ts'

const LONG = 'This is long enough to be noticed when it is said twice.'

test('two tries of one request at once are one comment, though nobody may say the same twice', async () => {
  const { call } = await service()
  await call('POST', ARTICLE, { as: 'bob', body: { text: 'first' } })
  const one = { as: 'ada', body: { text: LONG }, headers: { 'idempotency-key': 'k' } }
  const answers = await Promise.all([
    call('POST', ARTICLE, one),
    call('POST', ARTICLE, one),
    call('POST', ARTICLE, one),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ data }) => data.comment.slug)).size).toBe(1)
  const again = await call('POST', ARTICLE, { as: 'ada', body: { text: LONG } })
  expect([again.statusCode, again.data.code]).toEqual([422, 'text-refused'])
})

test('what could not be posted was not said: the mended request is taken', async () => {
  const it = await service()
  await conversation(it, ['a'])
  const wrong = await it.call('POST', ARTICLE, { as: 'bob', body: { text: LONG, parent: 'nobody' } })
  expect(wrong.data.code).toBe('comment-not-found')
  expect((await it.call('POST', ARTICLE, { as: 'bob', body: { text: LONG } })).statusCode).toBe(201)
})

test('the title that a first comment brings is looked at, and not shown while the comment is held', async () => {
  const { call } = await service()
  const rules = { phases: [{ phase: 'words', words: ['casino'], action: 'hold' }] }
  expect((await call('PUT', '/v1/moderation/rules', { as: 'root', role: 'admin', body: rules })).statusCode).toBe(200)
  const held = await call('POST', ARTICLE, { as: 'ada', body: { text: 'hello', title: 'Casino tonight' } })
  expect(held.statusCode).toBe(202)
  const read = (by: object) => call('GET', `/v1/discussions/${held.data.discussion}`, by)
  expect((await read({})).statusCode).toBe(404)
  expect((await read({ as: 'ada' })).data.title).toBeNull()
})
