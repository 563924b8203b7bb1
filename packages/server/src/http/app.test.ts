import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Unavailable } from '@palaver/store'
import { fastify, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { problemStatus } from '../api/problem-codes.ts'
import { testContext } from '../testing/test-context.ts'
import { version } from '../version.ts'
import { createApp } from './app.ts'
import { answerErrorsAsProblems } from './errors.ts'

async function answer(request: InjectOptions | string): Promise<LightMyRequestResponse> {
  const app = await createApp(await testContext())
  return app.inject(request)
}

test('the start page says what runs and where the docs are, and its policy allows its own style alone', async () => {
  const { statusCode, headers, body } = await answer('/')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain(`<dd>${version}</dd>`)
  expect(body).toContain('SQLite')
  expect(body).toContain('docs/architecture.md')
  const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}';`)
  expect(body).not.toMatch(/https?:|<script|style=/)
})

test('/healthz is alive and /readyz ready', async () => {
  expect((await answer('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await answer('/readyz')).json()).toEqual({ status: 'ready' })
})

test('/readyz is a problem while the store does not answer, and /healthz is still well', async () => {
  const context = await testContext()
  const app = await createApp({
    ...context,
    store: { ...context.store, ping: () => Promise.reject(new Error('gone')) },
  })
  const ready = await app.inject('/readyz')
  expect(ready.statusCode).toBe(503)
  expect(ready.headers['content-type']).toContain('application/problem+json')
  expect(ready.json()).toMatchObject({ status: 503, code: 'store-unavailable' })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

test('/metrics has the process and the requests by route, and no addresses that strangers chose', async () => {
  const app = await createApp(await testContext())
  await app.inject('/healthz')
  await app.inject('/wp-login.php?x=1')
  const { headers, body } = await app.inject('/metrics')
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain('process_resident_memory_bytes')
  expect(body).toContain('palaver_http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1')
  expect(body).not.toContain('wp-login')
})

test.each([
  ['GET', '/nothing', 404, 'not-found'],
  ['POST', '/healthz', 405, 'method-not-allowed'],
  ['OPTIONS', '/', 405, 'method-not-allowed'],
  ['GET', '/%zz', 400, 'bad-request'],
] as const)('%s %s is answered with %i %s', async (method, url, status, code) => {
  const { statusCode, headers, ...response } = await answer({ method, url })
  expect(statusCode).toBe(status)
  expect(headers['content-type']).toContain('application/problem+json')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  expect(response.json()).toEqual({
    type: 'about:blank',
    title: expect.any(String),
    status,
    code,
    detail: expect.any(String),
  })
})

test('405 says what is allowed, whatever the body is', async () => {
  const { statusCode, headers } = await answer({
    method: 'PUT',
    url: '/readyz',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  })
  expect(statusCode).toBe(405)
  expect(headers['allow']).toBe('GET, HEAD')
})

test.each([
  ['{"a":', 'application/json', 400, 'bad-request'],
  ['x'.repeat(2000), 'text/plain', 413, 'body-too-large'],
  ['<a/>', 'application/xml', 415, 'unsupported-media-type'],
] as const)('a body that cannot be taken (%#) is a problem', async (payload, type, status, code) => {
  const app = fastify({ bodyLimit: 1000 })
  answerErrorsAsProblems(app)
  app.post('/', () => 'taken')
  const response = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })
  expect([response.statusCode, response.json().code]).toEqual([status, code])
})

test('a mistake of ours tells the caller an id and nothing else', async () => {
  const app = fastify()
  answerErrorsAsProblems(app)
  app.get('/', () => {
    throw new Error('password=hunter2')
  })
  const { statusCode, body } = await app.inject('/')
  expect(statusCode).toBe(500)
  expect(JSON.parse(body)).toMatchObject({ code: 'internal', requestId: expect.any(String) })
  expect(body).not.toContain('hunter2')
})

test('a store that does not answer is 503, and what it said stays in the log', async () => {
  const app = fastify()
  answerErrorsAsProblems(app)
  app.get('/', () => {
    throw new Unavailable('none', 'No space is left on the disk that holds /var/secret.')
  })
  const { statusCode, body } = await app.inject('/')
  expect([statusCode, JSON.parse(body).code]).toEqual([503, 'store-unavailable'])
  expect(body).not.toContain('/var/secret')
})

test('docs/errors.md explains every code', () => {
  const docs = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
  const explained = [...docs.matchAll(/^\| `([a-z-]+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ])
  expect(Object.fromEntries(explained)).toEqual(problemStatus)
})
