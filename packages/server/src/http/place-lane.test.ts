import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as ask } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { placementRoutes } from '../ads/routes/placements.ts'
import type { Ads, AskedPlaces } from '../ads/service.ts'
import { noZone } from '../ads/serving/serve.ts'
import { testContext } from '../testing/test-context.ts'
import { type AppOptions, createApp } from './app.ts'

type Answered = { status: number; headers: Record<string, unknown>; body: Record<string, unknown> }

const SHOWN = { places: [{ zone: 'front', ads: [] }] }
const bodyFor = (org: string, zone = 'front'): string => JSON.stringify({ org, places: [{ zone }] })
const JSON_TYPE = { 'content-type': 'application/json' }
const HIDDEN = 'no-such-zone'

/** A service whose pages ask for ads; which ones they get is tried in ads/. */
async function service(env: Record<string, string> = {}, options: AppOptions = {}) {
  const context = await testContext({}, env)
  const asked: AskedPlaces[] = []
  const work = { before: async () => {} }
  const place = async (one: AskedPlaces): Promise<Buffer> => {
    asked.push(one)
    await work.before()
    if (one.places[0]?.zone === HIDDEN) throw noZone(HIDDEN)
    return Buffer.from(JSON.stringify(SHOWN))
  }
  const ads = Object.assign(Object.create(context.ads) as Ads, { place })
  const { _id: org } = await context.accounts.create('Lanes')
  const app = await createApp({ ...context, ads }, placementRoutes(ads), options)
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const open = (headers: Record<string, string> = JSON_TYPE): ClientRequest =>
    ask({ port, headers, path: '/v1/placements', method: 'POST', host: '127.0.0.1', agent: false })
  const call = async (body: string | Buffer, headers: Record<string, string> = JSON_TYPE): Promise<Answered> => {
    const sent = open({ ...headers, 'content-length': String(Buffer.byteLength(body)) })
    return answerTo(sent.end(body))
  }
  return { app, context, asked, work, org, port, open, call }
}

async function answerTo(sent: ClientRequest): Promise<Answered> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = JSON.parse(await text(response)) as Answered['body']
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

test('is answered as the framework answers it, field by field', async () => {
  const { app, asked, org, call } = await service()
  const headers = { ...JSON_TYPE, 'user-agent': 'A browser', 'x-request-id': 'mine', origin: 'https://page.example' }
  const fast = await call(bodyFor(org), headers)
  const slow = await app.inject({ method: 'POST', url: '/v1/placements', headers, payload: bodyFor(org) })
  expect([fast.status, fast.body]).toEqual([200, SHOWN])
  expect([slow.statusCode, slow.json()]).toEqual([200, SHOWN])
  const ofConnection = { date: null, connection: null }
  expect({ ...fast.headers, ...ofConnection }).toEqual({ ...slow.headers, ...ofConnection })
  const [first, second] = asked.map(({ said, ...rest }) => ({ ...rest, by: said('user-agent'), no: said('purpose') }))
  expect(first).toEqual(second)
  expect(first).toMatchObject({ org, by: 'A browser', no: null, consent: false })
})

test('a body may come in pieces, and one connection may ask again and again', async () => {
  const { asked, org, open, port } = await service()
  const body = bodyFor(org)
  const sent = open({ ...JSON_TYPE, 'content-length': String(body.length) })
  sent.write(body.slice(0, 20))
  await once(sent, 'socket')
  sent.end(body.slice(20))
  expect((await answerTo(sent)).status).toBe(200)
  const socket = connect(port, '127.0.0.1')
  const one = (last: boolean): string =>
    `POST /v1/placements HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${last ? 'Connection: close\r\n' : ''}\r\n${body}`
  socket.write(one(false) + one(false) + one(true))
  expect((await text(socket)).match(/HTTP\/1\.1 200/g)).toHaveLength(3)
  expect(asked).toHaveLength(4)
})

test.each([
  ['a zone that there is not', (org: string) => bodyFor(org, HIDDEN), JSON_TYPE, [404, 'zone-not-found']],
  [
    'a field that nobody knows',
    (org: string) => `{"org":"${org}","places":[{"zone":"a"}],"x":1}`,
    JSON_TYPE,
    [422, 'invalid'],
  ],
  ['no JSON', () => '{"', JSON_TYPE, [400, 'bad-request']],
  ['bytes that are no text', () => Buffer.from([0x22, 0xff, 0x22]), JSON_TYPE, [400, 'bad-request']],
  [
    'a prototype',
    (org: string) => `{"__proto__":1,"org":"${org}","places":[{"zone":"a"}]}`,
    JSON_TYPE,
    [400, 'bad-request'],
  ],
  [
    'half a character',
    (org: string) => `{"org":"${org}","places":[{"zone":"a"}],"locale":"\\ud800"}`,
    JSON_TYPE,
    [400, 'bad-request'],
  ],
  ['another type', bodyFor, { 'content-type': 'text/plain' }, [415, 'unsupported-media-type']],
  ['what is packed', bodyFor, { ...JSON_TYPE, 'content-encoding': 'gzip' }, [415, 'unsupported-media-type']],
  ['a token that is none', bodyFor, { ...JSON_TYPE, authorization: 'Bearer none' }, [401, 'unauthenticated']],
] as const)('%s is for the framework to refuse', async (_, body, headers, expected) => {
  const { org, call } = await service()
  const answer = await call(body(org), headers)
  expect([answer.status, answer.body['code']]).toEqual(expected)
  expect(answer.headers['content-type']).toContain('application/problem+json')
})

test('what is longer, or comes without a length, is answered by the framework', async () => {
  const { org, call, open } = await service()
  const long = JSON.stringify({ org, places: [{ zone: 'a' }], page: { keywords: Array(50).fill('ä'.repeat(80)) } })
  expect(Buffer.byteLength(long)).toBeGreaterThan(8192)
  expect((await call(long)).status).toBe(200)
  const chunked = open({ ...JSON_TYPE, 'transfer-encoding': 'chunked' })
  expect((await answerTo(chunked.end(bodyFor(org)))).status).toBe(200)
})

test('each counts as one read, also where it is refused, and says how many are left', async () => {
  const { call, org, open, context } = await service({
    PALAVER_LIMIT_LOOPBACK: '1',
    PALAVER_LIMIT_READS_BY_ADDRESS: '4',
  })
  const left = ({ headers }: Answered): string => String(headers['ratelimit']).split(';')[1] ?? ''
  expect(left(await call(bodyFor(org)))).toBe('r=3')
  expect((await call(bodyFor(org, HIDDEN))).status).toBe(404)
  expect(left(await call(bodyFor(org)))).toBe('r=1')
  expect((await call('{}')).status).toBe(422)
  const refused = await call(bodyFor(org))
  expect([refused.status, refused.body['code']]).toEqual([429, 'rate-limited'])
  expect(refused.headers['retry-after']).toBeDefined()
  const refusals = 'palaver_rate_limited_total{cost="read",by="address"}'
  expect(await context.metrics.registry.metrics()).toContain(`${refusals} 1\n`)
  const half = open({ ...JSON_TYPE, 'content-length': '100' })
  half.write('{')
  expect((await answerTo(half)).status).toBe(429)
  half.destroy()
})

test('who has as many under way as one may waits for their turn', async () => {
  const { work, asked, org, call } = await service({}, { turns: { atOnceOfOne: 1 } })
  const held = Promise.withResolvers<void>()
  work.before = () => held.promise
  const answers = [call(bodyFor(org)), call(bodyFor(org))]
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  held.resolve()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  expect(asked).toHaveLength(2)
})

test('pages of sites that an org does not name are refused, those that it names may read', async () => {
  const { context, call, org, asked } = await service()
  await context.accounts.change(org, { origins: ['https://page.example'] })
  const foreign = await call(bodyFor(org), { ...JSON_TYPE, origin: 'https://other.example' })
  expect([foreign.status, foreign.body['code']]).toEqual([403, 'origin-not-allowed'])
  expect(asked).toHaveLength(0)
  const { status, headers } = await call(bodyFor(org), { ...JSON_TYPE, origin: 'https://page.example' })
  expect([status, headers['access-control-allow-origin']]).toEqual([200, 'https://page.example'])
  expect(headers['vary']).toBe('accept-encoding, origin')
})

test.each(['front', HIDDEN])('is counted, also where nobody waited for the answer: %s', async (zone) => {
  const { app, context, work, asked, org, open, call } = await service()
  await call(bodyFor(org))
  const held = Promise.withResolvers<void>()
  work.before = () => held.promise
  const body = bodyFor(org, zone)
  const sent = open({ ...JSON_TYPE, 'content-length': String(body.length) }).end(body)
  sent.on('error', () => {})
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  sent.destroy()
  const count = (status: number): string =>
    `palaver_http_request_duration_seconds_count{method="POST",route="/v1/placements",status="${status}"} 1`
  // The service hears of it before the answer is there.
  const connections = promisify(app.server.getConnections.bind(app.server))
  await vi.waitFor(async () => expect(await connections()).toBe(0))
  held.resolve()
  await vi.waitFor(async () => expect(await context.metrics.registry.metrics()).toContain(count(499)))
  expect(await context.metrics.registry.metrics()).toContain(count(200))
})
