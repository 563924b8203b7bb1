import { type Agent, request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { addressesOf, type Resolve } from './resolving.ts'

/** It may not be asked: what the address is, or where it leads. Trying again does not help. */
export class OutboundRefused extends Error {
  override get name(): string {
    return 'OutboundRefused'
  }
}

/** It was asked, and there is no answer: none in time, or no connection. */
export class OutboundFailed extends Error {
  override get name(): string {
    return 'OutboundFailed'
  }
}

export type OutboundRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: Buffer | string
  timeoutMs: number
  signal?: AbortSignal
  allowPrivate: boolean
  /** What of the answer is read; the rest is left where it is. */
  mostBytes?: number
  ca?: string
  resolve?: Resolve
  /** Keeps connections for the next request; only for those who ask all of them under the same conditions. */
  agent?: Agent
}

export type OutboundHead = { status: number; headers: Record<string, string> }
export type OutboundAnswer = OutboundHead & { text: string }

/** Takes of the body what it wants, and may stop at any time: the rest is left where it is. */
export type ReadAnswer<T> = (head: OutboundHead, body: AsyncIterable<Buffer>) => Promise<T>

const MOST_BYTES = 64_000

/** Why this address may not be asked, as far as it alone can tell; undefined where nothing speaks against it. */
export function refusalOf(text: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return 'It is not an address.'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'It is neither http nor https.'
  if (url.username !== '' || url.password !== '') return 'A user or password is in it.'
  const host = hostOf(url)
  if (allowPrivate) return undefined
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'It leads to a private network.'
  if (host === 'localhost' || host.endsWith('.localhost')) return 'It leads to this machine.'
  return undefined
}

/** The same as `outboundRead`, with the answer as text. */
export const outbound = (url: string, request: OutboundRequest): Promise<OutboundAnswer> =>
  outboundRead(url, request, async (head, body) => ({
    ...head,
    text: (await bytesWithin(body, request.mostBytes ?? MOST_BYTES)).toString(),
  }))

/**
 * Asks an address that a user of the service has chosen. Where it leads is checked as the connection is made, and the
 * connection goes to the address that was checked: a name that changes in between leads nowhere. A redirect is not
 * followed, it is the answer.
 */
export async function outboundRead<T>(
  url: string,
  request: Omit<OutboundRequest, 'mostBytes'>,
  read: ReadAnswer<T>,
): Promise<T> {
  const refusal = refusalOf(url, request.allowPrivate)
  if (refusal !== undefined) throw new OutboundRefused(refusal)
  const limit = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal])
  try {
    return await exchange(new URL(url), { ...request, signal }, read)
  } catch (error) {
    if (error instanceof OutboundRefused) throw error
    const reason = limit.aborted ? `It did not answer within ${request.timeoutMs} ms.` : reasonOf(error)
    throw new OutboundFailed(reason, { cause: error })
  }
}

function exchange<T>(url: URL, request: OutboundRequest, read: ReadAnswer<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const options: RequestOptions & { ca?: string } = {
    method: request.method,
    headers: lengthened(request),
    // No connection is shared with whoever may ask other addresses.
    agent: request.agent ?? false,
    hostname: hostOf(url),
    lookup: checked(request),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
    ...(request.ca === undefined ? {} : { ca: request.ca }),
  }
  const sent = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
  sent.on('error', reject)
  const closed = (): void => reject(new Error('It closed the connection.'))
  sent.on('close', closed)
  sent.on('response', (response) => {
    // From here on it is closed as well when the connection is left to the next request.
    sent.off('close', closed)
    // What breaks off here must not look as if the other side did: it is closed below.
    const body = response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
    read({ status: response.statusCode ?? 0, headers: flat(response) }, body)
      .then(resolve, reject)
      .finally(() => {
        if (request.agent === undefined || !response.complete) sent.destroy()
      })
  })
  sent.end(request.method === 'GET' ? undefined : request.body)
  return promise
}

/** Resolves a name once, leaves out what is private, and hands over the very addresses that were looked at. */
function checked({ allowPrivate, resolve = addressesOf }: OutboundRequest): LookupFunction {
  return (host, options, answer) => {
    resolve(host).then(
      (found) => {
        const open = allowPrivate ? found : found.filter(({ address }) => isPublicAddress(address))
        const [first] = open
        if (first === undefined) {
          const refused = new OutboundRefused('It leads to a private network.')
          answer(found.length === 0 ? new Error('It has no address.') : refused, '', 0)
        } else if (options.all === true) answer(null, open)
        else answer(null, first.address, first.family)
      },
      (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), '', 0),
    )
  }
}

/** Without brackets, and without the dot that only says that a name is complete. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}

function lengthened({ method, headers, body }: OutboundRequest): Record<string, string> {
  return method === 'GET' ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body ?? '')) }
}

/** At most so many of them, in one piece: those that come one by one take no more room than others. */
export async function bytesWithin(body: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  let kept = Buffer.alloc(0)
  let size = 0
  for await (const chunk of body) {
    const part = chunk.subarray(0, mostBytes - size)
    if (size + part.length > kept.length) {
      const larger = Buffer.alloc(Math.min(mostBytes, 2 * (size + part.length)))
      kept.copy(larger, 0, 0, size)
      kept = larger
    }
    part.copy(kept, size)
    size += part.length
    if (size >= mostBytes) break
  }
  return kept.subarray(0, size)
}

function flat({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
    ),
  )
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === '' ? 'There is no connection to it.' : `There is no connection to it (${code}).`
}
