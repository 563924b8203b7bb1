import { once } from 'node:events'
import { type IncomingMessage, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { defineRoute } from '../api/route.ts'
import { testContext } from '../testing/test-context.ts'
import { createApp } from './app.ts'

const OURS = 'https://example.org'
const THEIRS = 'https://evil.example'

async function service(origins: string[]) {
  const now = Date.now()
  const context = await testContext({ now: () => now })
  const { _id: org } = await context.accounts.create('Mine')
  await context.accounts.change(org, { origins })
  let reads = 0
  const about = { summary: '', tag: '', answers: { 200: z.unknown() } }
  const page = defineRoute({
    ...about,
    method: 'GET',
    path: '/v1/page',
    name: 'page',
    auth: 'optional',
    handle: async () => ({ body: { reads: ++reads }, keepFor: { discussion: 'd', org } }),
  })
  const change = (path: string, auth: 'required' | 'none') =>
    defineRoute({
      ...about,
      method: 'POST',
      path,
      name: path,
      auth,
      query: z.object({ org: z.string().optional() }),
      handle: async () => ({ body: 'changed' }),
    })
  const app = await createApp(context, [page, change('/v1/change', 'required'), change('/v1/guests', 'none')])
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const authorization = `Bearer ${await context.accounts.issue(org, { id: 'ada', username: 'Ada' }, 1)}`
  const send = async (method: string, path: string, headers: Record<string, string>): Promise<IncomingMessage> => {
    const asked = ask({ host: '127.0.0.1', port, path, method, headers, agent: false }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return answer.resume()
  }
  const allowed = async (origin: string | null, extra = {}) => {
    const { headers } = await send('GET', '/v1/page', { ...(origin !== null && { origin }), ...extra })
    return [headers['access-control-allow-origin'], headers['vary']]
  }
  return { org, port, context, authorization, send, allowed, reads: () => reads }
}

test('where an org names no sites, pages of any may read and write', async () => {
  const { allowed, send, authorization } = await service([])
  for (const origin of [OURS, THEIRS, null]) expect(await allowed(origin)).toEqual(['*', 'accept-encoding'])
  expect((await send('POST', '/v1/change', { authorization, origin: THEIRS })).statusCode).toBe(200)
})

test('where it does, only theirs may read: from the cache as well, which is one for all', async () => {
  const { allowed, reads, authorization } = await service([OURS])
  const vary = 'accept-encoding, origin'
  for (const extra of [{}, { authorization }])
    for (let time = 0; time < 2; time++) {
      expect(await allowed(THEIRS, extra)).toEqual([undefined, vary])
      expect(await allowed(OURS, extra)).toEqual([OURS, vary])
      expect(await allowed('null', extra)).toEqual([undefined, vary])
      expect(await allowed(null, extra)).toEqual([undefined, vary])
    }
  // Once more for the token, which is not known to be good at first.
  expect(reads()).toBe(2)
})

test('and only theirs may write; what is no page may, and so may /docs of the service itself', async () => {
  const { send, authorization, port, org } = await service([OURS])
  const post = (path: string, headers: Record<string, string>): Promise<IncomingMessage> => send('POST', path, headers)
  expect((await post('/v1/change', { authorization, origin: OURS })).statusCode).toBe(200)
  expect((await post('/v1/change', { authorization })).statusCode).toBe(200)
  expect((await post('/v1/change', { authorization, origin: `http://127.0.0.1:${port}` })).statusCode).toBe(200)
  const refused = await post('/v1/change', { authorization, origin: THEIRS })
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([403, undefined])
  expect((await post(`/v1/guests?org=${org}`, { origin: THEIRS })).statusCode).toBe(403)
  expect((await post(`/v1/guests?org=${org}`, { origin: OURS })).statusCode).toBe(200)
})

test('a preflight is answered without looking at an org', async () => {
  const { send } = await service([OURS])
  const headers = { origin: THEIRS, 'access-control-request-method': 'POST' }
  const answer = await send('OPTIONS', '/v1/change', headers)
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([204, '*'])
})
