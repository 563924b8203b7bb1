import { Conflict, TooLarge, Unavailable } from '@palaver/store'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { defineRoute } from '../api/route.ts'
import { Refusal } from '../api/refusal.ts'
import { testContext } from '../testing/test-context.ts'
import { createApp } from './app.ts'

const about = { summary: 'For the test', tag: 'test', answers: { 200: z.unknown() } }
const failing = (name: string, error: Error) =>
  defineRoute({
    ...about,
    method: 'GET',
    path: `/v1/fail/${name}`,
    name,
    auth: 'none',
    handle: () => Promise.reject(error),
  })

const routes = [
  defineRoute({
    ...about,
    method: 'POST',
    path: '/v1/things/{thing}',
    name: 'make',
    auth: 'required',
    params: z.object({ thing: z.string().max(3000) }),
    query: z.object({ loud: z.enum(['yes', 'no']).optional() }),
    body: z.strictObject({ text: z.string().min(1) }),
    fields: ['if-match', 'idempotency-key'],
    handle: async (asked) => ({ status: 201, body: asked, headers: { 'palaver-event': 'e1' } }),
  }),
  defineRoute({
    ...about,
    method: 'GET',
    path: '/v1/things/{thing}',
    name: 'look',
    auth: 'optional',
    params: z.object({ thing: z.string() }),
    handle: async ({ params, actor }) => ({ body: { ...params, who: actor?.name ?? null }, etag: 'r3' }),
  }),
  defineRoute({
    ...about,
    method: 'DELETE',
    path: '/v1/things/{thing}',
    name: 'drop',
    auth: 'none',
    params: z.object({ thing: z.string() }),
    handle: async () => ({}),
  }),
  defineRoute({
    ...about,
    method: 'GET',
    path: '/v1/pages',
    name: 'pages',
    auth: 'none',
    query: z.object({ size: z.string().optional(), cursor: z.string().optional() }),
    handle: async ({ query }) => ({
      body: Buffer.from(JSON.stringify('x'.repeat(Number(query.size ?? 10)))),
      links: { next: { cursor: 'n+1' }, previous: null },
    }),
  }),
  failing('refusal', new Refusal('discussion-closed', 'It is closed.')),
  failing('busy', new Conflict('again and again')),
  failing('large', new TooLarge('17 MB at /var/secret')),
  failing('gone', new Unavailable('none', 'mongodb://secret')),
  failing('bug', new TypeError('secret is not a function')),
]

async function service(): Promise<{ app: FastifyInstance; authorization: string }> {
  const context = await testContext()
  const { _id } = await context.accounts.create('Mine')
  const token = await context.accounts.issue(_id, { id: 'ada', username: 'Ada' }, 1)
  return { app: await createApp(context, routes), authorization: `Bearer ${token}` }
}

describe('a request that is right', () => {
  test('reaches its handler, parsed, with who asks', async () => {
    const { app, authorization } = await service()
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/things/a%2Fb?loud=yes',
      headers: { authorization, 'if-match': '"r1-br", W/"r2"', 'idempotency-key': 'k' },
      payload: { text: 'hello' },
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        params: { thing: 'a/b' },
        query: { loud: 'yes' },
        body: { text: 'hello' },
        actor: {
          org: expect.any(String),
          id: expect.any(String),
          name: 'Ada',
          role: 'member',
          kind: 'person',
          hostId: expect.any(String),
        },
        headers: { ifMatch: ['r1', 'r2'], idempotencyKey: 'k' },
        address: '127.0.0.1',
        isHead: false,
      },
    ])
    expect(answer.headers).toMatchObject({
      'palaver-event': 'e1',
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('may have a parameter of 3,000 bytes', async () => {
    const { app } = await service()
    const thing = '%F0%9F%91%8D'.repeat(250)
    const { statusCode, body } = await app.inject(`/v1/things/${thing}`)
    expect([statusCode, JSON.parse(body).thing]).toEqual([200, '👍'.repeat(250)])
  })

  test('may have no answer but its status, and an empty body of any type', async () => {
    const { app } = await service()
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'DELETE', url: '/v1/things/a', headers })
    expect([answer.statusCode, answer.body, answer.headers['access-control-allow-origin']]).toEqual([204, '', '*'])
  })

  test('is told of the pages around it, by addresses that keep its parameters', async () => {
    const { app } = await service()
    const { headers } = await app.inject('/v1/pages?size=5&cursor=n')
    expect(headers['link']).toBe('</v1/pages?size=5&cursor=n%2B1>; rel="next"')
  })
})

describe('ETag', () => {
  test('is the one that the route gives, or a hash of the body', async () => {
    const { app } = await service()
    expect((await app.inject('/v1/things/a')).headers['etag']).toBe('"r3"')
    const [one, same, other] = await Promise.all(['1', '1', '2'].map((size) => app.inject(`/v1/pages?size=${size}`)))
    expect(one?.headers['etag']).toBe(same?.headers['etag'])
    expect(one?.headers['etag']).not.toBe(other?.headers['etag'])
  })

  test.each(['"r3"', '"r2", "r3"', 'W/"r3"', '"r3-gzip"', '*'])('%s is held already: 304', async (held) => {
    const { app } = await service()
    const answer = await app.inject({ url: '/v1/things/a', headers: { 'if-none-match': held } })
    expect([answer.statusCode, answer.body, answer.headers['etag']]).toEqual([304, '', '"r3"'])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  test.each(['"r2"', 'r3', ''])('%j is another', async (held) => {
    const { app } = await service()
    const answer = await app.inject({ url: '/v1/things/a', headers: { 'if-none-match': held } })
    expect(answer.statusCode).toBe(200)
  })
})

test('HEAD has the header fields of GET and no body', async () => {
  const { app } = await service()
  const [get, head] = [await app.inject('/v1/pages'), await app.inject({ method: 'HEAD', url: '/v1/pages' })]
  expect(head.body).toBe('')
  for (const name of ['etag', 'content-length', 'content-type']) expect(head.headers[name]).toBe(get.headers[name])
})

describe('a request that is wrong', () => {
  test.each([
    ['query.loud', { url: '/v1/things/a?loud=maybe' }, 'must be yes or no'],
    ['query.lod', { url: '/v1/things/a?lod=yes' }, 'is not known here: leave it out (did you mean loud?)'],
    ['query.loud', { url: '/v1/things/a?loud=yes&loud=no' }, 'must be yes or no'],
    ['path.thing', { url: `/v1/things/${'a'.repeat(3001)}` }, 'must be at most 3000 characters long'],
    ['text', { payload: {} }, 'is missing: it must be text'],
    ['text', { payload: { text: 7 } }, 'must be text'],
    ['txt', { payload: { text: 'a', txt: 'b' } }, 'is not known here: leave it out (did you mean text?)'],
    ['', { payload: [] }, 'must be an object'],
    ['', { payload: '' }, 'is missing: send a JSON object, with Content-Type: application/json'],
    [
      'header.if-match',
      { headers: { 'if-match': 'r3' } },
      'must be an ETag that the service gave, with its quotes, or *',
    ],
    ['header.idempotency-key', { headers: { 'idempotency-key': 'a b' } }, 'must be 1 to 255 visible ASCII characters'],
  ])('says what is wrong with "%s"', async (path, wrong, message) => {
    const { app, authorization } = await service()
    const request = { method: 'POST' as const, url: '/v1/things/a', payload: { text: 'a' }, ...wrong }
    const { statusCode, headers, body } = await app.inject({
      ...request,
      headers: { authorization, ...('headers' in wrong ? wrong.headers : {}) },
    })
    expect([statusCode, headers['content-type']]).toEqual([422, 'application/problem+json; charset=utf-8'])
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid', errors: [{ path, message }] })
  })

  test('is told all that is wrong at once', async () => {
    const { app, authorization } = await service()
    const request = { method: 'POST' as const, url: '/v1/things/a?x=1', headers: { authorization }, payload: { y: 2 } }
    const { errors } = (await app.inject(request)).json()
    expect(errors.map(({ path }: { path: string }) => path)).toEqual(['query.x', 'text', 'y'])
  })

  test.each([
    ['{"text":', 400, 'bad-request'],
    ['{"__proto__":{"a":1},"text":"a"}', 400, 'bad-request'],
    ['{"text":"\\ud83d"}', 400, 'bad-request'],
    [Buffer.from([0x22, 0xff, 0x22]), 400, 'bad-request'],
    ['{"text":"\\ud83d\\udc4d"}', 201, undefined],
    [JSON.stringify({ text: 'x'.repeat(2_000_000) }), 413, 'body-too-large'],
  ])('with the body %j is %i', async (payload, status, code) => {
    const { app, authorization } = await service()
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/v1/things/a', headers, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  test('with a body of another type is 415', async () => {
    const { app, authorization } = await service()
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
      const headers = { authorization, 'content-type': type }
      const answer = await app.inject({ method: 'POST', url: '/v1/things/a', headers, payload: 'x' })
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported-media-type'])
    }
  })

  test('where there is nothing is 404, whatever its body', async () => {
    const { app } = await service()
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/nothing',
      payload: 'x',
      headers: { 'content-type': 'text/plain' },
    })
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, '*'])
  })

  test.each([undefined, 'Basic YTpi', 'Bearer', 'Bearer a b', 'Bearer x'])(
    'with %j for a token is 401',
    async (field) => {
      const { app } = await service()
      const headers = field === undefined ? {} : { authorization: field }
      const answer = await app.inject({ method: 'POST', url: '/v1/things/a', headers, payload: { text: 'a' } })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    },
  )

  test('shows a token where none is needed: it is looked at where that is optional', async () => {
    const { app, authorization } = await service()
    expect((await app.inject({ url: '/v1/things/a', headers: { authorization } })).json().who).toBe('Ada')
    expect((await app.inject('/v1/things/a')).json().who).toBeNull()
    expect((await app.inject({ url: '/v1/things/a', headers: { authorization: 'Bearer x' } })).statusCode).toBe(401)
  })
})

test.each([
  ['refusal', 409, 'discussion-closed', undefined],
  ['busy', 503, 'busy', '1'],
  ['large', 422, 'invalid', undefined],
  ['gone', 503, 'store-unavailable', '5'],
  ['bug', 500, 'internal', undefined],
])('the failure %s is %i %s', async (name, status, code, retryAfter) => {
  const { app } = await service()
  const answer = await app.inject(`/v1/fail/${name}`)
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  expect(answer.headers['retry-after']).toBe(retryAfter)
  expect(answer.body).not.toContain('secret')
})

test('a page of another site may call it: preflight is answered', async () => {
  const { app } = await service()
  const headers = { origin: 'https://example.org', 'access-control-request-method': 'POST' }
  const answer = await app.inject({ method: 'OPTIONS', url: '/v1/things/a', headers })
  expect(answer.statusCode).toBe(204)
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': expect.stringContaining('palaver-seen'),
  })
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
})
