import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Hook } from '../hooks/ask.ts'

export type Asked = { body: ReturnType<typeof JSON.parse>; headers: Readonly<Record<string, unknown>> }

/** A host's own server on loopback, which answers what `answer` says; undefined is a failure. */
export async function hookServer(answer: (asked: Asked) => unknown): Promise<{ hook: Hook; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void json(request).then(async (body) => {
      const question = { body, headers: request.headers }
      asked.push(question)
      const said = await answer(question)
      if (said === undefined) response.writeHead(500).end('{}')
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { hook: { url: `http://127.0.0.1:${port}/hook`, secret: 'a secret of the host' }, asked }
}
