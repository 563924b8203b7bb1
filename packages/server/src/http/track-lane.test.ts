import { once } from 'node:events'
import { type IncomingMessage, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { trackingRoutes } from '../ads/tracking/routes.ts'
import type { Tracking, Visit } from '../ads/tracking/track.ts'
import type { Context } from '../context.ts'
import { testContext } from '../testing/test-context.ts'
import { createApp } from './app.ts'

type Told = { what: 'view' | 'seen'; token: string; visit: Visit }
type Answered = { status: number; headers: Record<string, unknown>; body: Buffer }
type Service = {
  app: FastifyInstance
  context: Context
  told: Told[]
  /** What each of them waits for, and what becomes of it. */
  work: { before: () => Promise<void> }
  call: (method: string, path: string, headers?: Record<string, string>) => Promise<Answered>
}

const TOKEN = '1.org.campaign.slice.7.creative.zone.topic.at.person.signature_-~'

/** A service that hears what pages tell; what follows from it is tried in ads/tracking. */
async function service(env: Record<string, string> = {}): Promise<Service> {
  const context = await testContext({}, env)
  const told: Told[] = []
  const work = { before: async () => {} }
  const hear = (what: Told['what']) => async (token: string, visit: Visit) => {
    await work.before()
    told.push({ what, token, visit })
    return 'billed' as const
  }
  const tracking = { view: hear('view'), seen: hear('seen'), click: async () => ({ location: null }) }
  const app = await createApp(context, trackingRoutes(tracking as unknown as Tracking), { tracking })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const call: Service['call'] = async (method, path, headers = {}) => {
    const asked = ask({ port, path, headers, method, host: '127.0.0.1', agent: false }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
  }
  return { app, context, told, work, call }
}

const isSlow = ({ headers }: Answered): boolean => 'content-security-policy' in headers

test('what a page tells is heard and answered at once; each kind by its own name', async () => {
  const { told, call } = await service()
  const answers = [
    await call('POST', `/t/i/${TOKEN}`, { 'user-agent': 'A browser', 'content-type': 'text/plain;charset=UTF-8' }),
    await call('POST', `/t/v/${TOKEN}`, { 'content-length': '0' }),
  ]
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 204, body: Buffer.alloc(0) })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    expect(isSlow(answer)).toBe(false)
  }
  expect(told.map(({ what, token }) => [what, token])).toEqual([
    ['view', TOKEN],
    ['seen', TOKEN],
  ])
  const [{ visit } = expect.fail()] = told
  expect([visit.address, visit.said('user-agent'), visit.said('purpose')]).toEqual(['127.0.0.1', 'A browser', null])
})

test('without scripts it is a picture, which any page may show and nobody keeps', async () => {
  const { told, call } = await service()
  const answer = await call('GET', `/t/i/${TOKEN}`)
  expect([answer.status, answer.body.length, answer.body.subarray(0, 6).toString()]).toEqual([200, 43, 'GIF89a'])
  expect(answer.headers).toMatchObject({
    'content-type': 'image/gif',
    'content-length': '43',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect([told.length, isSlow(answer)]).toEqual([1, false])
})

test.each(['GET', 'POST'] as const)('the framework answers %s in the same way', async (method) => {
  const { app, told, call } = await service()
  const fast = await call(method, `/t/v/${TOKEN}`)
  const slow = await app.inject({ method, url: `/t/v/${TOKEN}` })
  expect([slow.statusCode, slow.rawPayload]).toEqual([fast.status, fast.body])
  for (const name of ['cache-control', 'access-control-allow-origin', 'cross-origin-resource-policy', 'content-type'])
    expect(slow.headers[name], name).toBe(fast.headers[name])
  expect(told.map(({ what, token }) => [what, token])).toEqual(Array.from({ length: 2 }, () => ['seen', TOKEN]))
})

test('all of it is counted by its pattern, and logged under the id that the client gave', async () => {
  const { context, call } = await service()
  await call('POST', `/t/i/${TOKEN}`)
  await call('POST', `/t/i/${TOKEN}`)
  const { headers } = await call('GET', `/t/i/${TOKEN}`, { 'x-request-id': 'mine' })
  expect(headers['x-request-id']).toBe('mine')
  const figures = await context.metrics.registry.metrics()
  const count = (method: string, status: number): string =>
    `palaver_http_request_duration_seconds_count{method="${method}",route="/t/i/:ticket",status="${status}"}`
  expect(figures).toContain(`${count('POST', 204)} 2`)
  expect(figures).toContain(`${count('GET', 200)} 1`)
})

test('what cannot be written down is said so, and breaks nothing', async () => {
  const { work, call, told } = await service()
  work.before = () => Promise.reject(new Error('The disk is full.'))
  const { status, headers, body } = await call('POST', `/t/i/${TOKEN}`)
  expect([status, headers['content-type'], headers['retry-after']]).toEqual([503, 'application/problem+json', '5'])
  expect(JSON.parse(body.toString())).toMatchObject({ status: 503, code: 'store-unavailable' })
  work.before = async () => {}
  expect((await call('POST', `/t/i/${TOKEN}`)).status).toBe(204)
  expect(told).toHaveLength(1)
})

test('a flood of it by one address is limited; eight of them count as one read', async () => {
  const { call, told } = await service({ PALAVER_LIMIT_LOOPBACK: '1', PALAVER_LIMIT_READS_BY_ADDRESS: '2' })
  const statuses = new Map<number, number>()
  for (let number = 0; number < 30; number++) {
    const { status } = await call('POST', `/t/i/${TOKEN}`)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses.get(429)).toBeGreaterThan(10)
  expect(told.length).toBe(statuses.get(204))
  expect(told.length).toBeGreaterThanOrEqual(8)
})

test('what is under way when the service stops is finished, and answered', async () => {
  const { app, work, call, told } = await service()
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  work.before = () => {
    arrived.resolve()
    return held.promise
  }
  const answer = call('POST', `/t/i/${TOKEN}`)
  await arrived.promise
  const closed = app.close()
  held.resolve()
  expect((await answer).status).toBe(204)
  await closed
  expect(told).toHaveLength(1)
})

test('of a request for the header alone it is told that it is one', async () => {
  const { call, told } = await service()
  const { status, body } = await call('HEAD', `/t/i/${TOKEN}`)
  expect([status, body.length]).toEqual([200, 0])
  expect(told.map(({ visit }) => visit.isHead)).toEqual([true])
})

test('a page of any site may tell it, also one that asks first', async () => {
  const { call } = await service()
  const origin = 'https://page.example'
  const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  for (const answer of [
    await call('OPTIONS', `/t/i/${TOKEN}`, asked),
    await call('POST', `/t/i/${TOKEN}`, { origin }),
    await call('GET', `/t/c/${TOKEN}`, { origin }),
  ])
    expect(answer.headers['access-control-allow-origin'], String(answer.status)).toBe('*')
})

test.each([
  ['PUT', `/t/i/${TOKEN}?x=1`, {}, 405],
  ['POST', `/t/i/${TOKEN}`, { 'content-length': '2', 'content-type': 'application/json' }, 400],
  ['GET', `/t/i/${'a'.repeat(1001)}`, {}, 422],
  ['GET', `/t/i/${'a'.repeat(5000)}`, {}, 414],
  ['GET', '/t/i/%FF', {}, 400],
  ['GET', '/t/i/', {}, 200],
  ['GET', `/t/x/${TOKEN}`, {}, 404],
  ['GET', `/t/i/${TOKEN}/more`, {}, 404],
  ['PUT', `/t/i/${TOKEN}`, {}, 405],
  ['OPTIONS', `/t/i/${TOKEN}`, {}, 204],
] as const)('%s %s is for the framework to judge', async (method, path, headers, expected) => {
  const { app } = await service()
  const { port } = app.server.address() as AddressInfo
  const asked = ask({ port, path, headers, method, host: '127.0.0.1', agent: false })
  asked.end(Object.keys(headers).length > 0 ? '{"' : undefined)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(expected)
})
