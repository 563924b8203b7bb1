import { once } from 'node:events'
import { type IncomingMessage, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../http/app.ts'
import { testContext } from '../../testing/test-context.ts'
import { BROWSER, DESTINATION, ground } from './ground.fixtures.ts'
import { trackingRoutes } from './routes.ts'

/** The service with real parts, as browsers meet it. */
async function service() {
  const there = await ground()
  const { tracking } = there
  const context = await testContext({ store: there.store, now: () => there.clock.now })
  const app = await createApp(context, trackingRoutes(tracking), { tracking })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const call = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const asked = ask({
      port,
      path,
      method,
      host: '127.0.0.1',
      agent: false,
      headers: { 'user-agent': BROWSER, ...headers },
    })
    const [response] = (await once(asked.end(), 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
  }
  return { ...there, app, call }
}

test('an ad is shown, seen, clicked and bought, as a browser and the shop tell it', async () => {
  const { call, decide, issue, sliceOf, spent } = await service()
  const decided = await decide('cpa')
  const { i, v, c } = await issue(decided)
  expect((await call('POST', `/t/i/${i}`, { origin: 'https://page.example' })).status).toBe(204)
  expect((await call('GET', `/t/v/${v}`)).status).toBe(200)
  const click = await call('GET', `/t/c/${c}`)
  expect([click.status, click.body, click.headers['cache-control']]).toEqual([302, '', 'no-store'])
  expect(click.headers).not.toHaveProperty('referrer-policy')
  const landing = new URL(click.headers.location ?? '')
  expect(landing.href.startsWith(DESTINATION)).toBe(true)
  const token = landing.searchParams.get('palaver_click') ?? ''
  const told = await call('POST', `/t/a/${token}`, { 'user-agent': 'shop-server/1.0' })
  expect([told.status, JSON.parse(told.body)]).toEqual([200, { counts: true, verdict: 'billed' }])
  const picture = await call('GET', `/t/a/${token}`)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/gif'])
  const { views, seen } = await sliceOf(decided)
  expect([views.length, seen, await spent()]).toEqual([1, [decided.index], 2_000_000])
})

test('the routes do the same without the lane', async () => {
  const { app, decide, issue, sliceOf } = await service()
  const decided = await decide()
  const { i, v } = await issue(decided)
  const headers = { 'user-agent': BROWSER }
  expect((await app.inject({ method: 'POST', url: `/t/i/${i}`, headers })).statusCode).toBe(204)
  expect((await app.inject({ url: `/t/v/${v}`, headers })).statusCode).toBe(200)
  const { views, seen } = await sliceOf(decided)
  expect([views.length, seen]).toEqual([1, [decided.index]])
})

test.each(['HEAD', 'GET'])(
  '%s of a bot, or for the header alone, bills nothing, and is answered as always',
  async (method) => {
    const { call, decide, issue, spent } = await service()
    const { i, c } = await issue(await decide())
    const headers: Record<string, string> = method === 'GET' ? { 'user-agent': 'curl/8.0' } : {}
    expect((await call(method, `/t/i/${i}`, headers)).status).toBe(200)
    const { status, headers: given } = await call(method, `/t/c/${c}`, headers)
    expect([status, given.location, await spent()]).toEqual([302, DESTINATION, 0])
  },
)

test('B8.3: nothing in an address leads anywhere but to what is stored', async () => {
  const { call, decide, issue, clock } = await service()
  const { c, i } = await issue(await decide())
  const evil = encodeURIComponent('https://evil.example/')
  const tries = [
    `/t/c/${evil}`,
    '/t/c/https://evil.example/',
    '/t/c//evil.example/',
    '/t/c/\\\\evil.example',
    `/t/c/${i}`,
    `/t/c/${c}${evil}`,
    `/t/c/${c}%0d%0aLocation:%20https://evil.example/`,
    `/t/c/${c}@evil.example`,
    `/t/c/%00${c}`,
    `/t/c/${c}%C3%BC`,
    `/t/c/${'a'.repeat(900)}`,
    `/t/c/${'a'.repeat(3000)}`,
    `/t/c/${'%C3%BC'.repeat(300)}`,
    `/t/c/${'a'.repeat(100_000)}`,
    '/t/c/',
    '/t/c/__proto__',
  ]
  for (const path of tries) {
    const { status, headers, body } = await call('GET', path)
    expect([status >= 400 && status < 500, headers.location], path).toEqual([true, undefined])
    expect(headers['content-type'], path).toContain('application/problem+json')
    expect(body).not.toContain('evil.example/"')
  }
  clock.now += 1
  // What others add to an address changes nothing.
  for (const added of ['', `?url=${evil}`, '?palaver_click=x', '?fbclid=1&fbclid=2', '?%FF', '?'])
    expect((await call('GET', `/t/c/${c}${added}`)).headers.location, added).toBe(DESTINATION)
})

test('what is told counts, whatever others have added to the address', async () => {
  const { call, decide, issue, sliceOf } = await service()
  const [first, second] = [await decide(), await decide()]
  expect((await call('GET', `/t/i/${(await issue(first)).i}?cb=1`)).status).toBe(200)
  expect((await call('POST', `/t/i/${(await issue(second)).i}?cb=2`)).status).toBe(204)
  expect((await sliceOf(second)).views).toHaveLength(2)
})

test.each(['billed', 'free', 'repeat', 'late'] as const)(
  'a conversion that is %s says whether it counts',
  async (verdict) => {
    const { tracking, store, clock } = await ground()
    const context = await testContext({ store, now: () => clock.now })
    const judged = Object.assign(Object.create(tracking), { conversion: async () => verdict })
    const app = await createApp(context, trackingRoutes(judged))
    onTestFinished(() => app.close())
    const told = await app.inject({ method: 'POST', url: '/t/a/token' })
    expect(told.json()).toEqual({ counts: verdict === 'billed' || verdict === 'free', verdict })
  },
)

test('a conversion that nobody here signed is not there, and its picture is shown all the same', async () => {
  const { call } = await service()
  const told = await call('POST', '/t/a/1.2.3')
  expect([told.status, JSON.parse(told.body)]).toEqual([404, expect.objectContaining({ code: 'not-found' })])
  expect((await call('GET', '/t/a/1.2.3')).status).toBe(200)
})

test('B8.2: a browser that sends its beacon fifty times at once is billed for one', async () => {
  const { call, decide, issue, sliceOf } = await service()
  const decided = await decide()
  const { i } = await issue(decided)
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST', `/t/i/${i}`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  expect((await sliceOf(decided)).views).toHaveLength(1)
})

test('what was told is written when the service has stopped, also if the page is gone', async () => {
  const { app, tracking, decide, issue, sliceOf } = await service()
  const { port } = app.server.address() as AddressInfo
  const decided = await decide()
  const { i } = await issue(decided)
  const asked = ask({
    port,
    path: `/t/i/${i}`,
    method: 'POST',
    host: '127.0.0.1',
    agent: false,
    headers: { 'user-agent': BROWSER },
  })
  asked.on('error', () => {})
  const arrived = once(app.server, 'request')
  asked.end()
  await arrived
  asked.destroy()
  await app.close()
  await tracking.settled()
  expect((await sliceOf(decided)).views).toHaveLength(1)
})
