import { once } from 'node:events'
import { type IncomingMessage, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { defineRoute } from '../api/route.ts'
import type { Context } from '../context.ts'
import { testContext } from '../testing/test-context.ts'
import { createApp } from './app.ts'

type Service = { context: Context; reads: () => number; clock: { now: number }; get: typeof getFrom }
type Answered = { status: number; headers: Record<string, unknown>; body: Buffer }

let port = 0

/** Plain, so that nothing is decoded or added. */
async function getFrom(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> {
  const asked = ask({ port, path, headers, method, host: '127.0.0.1' }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

/** A service with one public page, which says how often it was read. */
async function service(env: Record<string, string> = {}): Promise<Service> {
  const clock = { now: 1_000_000 }
  const context = await testContext({ now: () => clock.now }, env)
  let reads = 0
  const page = defineRoute({
    method: 'GET',
    path: '/v1/pages/{page}',
    name: 'page',
    auth: 'none',
    summary: '',
    tag: '',
    params: z.object({ page: z.string() }),
    query: z.object({ limit: z.string().optional() }),
    answers: { 200: z.unknown() },
    handle: async ({ params }) => {
      reads += 1
      return {
        body: { reads, text: 'x'.repeat(2000) },
        keepFor: { discussion: params.page, org: 'main' },
        links: { next: { cursor: 'c' } },
      }
    },
  })
  const app = await createApp(context, [page])
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  port = (app.server.address() as AddressInfo).port
  return { context, clock, reads: () => reads, get: getFrom }
}

test('a page is read once, and sent from memory until its discussion changes or a second has passed', async () => {
  const { context, clock, reads, get } = await service()
  const [first, second] = [await get('/v1/pages/a'), await get('/v1/pages/a')]
  expect(reads()).toBe(1)
  const fields: Record<string, unknown> = { ...first.headers, date: expect.any(String) }
  delete fields['x-request-id']
  expect(second).toEqual({ status: 200, headers: fields, body: first.body })
  expect(first.headers).toMatchObject({ link: '</v1/pages/a?cursor=c>; rel="next"', vary: 'accept-encoding' })
  context.pages.changed('b', 'e0')
  await get('/v1/pages/a')
  expect(reads()).toBe(1)
  context.pages.changed('a', 'e1')
  await get('/v1/pages/a')
  expect(reads()).toBe(2)
  clock.now += 1000
  await get('/v1/pages/a')
  expect(reads()).toBe(3)
})

test('another query is another page, and a wrong one is none', async () => {
  const { reads, get } = await service()
  await get('/v1/pages/a')
  await get('/v1/pages/a?limit=5')
  expect(reads()).toBe(2)
  expect([await get('/v1/pages/a?x=5'), await get('/v1/pages/a?x=5')]).toMatchObject([{ status: 422 }, { status: 422 }])
})

test('who wrote through another node reads past it', async () => {
  const { context, reads, get } = await service()
  await get('/v1/pages/a')
  await get('/v1/pages/a', { 'palaver-seen': 'e1' })
  expect(reads()).toBe(2)
  context.pages.changed('other', 'e1')
  await get('/v1/pages/a', { 'palaver-seen': 'e1' })
  expect(reads()).toBe(2)
  await get('/v1/pages/a', { 'palaver-seen': 'e1, e2' })
  expect(reads()).toBe(3)
  await get('/v1/pages/a', { 'palaver-seen': Array.from({ length: 30 }, () => 'e1').join() })
  expect(reads()).toBe(4)
})

test('each encoding is sent with its own tag, and any of them is known again', async () => {
  const { reads, get } = await service()
  const plain = await get('/v1/pages/a')
  for (const [accepted, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const headers = { 'accept-encoding': accepted }
    const [first, again] = await Promise.all([get('/v1/pages/a', headers), get('/v1/pages/a', headers)])
    expect(decode(first.body)).toEqual(plain.body)
    expect(again.body).toEqual(first.body)
    expect(first.headers).toMatchObject({ 'content-encoding': accepted, vary: 'accept-encoding' })
    const tag = String(first.headers['etag'])
    expect(tag).not.toBe(plain.headers['etag'])
    const held = await get('/v1/pages/a', { 'if-none-match': tag, 'accept-encoding': accepted })
    expect([held.status, held.body.length, held.headers['etag']]).toEqual([304, 0, tag])
    expect((await get('/v1/pages/a', { 'if-none-match': tag })).headers['etag']).toBe(plain.headers['etag'])
  }
  expect(reads()).toBe(1)
})

test('what it answers is counted like the rest', async () => {
  const { context, get } = await service()
  const { headers } = await get('/v1/pages/a')
  await get('/v1/pages/a')
  await get('/v1/pages/a')
  await get('/v1/pages/a', { 'if-none-match': String(headers['etag']) })
  const figures = await context.metrics.registry.metrics()
  const count = (status: number): string =>
    `palaver_http_request_duration_seconds_count{method="GET",route="/v1/pages/:page",status="${status}"}`
  expect(figures).toContain(`${count(200)} 3`)
  expect(figures).toContain(`${count(304)} 1`)
})

test('only GET is answered from memory', async () => {
  const { reads, get } = await service()
  await get('/v1/pages/a')
  expect(await get('/v1/pages/a', {}, 'HEAD')).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  expect(reads()).toBe(2)
  expect((await get('/v1/pages/a', {}, 'PUT')).status).toBe(405)
})

test('an address is read that is as long as the slugs of a hundred deep comments', async () => {
  const { get } = await service()
  const { status, headers } = await get(`/v1/pages/a?limit=${'x'.repeat(112_000)}`)
  expect([status, headers['link']]).toEqual([200, undefined])
  expect((await get(`/v1/pages/a?limit=${'x'.repeat(132_000)}`)).status).toBe(431)
})

test.each(['%FF', '%ED%A0%80', '%', '%zz'])('a query with %s is refused, not taken as it stands', async (text) => {
  const { get } = await service()
  expect((await get(`/v1/pages/a?limit=${text}`)).status).toBe(400)
})

test('a flood of it by one address is limited too; eight of them count as one read', async () => {
  const { reads, clock, get } = await service({ PALAVER_LIMIT_LOOPBACK: '1', PALAVER_LIMIT_READS_BY_ADDRESS: '3' })
  const statuses = new Map<number, number>()
  for (let number = 0; number < 30; number++) {
    const { status } = await get('/v1/pages/a')
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(reads()).toBe(1)
  expect([...statuses]).toEqual([
    [200, 10],
    [429, 20],
  ])
  clock.now += 20_000
  expect((await get('/v1/pages/a')).status).toBe(200)
})

test('an id that the client gave comes back, and costs nobody else anything', async () => {
  const { get } = await service()
  await get('/v1/pages/a')
  expect((await get('/v1/pages/a', { 'x-request-id': 'mine' })).headers['x-request-id']).toBe('mine')
  expect((await get('/v1/pages/a')).headers).not.toHaveProperty('x-request-id')
})
