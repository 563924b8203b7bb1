import { once } from 'node:events'
import { Agent, type IncomingMessage, request as ask } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testContext } from '../testing/test-context.ts'
import { createApp } from './app.ts'
import { closeWithin } from './close.ts'

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
