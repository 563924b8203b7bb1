import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineRoute } from '../api/route.ts'
import { bodyOf, rawService, statusOf } from './raw-client.fixtures.ts'

const echo = (path: string, largestBody?: number) =>
  defineRoute({
    method: 'POST',
    path,
    name: path,
    auth: 'none',
    summary: '',
    tag: '',
    body: z.unknown(),
    answers: { 200: z.unknown() },
    ...(largestBody !== undefined && { largestBody }),
    handle: async () => ({ body: 'taken' }),
  })
const routes = [echo('/v1/echo'), echo('/v1/large', 2_000_000)]

const CLOSE = 'Host: x\r\nConnection: close\r\n'

test.each([
  ['TRACE /nowhere HTTP/1.1', CLOSE, 404, 'not-found'],
  ['QUERY /nowhere HTTP/1.1', CLOSE, 404, 'not-found'],
  ['CONNECT example.org:80 HTTP/1.1', 'Host: x\r\n', 400, 'bad-request'],
  ['FROBNICATE /v1/echo HTTP/1.1', CLOSE, 400, 'bad-request'],
  ['DELETE /v1/echo HTTP/1.1', CLOSE, 405, 'method-not-allowed'],
  ['GET /healthz HTTP/1.1', 'Connection: close\r\n', 400, 'bad-request'],
  ['GET /healthz HTTP/1.1', `${CLOSE}Expect: the-best\r\n`, 417, 'expectation-failed'],
  ['GET /healthz HTTP/1.1', `${CLOSE}${'a: b\r\n'.repeat(100)}`, 431, 'headers-too-large'],
  ['GET /healthz HTTP/1.1', `${CLOSE}Content-Length: x\r\n`, 400, 'bad-request'],
  ['GET /healthz HTTP/1.1', `${CLOSE}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n`, 400, 'bad-request'],
])('%s (%#) is a problem', async (line, fields, status, code) => {
  const { exchange } = await rawService(routes)
  const answer = await exchange(`${line}\r\n${fields}\r\n`)
  expect([statusOf(answer), bodyOf(answer)]).toEqual([status, expect.objectContaining({ status, code })])
  expect(answer.toLowerCase()).toContain('content-type: application/problem+json')
})

test.each(['TRACE', 'PROPFIND', 'QUERY', 'DELETE'])(
  '%s where nothing takes it is told what is possible',
  async (method) => {
    const { exchange } = await rawService(routes)
    const answer = await exchange(`${method} /v1/echo HTTP/1.1\r\n${CLOSE}Content-Length: 2\r\n\r\n{}`)
    expect([statusOf(answer), bodyOf(answer)]).toEqual([
      405,
      expect.objectContaining({
        code: 'method-not-allowed',
        detail: `${method} is not possible here; possible: POST, OPTIONS.`,
      }),
    ])
    expect(answer.toLowerCase()).toMatch(/\r\nallow: post, options\r\n/)
    expect(answer.toLowerCase()).toContain('content-type: application/problem+json')
  },
)

test('what is well is still answered: HTTP/1.0 without Host, and a body after 100-continue', async () => {
  const { exchange } = await rawService(routes)
  expect(statusOf(await exchange('GET /healthz HTTP/1.0\r\n\r\n'))).toBe(200)
  const body = '{}'
  const fields = `${CLOSE}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n`
  const answer = await exchange(`POST /v1/echo HTTP/1.1\r\n${fields}\r\n${body}`)
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
})

test.each([
  ['{', '', 400, 'The body is not JSON.'],
  ['{"__proto__":{}}', '', 400, 'The body has a member `__proto__`'],
  ['{"constructor":{"prototype":{}}}', '', 400, 'The body has a member `__proto__`, or `constructor`'],
  ['{}', 'Content-Encoding: gzip\r\n', 415, 'without Content-Encoding'],
  ['{}', 'Content-Encoding: Identity\r\n', 200, null],
  ['', 'Content-Encoding: gzip\r\n', 200, null],
])('of a body %j (%j) the answer says what is wrong', async (body, fields, status, detail) => {
  const { exchange } = await rawService(routes)
  const head = `POST /v1/echo HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const answer = await exchange(`${head}${fields}\r\n${body}`)
  expect(statusOf(answer)).toBe(status)
  if (detail !== null) expect(bodyOf(answer)).toMatchObject({ detail: expect.stringContaining(detail) })
})

test.each([
  [`/v1/named/${'a'.repeat(5000)}`, 414, 'A part of the address is longer than the service reads.'],
  ['/v1/named/%ff', 400, 'The address cannot be read: each % in it must begin a character'],
])('of an address that cannot be read (%#) nothing is repeated', async (path, status, detail) => {
  const { exchange } = await rawService([{ ...echo('/v1/named/{name}'), params: z.object({ name: z.string() }) }])
  const answer = await exchange(`POST ${path} HTTP/1.1\r\n${CLOSE}Content-Length: 0\r\n\r\n`)
  expect(bodyOf(answer)).toMatchObject({ status, detail: expect.stringContaining(detail) })
  expect(answer).not.toContain(path)
})

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const text = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2))

test.each([
  [nested(32), '/v1/echo', 200],
  [nested(33), '/v1/echo', 400],
  [nested(400_000), '/v1/echo', 400],
  [`{"a":${'{"a":'.repeat(100_000)}`, '/v1/echo', 400],
  [`"${'['.repeat(100)}\\"${'{'.repeat(100)}"`, '/v1/echo', 200],
  [`[${'1,'.repeat(49_999)}1]`, '/v1/echo', 200],
  [`[${'1,'.repeat(50_000)}1]`, '/v1/echo', 400],
  [text(1_000_000), '/v1/echo', 200],
  [text(1_000_001), '/v1/echo', 413],
  [text(2_000_000), '/v1/large', 200],
  [text(2_000_001), '/v1/large', 413],
])('a body (%#) is taken or refused before anything is made of it', async (payload, url, status) => {
  const { app } = await rawService(routes)
  const headers = { 'content-type': 'application/json' }
  expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(status)
})
