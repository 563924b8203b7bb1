import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineRoute } from '../api/route.ts'
import { createLog } from '../log.ts'
import { testContext } from '../testing/test-context.ts'
import { createApp } from './app.ts'

const SECRET = 'hunter2'

const route = (name: string, fail?: () => never) =>
  defineRoute({
    method: 'POST',
    path: `/v1/${name}/{thing}`,
    name,
    auth: 'optional',
    summary: '',
    tag: '',
    params: z.object({ thing: z.string() }),
    query: z.object({ word: z.string().optional() }),
    body: z.unknown(),
    fields: ['idempotency-key', 'if-match'],
    answers: { 200: z.unknown() },
    handle: async ({ body }) => {
      fail?.()
      return { body: { body } }
    },
  })

async function service() {
  const lines: string[] = []
  const log = createLog({ logLevel: 'trace', logFormat: 'json' }, { write: (line) => lines.push(line) })
  const context = await testContext({ log })
  const broken = route('broken', () => {
    throw Object.assign(new Error('it broke'), { document: { text: SECRET }, cause: new Error('of this') })
  })
  const app = await createApp(context, [route('fine'), broken])
  const { _id: org } = await context.accounts.create('Mine')
  const logged = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line))
  return { app, context, org, logged, written: () => lines.join('') }
}

test('each request is one line: what, how it went and for which org', async () => {
  const { app, context, org, logged } = await service()
  const authorization = `Bearer ${await context.accounts.issue(org, { id: 'ada', username: 'Ada' }, 1)}`
  await app.inject({ method: 'POST', url: '/v1/fine/x?word=y', headers: { authorization }, payload: {} })
  await app.inject({ method: 'POST', url: '/v1/broken/x', payload: {} })
  await app.inject('/nothing/like/that')
  const lines = logged().filter(({ msg }) => msg === 'request')
  const common = { requestId: expect.any(String), ms: expect.any(Number), time: expect.any(String), msg: 'request' }
  expect(lines).toEqual([
    { ...common, level: 20, method: 'POST', route: '/v1/fine/:thing', status: 200, org },
    { ...common, level: 30, method: 'POST', route: '/v1/broken/:thing', status: 500, org: null },
    { ...common, level: 20, method: 'GET', route: 'none', status: 404, org: null },
  ])
})

test('an answer has the id that its line has; one that was given is taken if it is one', async () => {
  const { app, logged } = await service()
  const idFor = async (given?: string): Promise<unknown> => {
    const headers = given === undefined ? {} : { 'x-request-id': given }
    return (await app.inject({ url: '/healthz', headers })).headers['x-request-id']
  }
  expect(await idFor('trace_1.2-3')).toBe('trace_1.2-3')
  const made = expect.stringMatching(/^[0-9a-f-]{36}$/)
  for (const wrong of [undefined, '', 'a b', 'x'.repeat(65), '<script>', 'ü']) expect(await idFor(wrong)).toEqual(made)
  expect((await app.inject('/%zz')).headers['x-request-id']).toEqual(made)
  expect(logged().map(({ requestId }) => requestId)).toContain('trace_1.2-3')
})

test('a failure is found by the id in its answer', async () => {
  const { app, logged } = await service()
  const answer = await app.inject({ method: 'POST', url: '/v1/broken/x', payload: {} })
  const { requestId } = answer.json()
  expect(answer.headers['x-request-id']).toBe(requestId)
  const failure = logged().find((line) => line['msg'] === 'a request failed')
  expect(failure).toMatchObject({ requestId, err: { stack: expect.stringContaining('caused by Error: of this') } })
})

test('no secret that a client sends gets into the log, wherever it puts it', async () => {
  const { app, context, org, written } = await service()
  const token = await context.accounts.issue(org, { id: 'ada', username: 'Ada' }, 1)
  const payload = { text: SECRET, password: SECRET }
  const fields = { 'idempotency-key': SECRET, cookie: SECRET, 'x-request-id': `not ${SECRET}`, referer: SECRET }
  for (const authorization of [`Bearer ${token}`, `Bearer ${SECRET}`, `Basic ${SECRET}`, undefined])
    for (const name of ['fine', 'broken', SECRET])
      for (const body of [payload, `{"${SECRET}`, `"${SECRET}`]) {
        const headers = { ...fields, 'content-type': 'application/json', ...(authorization && { authorization }) }
        const url = `/v1/${name}/${SECRET}?word=${SECRET}&${SECRET}=1`
        await app.inject({ method: 'POST', url, headers, payload: body })
      }
  await app.inject(`/%zz?${SECRET}`)
  expect(written()).toContain('"msg":"request"')
  for (const secret of [SECRET, token, token.split('.')[2] ?? '']) expect(written()).not.toContain(secret)
})
