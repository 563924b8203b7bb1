import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineRoute, type Cost } from '../../api/route.ts'
import { testContext } from '../../testing/test-context.ts'
import { createApp } from '../app.ts'

const route = (method: 'GET' | 'POST', name: string, cost?: Cost) =>
  defineRoute({
    method,
    path: `/v1/${name}`,
    name,
    auth: 'optional',
    scope: 'read',
    summary: '',
    tag: '',
    answers: { 200: z.unknown() },
    ...(cost && { cost }),
    handle: async ({ address }) => ({ body: { address } }),
  })

const FAR = '203.0.113.9'
type Asking = InjectOptions & { as?: string; from?: string }

async function service(env: Record<string, string>) {
  const clock = { now: Date.now() }
  const context = await testContext({ now: () => clock.now }, env)
  const app = await createApp(context, [route('GET', 'read'), route('POST', 'write'), route('GET', 'dear', 'costly')])
  const orgs = { one: await context.accounts.create('One'), two: await context.accounts.create('Two') }
  const ask = async (url: string, { as, from = FAR, ...rest }: Asking = {}): Promise<LightMyRequestResponse> => {
    const [org, id = ''] = as?.split('/') ?? []
    const known = org === 'two' ? orgs.two : orgs.one
    const token = as === undefined ? null : await context.accounts.issue(known._id, { id, username: id }, 1)
    const headers = { ...rest.headers, ...(token !== null && { authorization: `Bearer ${token}` }) }
    return app.inject({ ...rest, url, headers, remoteAddress: from })
  }
  const statuses = async (count: number, url: string, asking: Asking = {}): Promise<number[]> => {
    const found: number[] = []
    for (let number = 0; number < count; number++) found.push((await ask(url, asking)).statusCode)
    return found
  }
  return { clock, context, ask, statuses }
}

const write = { method: 'POST' } as const

test('a user has so many writes a minute, and is told what is left', async () => {
  const { clock, ask, statuses } = await service({ PALAVER_LIMIT_WRITES_BY_USER: '3' })
  const first = await ask('/v1/write', { ...write, as: 'one/ada' })
  expect(first.headers['ratelimit-policy']).toBe(
    '"writes-by-address";q=300;w=60, "writes-by-user";q=3;w=60, "writes-by-org";q=6000;w=60',
  )
  expect(first.headers['ratelimit']).toBe(
    '"writes-by-address";r=299;t=1, "writes-by-user";r=2;t=20, "writes-by-org";r=5999;t=1',
  )
  expect(await statuses(3, '/v1/write', { ...write, as: 'one/ada' })).toEqual([200, 200, 429])
  expect(await statuses(1, '/v1/write', { ...write, as: 'one/bob' })).toEqual([200])
  expect(await statuses(1, '/v1/read', { as: 'one/ada' })).toEqual([200])
  clock.now += 20_000
  expect(await statuses(2, '/v1/write', { ...write, as: 'one/ada' })).toEqual([200, 429])
})

test('429 is a problem that says when to come back', async () => {
  const { ask, context } = await service({ PALAVER_LIMIT_READS_BY_ADDRESS: '1' })
  await ask('/v1/read')
  const { statusCode, headers, body } = await ask('/v1/read')
  expect([statusCode, JSON.parse(body)]).toEqual([429, expect.objectContaining({ code: 'rate-limited', status: 429 })])
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('application/problem+json'),
    'retry-after': '60',
    'ratelimit-policy': '"reads-by-address";q=1;w=60',
    ratelimit: '"reads-by-address";r=0;t=60',
    'access-control-expose-headers': expect.stringContaining('retry-after'),
  })
  expect(await context.metrics.registry.metrics()).toContain('palaver_rate_limited_total{cost="read",by="address"} 1')
})

test('an org as a whole has a limit, which is none of another org', async () => {
  const { statuses } = await service({ PALAVER_LIMIT_READS_BY_ORG: '2' })
  expect(await statuses(1, '/v1/read', { as: 'one/ada' })).toEqual([200])
  expect(await statuses(2, '/v1/read', { as: 'one/bob' })).toEqual([200, 429])
  expect(await statuses(2, '/v1/read', { as: 'two/eve' })).toEqual([200, 200])
})

test('who is refused by one limit is not charged by the others', async () => {
  const { clock, statuses } = await service({ PALAVER_LIMIT_READS_BY_USER: '1', PALAVER_LIMIT_READS_BY_ORG: '3' })
  expect(await statuses(5, '/v1/read', { as: 'one/ada' })).toEqual([200, 429, 429, 429, 429])
  expect(await statuses(2, '/v1/read', { as: 'one/bob' })).toEqual([200, 429])
  clock.now += 1
  expect(await statuses(1, '/v1/read', { as: 'one/eve' })).toEqual([200])
})

test('what costs much is counted apart, and 0 switches a limit off', async () => {
  const { statuses } = await service({ PALAVER_LIMIT_COSTLY_BY_ADDRESS: '1', PALAVER_LIMIT_READS_BY_ADDRESS: '0' })
  expect(await statuses(2, '/v1/dear')).toEqual([200, 429])
  expect(await statuses(20, '/v1/read')).toEqual(Array.from({ length: 20 }, () => 200))
})

test('an address that keeps sending wrong tokens is refused too', async () => {
  const { statuses } = await service({ PALAVER_LIMIT_READS_BY_ADDRESS: '2' })
  expect(await statuses(3, '/v1/read', { headers: { authorization: 'Bearer x' } })).toEqual([401, 401, 429])
})

test('this machine is not limited, unless it is said to be, or passes on what others ask', async () => {
  const env = { PALAVER_LIMIT_READS_BY_ADDRESS: '1' }
  const here = { from: '127.0.0.1' }
  const free = await service(env)
  expect(await free.statuses(3, '/v1/read', here)).toEqual([200, 200, 200])
  const proxied = { ...here, headers: { 'x-forwarded-for': '198.51.100.1' } }
  expect(await free.statuses(2, '/v1/read', proxied)).toEqual([200, 429])
  const limited = await service({ ...env, PALAVER_LIMIT_LOOPBACK: '1' })
  expect(await limited.statuses(2, '/v1/read', here)).toEqual([200, 429])
})

test('a forged X-Forwarded-For is not believed', async () => {
  const { ask } = await service({ PALAVER_LIMIT_READS_BY_ADDRESS: '1' })
  const forged = (number: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${number}` } })
  expect((await ask('/v1/read', forged(1))).json()).toEqual({ address: FAR })
  expect((await ask('/v1/read', forged(2))).statusCode).toBe(429)
})

test('behind a proxy the address is the one that it heard, not what stands before that', async () => {
  const { ask } = await service({ PALAVER_LIMIT_READS_BY_ADDRESS: '1', PALAVER_TRUST_PROXY: '1' })
  const through = (number: number, client: string) => ({
    from: '127.0.0.1',
    headers: { 'x-forwarded-for': `198.51.100.${number}, ${client}` },
  })
  expect((await ask('/v1/read', through(1, FAR))).json()).toEqual({ address: FAR })
  expect((await ask('/v1/read', through(2, FAR))).statusCode).toBe(429)
  expect((await ask('/v1/read', through(2, '203.0.113.10'))).statusCode).toBe(200)
})
