import { once } from 'node:events'
import { Agent, type IncomingMessage, request as ask } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { defineRoute } from '../api/route.ts'
import { testContext } from '../testing/test-context.ts'
import { createApp } from './app.ts'
import { closeWithin } from './close.ts'
import { echoRoute, rawService, statusOf } from './raw-client.fixtures.ts'

const LONG_MS = 600_000

async function service() {
  const app = await createApp(await testContext(), [])
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

test('clients that ask again and again get an answer to all they ask, the last of which ends their connection', async () => {
  const { app, port } = await service()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  let answers = 0
  const lastAnswer = async (): Promise<unknown> => {
    for (;;) {
      const asked = ask({ port, host: '127.0.0.1', path: '/healthz', agent }).end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      await once(response.resume(), 'end')
      answers += 1
      if (response.headers.connection === 'close') return response.statusCode
    }
  }
  const clients = Array.from({ length: 8 }, lastAnswer)
  await expect.poll(() => answers).toBeGreaterThan(100)
  await closeWithin(app, LONG_MS)
  expect(await Promise.all(clients)).toEqual(clients.map(() => 200))
})

test('a connection on which nothing ever came does not hold the service up', async () => {
  const { app, port } = await service()
  const silent = connect(port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(app.server, 'connection')])
  const closed = once(silent.resume(), 'close')
  await closeWithin(app, LONG_MS)
  await closed
})

async function* parts(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('one ')
  await pause(2 * LATER_MS)
  yield Buffer.from('two')
}
const routes = [
  echoRoute,
  defineRoute({
    summary: '',
    tag: '',
    auth: 'none',
    answers: { 200: z.unknown() },
    method: 'GET',
    path: '/v1/parts',
    name: 'parts',
    handle: async () => ({ stream: parts() }),
  }),
]
/** Well after new requests are no longer waited for. */
const LATER_MS = 500
/** A connection that is not ended stays open for longer than any test may take. */
const timeouts = { keepAlive: LONG_MS, stalled: LONG_MS }

test('an answer to what was under way ends its connection, and the service stops', async () => {
  const { app, open } = await rawService(routes, { timeouts })
  const socket = await open()
  const arrived = once(app.server, 'request')
  socket.write('POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n"a')
  await arrived
  // Its handling begins in the next turn.
  await pause(100)
  const stopped = closeWithin(app, LONG_MS)
  await pause(LATER_MS)
  socket.write('b"')
  const answer = await text(socket)
  await stopped
  expect([statusOf(answer), /^connection: .*$/im.exec(answer)?.[0].toLowerCase()]).toEqual([200, 'connection: close'])
})

test('so does one whose head was on its way before, once all of it is sent', async () => {
  const { app, open } = await rawService(routes, { timeouts })
  const socket = await open()
  socket.write('GET /v1/parts HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'readable')
  const stopped = closeWithin(app, LONG_MS)
  const answer = await text(socket)
  await stopped
  expect([statusOf(answer), answer]).toEqual([200, expect.stringMatching(/one [^]*two/)])
})
