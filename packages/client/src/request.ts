import type { Palaver } from './connect.ts'
import { PalaverError } from './error.ts'
import { recentEvents } from './seen.ts'

type Value = string | number | boolean | undefined
type Values = Value | readonly Value[]

/** What a call hands over, whatever its operation takes. */
export type Input = {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, Values>>
  headers?: Readonly<Record<string, string | undefined>>
  body?: unknown
  /** Sent as it is, instead; its type is said in `headers`. */
  file?: Blob
  options?: { key?: string | undefined } | undefined
}

export type Request = { url: string; init: RequestInit & { headers: Record<string, string> } }

/** The request that an operation such as `GET /v1/discussions/{discussion}` stands for; the same for every try. */
export function requestOf(palaver: Palaver, operation: string, input: Input): Request {
  const [method = '', path = ''] = operation.split(' ')
  const isRead = method === 'GET'
  const headers: Record<string, string> = isRead
    ? recentEvents(palaver)
    : { 'idempotency-key': input.options?.key ?? palaver.newKey() }
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  for (const [name, value] of Object.entries(input.headers ?? {})) if (value) headers[name] = value
  return {
    url: palaver.url + path.replace(/\{(\w+)\}/g, (_, name: string) => segment(input.path?.[name])) + queryOf(input),
    init: {
      method,
      headers,
      body: input.file ?? JSON.stringify(input.body),
      // Followed as a browser follows it, a redirected write would arrive as a read.
      redirect: isRead ? 'follow' : 'error',
    },
  }
}

/** An address in which a segment is empty or made of dots would be another address; half a character has none. */
function segment(value = ''): string {
  if (/^\.{0,2}$|\p{Cs}/u.test(value))
    throw new PalaverError({ code: 'invalid', status: 422, detail: `"${value}" names nothing` })
  return encodeURIComponent(value)
}

export function queryOf({ query = {} }: Input): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  return search.size === 0 ? '' : `?${String(search)}`
}

/** For what must still be at this revision; for anything where none is given. */
export const ifStill = (rev: number | undefined): { 'if-match': string | undefined } => ({
  'if-match': rev === undefined ? undefined : `"r${rev}"`,
})
