import { once } from 'node:events'
import { request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { defineRoute } from '../api/route.ts'
import { testContext } from '../testing/test-context.ts'
import { createApp } from './app.ts'
import { Turns } from './turns.ts'

const still = new AbortController().signal
const signal = (): AbortSignal => still

test('of one party so many begin at once; the others wait, and too many are refused', async () => {
  const turns = new Turns({ atOnceOfOne: 2, waitingOfOne: 1 })
  expect([turns.enter('a', signal), turns.enter('a', signal)]).toEqual([undefined, undefined])
  const third = turns.enter('a', signal)
  expect(third).toBeInstanceOf(Promise)
  expect(() => turns.enter('a', signal)).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(turns.enter('b', signal)).toBeUndefined()
  expect([turns.underWay, turns.waiting]).toEqual([3, 1])
  turns.leave('a')
  await third
  expect([turns.underWay, turns.waiting]).toEqual([3, 0])
})

test('who begins only at once neither waits nor is remembered, and goes before nobody', async () => {
  const turns = new Turns({ atOnceOfOne: 1 })
  expect([turns.enterAtOnce('a'), turns.enterAtOnce('a'), turns.enterAtOnce('b')]).toEqual([true, false, true])
  expect([turns.underWay, turns.waiting]).toEqual([2, 0])
  const waiting = turns.enter('a', signal)
  turns.leave('a')
  await waiting
  expect(turns.enterAtOnce('a')).toBe(false)
  turns.leave('a')
  turns.leave('b')
  expect([turns.enterAtOnce('a'), turns.underWay]).toEqual([true, 1])
})

test('where all places are taken, each party in turn gets the next', async () => {
  const turns = new Turns({ atOnce: 1 })
  const begun: string[] = []
  const wait = (name: string): void => void turns.enter(name, signal)?.then(() => begun.push(name))
  expect(turns.enter('a', signal)).toBeUndefined()
  for (const name of ['a', 'a', 'a', 'b', 'b', 'c']) wait(name)
  for (let turn = 0, now = 'a'; turn < 6; turn++) {
    turns.leave(now)
    await Promise.resolve()
    now = begun.at(-1) ?? ''
  }
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
})

test('who goes away while waiting takes no turn', async () => {
  const turns = new Turns({ atOnceOfOne: 1 })
  const gone = new AbortController()
  expect(turns.enter('a', signal)).toBeUndefined()
  const waiting = turns.enter('a', () => gone.signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  expect(turns.waiting).toBe(0)
  turns.leave('a')
  expect([turns.underWay, turns.enter('a', signal)]).toEqual([0, undefined])
})

test("a flood of one org's slow requests leaves another org's request alone", async () => {
  const context = await testContext()
  const latch = Promise.withResolvers<void>()
  const slow = defineRoute({
    method: 'GET',
    path: '/v1/slow',
    name: 'slow',
    auth: 'required',
    summary: '',
    tag: '',
    query: z.object({ wait: z.string().optional() }),
    answers: { 200: z.unknown() },
    handle: async ({ query }) => {
      if (query.wait !== undefined) await latch.promise
      return { body: 'done' }
    },
  })
  const app = await createApp(context, [slow], { turns: { atOnceOfOne: 4, waitingOfOne: 20 } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const get = async (path: string, name: string): Promise<number | undefined> => {
    const { _id } = await context.accounts.create(name)
    const authorization = `Bearer ${await context.accounts.issue(_id, { id: 'ada', username: 'Ada' }, 1)}`
    const one = async (): Promise<number | undefined> => {
      const asked = ask({ host: '127.0.0.1', port, path, headers: { authorization }, agent: false }).end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    if (name !== 'Flood') return one()
    const all = await Promise.all(Array.from({ length: 24 + 6 }, one))
    return all.filter((status) => status === 200).length
  }
  const flood = get('/v1/slow?wait=1', 'Flood')
  const figure = async (name: string): Promise<string | undefined> =>
    new RegExp(`^${name} (\\d+)$`, 'm').exec((await app.inject('/metrics')).body)?.[1]
  await expect.poll(() => figure('palaver_http_requests_waiting')).toBe('20')
  expect(await figure('palaver_http_requests_under_way')).toBe('4')
  expect(await get('/v1/slow', 'Other')).toBe(200)
  latch.resolve()
  expect(await flood).toBe(24)
})
