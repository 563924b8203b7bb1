import { connect } from 'node:net'
import type { Dice } from '../../../comments/seeding/dice.ts'
import { anyText, type FuzzRequest } from './request.ts'
import { HUNG_MS } from './send.ts'

type Make = (dice: Dice, request: FuzzRequest) => string | Buffer

const head = ({ method, url, fields }: FuzzRequest, more: readonly string[] = []): string =>
  [`${method} ${url} HTTP/1.1`, 'Host: a', ...fields.map(([name, value]) => `${name}: ${value}`), ...more, '', ''].join(
    '\r\n',
  )
const post = (more: readonly string[], body: string): string =>
  ['POST /v1/preview HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...more, '', body].join('\r\n')
const get = (...more: string[]): string => ['GET /healthz HTTP/1.1', ...more, '', ''].join('\r\n')

/** What is no HTTP, or HTTP as only an attacker writes it. */
const MAKERS: readonly [Make, ...Make[]] = [
  (dice) => Buffer.from(Array.from({ length: 1 + dice.below(2000) }, () => dice.below(256))),
  (dice) => `${anyText(dice)}\r\n\r\n`,
  (dice, request) => {
    const bytes = Buffer.from(head(request), 'latin1')
    for (let left = 1 + dice.below(5); left > 0; left--) bytes[dice.below(bytes.length)] = dice.below(256)
    return bytes
  },
  (_dice, request) => head(request).replace('HTTP/1.1', 'HTTP/9.9'),
  (_dice, request) => head(request).replace('Host: a\r\n', ''),
  (_dice, request) => head(request, ['Host: b']),
  (dice, request) => head({ ...request, url: `/v1/${anyText(dice)}` }),
  (dice, request) => head(request, [`X-Any: ${anyText(dice)}`]),
  (dice, request) => head(request).slice(0, dice.below(60)),
  (_dice, request) => head(request).replaceAll('\r\n', '\n'),
  (_dice, request) => head(request, ['X-Folded: a\r\n b\r\n\tc']),
  (_dice, request) => head(request, ['no colon here']),
  (_dice, request) => head(request, [': no name']),
  (_dice, request) => head(request, ['X-Space : a']),
  (_dice, request) => head(request, [`X-Huge: ${'a'.repeat(200_000)}`]),
  (_dice, request) =>
    head(
      request,
      Array.from({ length: 3000 }, (_, at) => `X-${at}: a`),
    ),
  (_dice, request) => head(request, ['Content-Length: 5', 'Content-Length: 6']) + '{"a":1}',
  (_dice, request) => head(request, ['Content-Length: -1']),
  (_dice, request) => head(request, ['Content-Length: 1e3']) + '{}',
  (_dice, request) => head(request, ['Content-Length: 99999999999999999999']) + '{}',
  (_dice, request) => head(request, ['Content-Length: 100']) + '{"text"',
  (_dice, request) =>
    head(request, ['Content-Length: 4', 'Transfer-Encoding: chunked']) + '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  (_dice, request) => head(request, ['Transfer-Encoding: gzip, chunked']) + '0\r\n\r\n',
  (_dice, request) => head(request, ['Transfer-Encoding: chunked, identity']) + '0\r\n\r\n',
  () => post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
  () => post(['Transfer-Encoding: chunked'], 'FFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n'),
  () => post(['Transfer-Encoding: chunked'], '-2\r\n{}\r\n0\r\n\r\n'),
  () => post(['Transfer-Encoding: chunked'], `2;${'x'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`),
  () => post(['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\nX-Trailer: a\r\n\r\n'),
  () => post(['Transfer-Encoding: chunked'], '2\r\n{}'),
  () => post(['Expect: 100-continue', 'Content-Length: 2'], '{}'),
  () => post(['Expect: the-unexpected', 'Content-Length: 2'], '{}'),
  () => get('Host: a', 'Upgrade: websocket', 'Connection: Upgrade'),
  () => get('Host: a', 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAA'),
  () => get('Host: a').repeat(50),
  () => get('Host: a', 'Connection: close').repeat(3),
  () => get('Host: '),
  () => get(`Host: ${'h'.repeat(5000)}`),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n',
  () => 'GET http://example.org/v1/counts HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'MKCOL / HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'GET / HTTP/0.9\r\n\r\n',
  () => 'GET /healthz HTTP/1.0\r\n\r\n',
  () => 'get /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
  () => Buffer.from('16030100a5010000a10303', 'hex'),
]

export function rawBytes(dice: Dice, request: FuzzRequest): Buffer {
  const made = dice.pick(MAKERS)(dice, request)
  return typeof made === 'string' ? Buffer.from(made, dice.happens(0.5) ? 'latin1' : 'utf8') : made
}

/** Sends the bytes in two parts, ends, and returns all that comes back before the service closes. */
export function overSocket(port: number, bytes: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const parts: Buffer[] = []
  const socket = connect(port, '127.0.0.1')
  const hung = setTimeout(() => {
    socket.destroy()
    reject(new Error('The connection is still open.'))
  }, HUNG_MS)
  socket.on('data', (part: Buffer) => parts.push(part))
  // Who sends nonsense may be cut off in the middle of it.
  socket.on('error', () => {})
  socket.on('close', () => {
    clearTimeout(hung)
    resolve(Buffer.concat(parts).toString('latin1'))
  })
  const half = bytes.length >> 1
  socket.write(bytes.subarray(0, half))
  socket.end(bytes.subarray(half))
  return promise
}

export const statusesIn = (answer: string): number[] =>
  Array.from(answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm), ([, status]) => Number(status))
