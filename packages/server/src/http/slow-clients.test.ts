import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineRoute } from '../api/route.ts'
import { bodyOf, echoRoute, rawService, statusOf } from './raw-client.fixtures.ts'

const about = { summary: '', tag: '', answers: { 200: z.unknown() } }
const HUGE = 64 * 1024 * 1024

const routes = [
  echoRoute,
  defineRoute({
    ...about,
    method: 'GET',
    path: '/v1/huge',
    name: 'huge',
    auth: 'none',
    handle: async () => ({ body: Buffer.alloc(HUGE, '1') }),
  }),
]

const HEAD = 'POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

/** Byte by byte, until the other side has had enough. */
async function trickle(socket: Socket, sent: string): Promise<string> {
  const answer = text(socket)
  socket.on('error', () => {})
  for (const byte of sent) {
    if (socket.destroyed || !socket.writable || socket.readableEnded) break
    socket.write(byte)
    await pause(20)
  }
  return answer
}

test('header fields that come byte by byte are answered with 408, and the connection is closed', async () => {
  const { open } = await rawService(routes, { timeouts: { headers: 100, request: 60_000, check: 20 } })
  const answer = await trickle(await open(), `${HEAD}X-Long: ${'x'.repeat(100_000)}`)
  expect([statusOf(answer), bodyOf(answer)]).toEqual([408, expect.objectContaining({ code: 'request-timeout' })])
})

test('so is a body that does', async () => {
  const { open } = await rawService(routes, { timeouts: { headers: 100, request: 200, check: 20 } })
  const socket = await open()
  socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`)
  const answer = await trickle(socket, `"${'x'.repeat(99_998)}"`)
  expect([statusOf(answer), bodyOf(answer)]).toEqual([408, expect.objectContaining({ code: 'request-timeout' })])
})

test('who does not read the answer is dropped', async () => {
  const { app, open } = await rawService(routes, { timeouts: { stalled: 200 } })
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const socket = await open()
  const [ours] = await accepted
  socket.pause().write('GET /v1/huge HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(ours, 'close')
  let received = 0
  socket.on('error', () => {}).on('data', (part: Buffer) => (received += part.length))
  await once(socket.resume(), 'close')
  expect(received).toBeLessThan(HUGE)
})

test('one connection too many is closed', async () => {
  const { open } = await rawService(routes, {}, { PALAVER_CONNECTIONS: '1' })
  await open()
  const second = await open()
  second.on('error', () => {})
  await once(second.resume(), 'close')
})
