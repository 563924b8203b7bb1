import { once } from 'node:events'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineRoute } from '../api/route.ts'
import { rawService } from './raw-client.fixtures.ts'

const about = { summary: '', tag: '', answers: { 200: z.unknown() } }

test.each(['GET', 'POST'] as const)(
  '%s: a signal tells the work under way that its client has gone',
  async (method) => {
    const begun = Promise.withResolvers<AbortSignal>()
    const ended = Promise.withResolvers<string>()
    const route = defineRoute({
      ...about,
      method,
      path: '/v1/work',
      name: 'work',
      auth: 'none',
      ...(method === 'POST' && { body: z.unknown() }),
      handle: async (asked) => {
        const signal = asked.signal()
        begun.resolve(signal)
        await once(signal, 'abort')
        ended.resolve(String(signal.reason))
        signal.throwIfAborted()
        return { body: 'nobody reads this' }
      },
    })
    const { open, context } = await rawService([route])
    const socket = await open()
    const body = method === 'POST' ? 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}' : '\r\n'
    socket.write(`${method} /v1/work HTTP/1.1\r\nHost: x\r\n${body}`)
    expect((await begun.promise).aborted).toBe(false)
    socket.destroy()
    expect(await ended.promise).toContain('gone away')
    const figures = (): Promise<string> => context.metrics.registry.metrics()
    await expect.poll(figures).toContain(`_count{method="${method}",route="/v1/work",status="499"} 1`)
  },
)

test('a request that waits for its turn is not begun when its client has gone', async () => {
  const latch = Promise.withResolvers<void>()
  let begun = 0
  const route = defineRoute({
    ...about,
    method: 'GET',
    path: '/v1/work',
    name: 'work',
    auth: 'none',
    handle: async () => {
      begun += 1
      await latch.promise
      return { body: 'done' }
    },
  })
  const { open, app } = await rawService([route], { turns: { atOnceOfOne: 1 } })
  const waiting = async (): Promise<string | undefined> =>
    /palaver_http_requests_waiting (\d+)/.exec((await app.inject('/metrics')).body)?.[1]
  const [first, second] = [await open(), await open()]
  first.write('GET /v1/work HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => begun).toBe(1)
  second.write('GET /v1/work HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(waiting).toBe('1')
  second.destroy()
  await expect.poll(waiting).toBe('0')
  latch.resolve()
  await once(first, 'data')
  expect(begun).toBe(1)
})
