import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import { defineRoute, type Route } from '../api/route.ts'
import { testContext } from '../testing/test-context.ts'
import { type AppOptions, createApp } from './app.ts'

/** Answers what it is sent. */
export const echoRoute = defineRoute({
  summary: '',
  tag: '',
  answers: { 200: z.unknown() },
  method: 'POST',
  path: '/v1/echo',
  name: 'echo',
  auth: 'none',
  body: z.unknown(),
  handle: async ({ body }) => ({ body: { body } }),
})

/** A service that listens, and connections to it on which any bytes can be sent. */
export async function rawService(routes: Route[], options: AppOptions = {}, env: Record<string, string> = {}) {
  const context = await testContext({}, env)
  const app = await createApp(context, routes, options)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  /** Sends bytes and gives all that comes back until the service closes the connection. */
  const exchange = async (sent: string): Promise<string> => {
    const socket = await open()
    socket.write(sent)
    return text(socket)
  }
  return { app, context, open, exchange }
}

export const statusOf = (answer: string): number => Number(answer.split(' ')[1])
export const bodyOf = (answer: string): Record<string, unknown> => JSON.parse(answer.split('\r\n\r\n')[1] ?? '{}')
