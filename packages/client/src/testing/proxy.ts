import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Headers = Readonly<Record<string, string>>

/**
 * What becomes of one request. `drop before`: the line goes dead and the service never hears of it. `drop after`: the
 * service did it, and its answer is lost. `hang`: nothing happens at all.
 */
export type Fate = 'pass' | 'drop before' | 'drop after' | 'hang' | { status: number; headers?: Headers; body?: string }

export type Heard = { method: string; url: string; headers: IncomingMessage['headers'] }

export type Proxy = {
  url: string
  heard: readonly Heard[]
  meet: (...fates: Fate[]) => void
  /** Cuts every connection that there is. */
  cut: () => void
}

/** Something between the client and the service. Requests meet their fates in order; those after them pass. */
export async function startProxy(target: string): Promise<Proxy> {
  const fates: Fate[] = []
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    heard.push({ method, url, headers })
    void meet(fates.shift() ?? 'pass', { target, request, response }).catch(() => response.destroy())
  })
  const url = await listening(server)
  return { url, heard, meet: (...more) => void fates.push(...more), cut: () => server.closeAllConnections() }
}

const OF_THE_LINE = /^(host|connection|keep-alive|transfer-encoding|content-encoding|content-length)$/

type Exchange = { target: string; request: IncomingMessage; response: ServerResponse }

async function meet(fate: Fate, { target, request, response }: Exchange): Promise<void> {
  if (fate === 'hang') return
  const body = await buffer(request)
  if (fate === 'drop before') return void response.destroy()
  if (typeof fate === 'object') return void response.writeHead(fate.status, fate.headers).end(fate.body)
  const { method = '', url = '', headers } = request
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const passed = Object.entries(headers).filter(([name]) => !OF_THE_LINE.test(name))
  const answer = await fetch(target + url, {
    method,
    headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
    body: body.length === 0 ? null : new Uint8Array(body),
    signal: gone.signal,
  })
  const fields = Object.fromEntries([...answer.headers].filter(([name]) => !OF_THE_LINE.test(name)))
  if (fields['content-type']?.includes('event-stream') === true) {
    response.writeHead(answer.status, fields)
    for await (const piece of answer.body ?? []) response.write(piece)
    return void response.end()
  }
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (fate === 'drop after') return void response.destroy()
  response.writeHead(answer.status, fields).end(bytes)
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
