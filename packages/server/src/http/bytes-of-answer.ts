import { Bytes, tagOf } from '../api/bytes.ts'
import type { Answer } from '../api/route.ts'
import { linkField } from './link-field.ts'
import { API_HEADERS } from './security-headers.ts'

const SHARED = Object.entries(API_HEADERS).flat()
const JSON_HEAD = [...SHARED, 'content-type', 'application/json; charset=utf-8', 'vary', 'accept-encoding']
/** Whoever keeps it asks each time whether it still holds; only what is the same for everybody may be shared. */
const PUBLIC = ['cache-control', 'no-cache']
const PRIVATE = ['cache-control', 'private, no-cache']

/** Header fields of an answer without a body. */
export const headOf = (answer: Answer, url: string): string[] => [...SHARED, ...own(answer, url)]

/** The body as bytes, with the header fields that go with it. */
export function bytesOfAnswer(answer: Answer, { url, isRead }: { url: string; isRead: boolean }): Bytes {
  const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(JSON.stringify(answer.body))
  const tag = answer.etag ?? (isRead ? tagOf(body) : null)
  const caching = answer.keepFor === undefined ? PRIVATE : PUBLIC
  return new Bytes({ body, tag, head: [...JSON_HEAD, ...caching, ...own(answer, url)] })
}

function own({ headers = {}, links }: Answer, url: string): string[] {
  const link = links === undefined ? '' : linkField(links, url)
  return [...Object.entries(headers).flat(), ...(link === '' ? [] : ['link', link])]
}
