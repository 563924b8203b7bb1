import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../testing/temp-folder.ts'
import {
  bytesWithin,
  outbound,
  OutboundFailed,
  type OutboundHead,
  outboundRead,
  OutboundRefused,
  type OutboundRequest,
} from './outbound.ts'

async function served(answer: RequestListener) {
  const state = { connections: 0 }
  const server = createServer(answer).on('connection', () => (state.connections += 1))
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, state }
}

const asking = (more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"a":"ü"}',
  timeoutMs: 5000,
  allowPrivate: true,
  ...more,
})

test('it carries the request there and the answer back', async () => {
  const { port } = await served((request, response) => {
    void text(request).then((body) => {
      const said = { method: request.method, host: request.headers.host, body }
      response.writeHead(202, { 'x-kind': 'test', 'set-cookie': ['a=1', 'b=2'] }).end(JSON.stringify(said))
    })
  })
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  const answer = await outbound(`http://hooks.example:${port}/in?x=1`, asking({ resolve }))
  expect(answer).toMatchObject({ status: 202, headers: { 'x-kind': 'test', 'set-cookie': 'a=1, b=2' } })
  expect(JSON.parse(answer.text)).toEqual({ method: 'POST', host: `hooks.example:${port}`, body: '{"a":"ü"}' })
})

test('names of this machine are found where they may be', async () => {
  const { port } = await served((_request, response) => response.end('here'))
  expect((await outbound(`http://localhost:${port}/`, asking())).text).toBe('here')
})

const SPELLINGS = [
  'http://127.0.0.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://0177.0.0.1',
  'http://127.1',
  'http://127.0.0.1.',
  'http://127.0.0.1..',
  'http://0.0.0.0',
  'http://0',
  'http://[::1]',
  'http://[::]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[64:ff9b::127.0.0.1]',
  'http://[2002:7f00:1::]',
  'http://localhost',
  'http://LOCALHOST.',
  'http://a.localhost',
  'http://169.254.169.254',
  'http://①②⑦.0.0.1',
]

test.each(SPELLINGS)('%s is this machine or its network: nothing connects', async (host) => {
  const { port, state } = await served((_request, response) => response.end('inside'))
  const refused = outbound(`${host}:${port}/`, asking({ allowPrivate: false }))
  await expect(refused).rejects.toThrow(OutboundRefused)
  expect(state.connections).toBe(0)
})

test.each(['127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1', 'fe80::1%lo', 'fd00:ec2::254'])(
  'a name that leads to %s is refused as the connection is made',
  async (address) => {
    const { port, state } = await served((_request, response) => response.end('inside'))
    const resolve = () => Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }])
    const refused = outbound(`http://hooks.example:${port}/`, asking({ allowPrivate: false, resolve }))
    await expect(refused).rejects.toThrow(OutboundRefused)
    expect(state.connections).toBe(0)
  },
)

test('a name that leads elsewhere after the check is not asked a second time', async () => {
  const { port, state } = await served((_request, response) => response.end('inside'))
  const answers = ['192.0.0.9', '127.0.0.1']
  let asked = 0
  const resolve = () => Promise.resolve([{ address: answers[asked++] ?? '127.0.0.1', family: 4 }])
  const refused = outbound(`http://hooks.example:${port}/`, asking({ allowPrivate: false, resolve }))
  await expect(refused).rejects.toThrow(OutboundRefused)
  expect(asked).toBe(1)
  expect(state.connections).toBe(0)
})

test.each(['file:///etc/passwd', 'ftp://example.org/', 'https://me:pass@example.org/', 'https://me@example.org/', 'x'])(
  '%s cannot be asked, not even where private addresses may be',
  async (url) => {
    await expect(outbound(url, asking())).rejects.toThrow(OutboundRefused)
  },
)

test('a redirect is an answer, not a way', async () => {
  const { port, state } = await served((_request, response) => response.writeHead(302, { location: '/inside' }).end())
  const answer = await outbound(`http://127.0.0.1:${port}/`, asking())
  expect(answer).toMatchObject({ status: 302, headers: { location: '/inside' } })
  expect(state.connections).toBe(1)
})

test('an answer without end is read to the limit', async () => {
  const { port } = await served((_request, response) => {
    response.writeHead(200)
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', write)
    write()
  })
  const url = `http://127.0.0.1:${port}/`
  expect((await outbound(url, asking({ mostBytes: 25_000 }))).text).toBe('x'.repeat(25_000))
  expect((await outbound(url, asking({ method: 'GET' }))).text).toHaveLength(64_000)
})

const FAILURES: readonly (readonly [name: string, answer: RequestListener, timeoutMs: number])[] = [
  ['no answer in time', () => {}, 30],
  ['an answer that never ends', (_request, response) => void response.writeHead(200).write('…'), 30],
  ['a closed connection', (request) => request.socket.destroy(), 5000],
  ['what is not HTTP', (request) => request.socket.end('hello'), 5000],
  ['an upgrade', (request) => request.socket.end('HTTP/1.1 101 Up\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'), 5000],
]

test.each(FAILURES)('%s is a failure', async (_name, answer, timeoutMs) => {
  const { port } = await served(answer)
  await expect(outbound(`http://127.0.0.1:${port}/`, asking({ timeoutMs }))).rejects.toThrow(OutboundFailed)
})

test('so are a closed port, a name without address, and being stopped', async () => {
  await expect(outbound('http://127.0.0.1:1/', asking())).rejects.toThrow('ECONNREFUSED')
  const nowhere = asking({ resolve: () => Promise.resolve([]) })
  await expect(outbound('http://hooks.example/', nowhere)).rejects.toThrow(OutboundFailed)
  const never = asking({ resolve: () => new Promise(() => {}), signal: AbortSignal.abort() })
  await expect(outbound('http://hooks.example/', never)).rejects.toThrow(OutboundFailed)
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A key and its certificate, for hooks.example alone. */
async function certificate(): Promise<{ key: string; cert: string }> {
  const folder = await tempFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const named = ['-subj', '/CN=hooks.example', '-addext', 'subjectAltName=DNS:hooks.example']
  spawnSync('openssl', [...made, ...named, '-keyout', key, '-out', cert])
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

test.skipIf(!hasOpenssl)('https is checked by the name that was asked for (needs openssl)', async () => {
  const { key, cert } = await certificate()
  const server = createHttps({ key, cert }, (_request, response) => response.end('safe'))
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  const known = asking({ resolve, ca: cert })
  expect((await outbound(`https://hooks.example:${port}/`, known)).text).toBe('safe')
  await expect(outbound(`https://other.example:${port}/`, known)).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID')
  await expect(outbound(`https://hooks.example:${port}/`, asking({ resolve }))).rejects.toThrow(OutboundFailed)
})

test('who reads the answer may stop at any time: the connection is closed, and nothing more is sent', async () => {
  const closed = Promise.withResolvers<void>()
  const { port } = await served((_request, response) => {
    response.on('close', closed.resolve)
    response.writeHead(200, { 'x-kind': 'test' })
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', write)
    write()
  })
  const read = async (head: OutboundHead, body: AsyncIterable<Buffer>) => {
    for await (const chunk of body) return { ...head, first: chunk.subarray(0, 3) }
    return null
  }
  const answer = await outboundRead(`http://127.0.0.1:${port}/`, asking({ method: 'GET' }), read)
  expect(answer).toMatchObject({ status: 200, headers: { 'x-kind': 'test' }, first: Buffer.from('xxx') })
  await closed.promise
})

test('so it is where they fail, and where they do not want it at all', async () => {
  let closed = 0
  const { port } = await served((_request, response) => {
    response.on('close', () => (closed += 1))
    response.writeHead(200).write('x')
  })
  const url = `http://127.0.0.1:${port}/`
  await expect(outboundRead(url, asking(), () => Promise.reject(new Error('no')))).rejects.toThrow(OutboundFailed)
  expect(await outboundRead(url, asking(), async ({ status }) => status)).toBe(200)
  await expect.poll(() => closed).toBe(2)
})

test.each([1, 3, 64])('bytes are kept as they come, in pieces of %i', async (length) => {
  const all = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251))
  async function* pieces(): AsyncIterable<Buffer> {
    for (let at = 0; at < all.length; at += length) yield all.subarray(at, at + length)
  }
  expect(await bytesWithin(pieces(), 5000)).toEqual(all)
  expect(await bytesWithin(pieces(), 1000)).toEqual(all)
  expect(await bytesWithin(pieces(), 500)).toEqual(all.subarray(0, 500))
})
