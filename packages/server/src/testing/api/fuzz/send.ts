import { type Agent, request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { FuzzRequest } from './request.ts'

export type Answered = { statusCode: number; headers: Record<string, unknown>; body: string }

/** Only against what would hang for ever: nothing takes nearly as long. */
export const HUNG_MS = 60_000

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
}

function textOf(bytes: Buffer, encoding: unknown): string {
  if (bytes.length === 0) return ''
  return (DECODERS[String(encoding)]?.(bytes) ?? bytes).toString()
}

/** Straight into the service, without a connection. */
export async function inject(app: FastifyInstance, { method, url, fields, body }: FuzzRequest): Promise<Answered> {
  const payload = body === null ? {} : { payload: body }
  const headers = Object.fromEntries(fields)
  const answer = await app.inject({ method: method as 'GET', url, headers, ...payload, payloadAsStream: true })
  const parts: Buffer[] = []
  for await (const part of answer.stream()) {
    parts.push(part as Buffer)
    if (isEndless(answer.headers)) break
  }
  if (isEndless(answer.headers)) answer.raw.res.destroy()
  return {
    statusCode: answer.statusCode,
    headers: answer.headers,
    body: textOf(Buffer.concat(parts), answer.headers['content-encoding']),
  }
}

/** The first part of such an answer is enough. */
const isEndless = (headers: Readonly<Record<string, unknown>>): boolean =>
  String(headers['content-type']).startsWith('text/event-stream')

/** Over a connection, with the address and the fields exactly as they are. */
export function overHttp(agent: Agent, port: number, { method, url, fields, body }: FuzzRequest): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const length: [string, string][] = body === null ? [] : [['content-length', String(body.length)]]
  const headers = [['host', `127.0.0.1:${port}`], ...length, ...fields].flat()
  const sent = httpRequest(
    { agent, host: '127.0.0.1', port, method, path: url, headers, timeout: HUNG_MS },
    (answer) => {
      const parts: Buffer[] = []
      const { statusCode = 0, headers: got } = answer
      const done = (): void =>
        resolve({ statusCode, headers: got, body: textOf(Buffer.concat(parts), got['content-encoding']) })
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        if (!isEndless(got)) return
        done()
        sent.destroy()
      })
      answer.on('error', reject)
      answer.on('end', done)
    },
  )
  sent.on('timeout', () => sent.destroy(new Error('No answer came.')))
  sent.on('error', reject)
  sent.end(body ?? undefined)
  return promise
}

/** A head that is too large is refused unread: nobody knows then that it was HEAD, to which there is no body. */
const isUnreadHead = ({ method, url }: FuzzRequest): boolean => method === 'HEAD' && url.length > 10_000

/** What a client of HTTP refuses to send, or could not read the answer to, is not for it. */
export const canBeSent = (request: FuzzRequest): boolean =>
  !isUnreadHead(request) &&
  /^[\x21-\xff]+$/.test(request.url) &&
  request.fields.every(([name, value]) => /^[\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value))
