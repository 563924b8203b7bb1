import { Bytes, tagOf } from '../api/bytes.ts'
import { jsonOf } from '../api/json-list.ts'
import type { Answer } from '../api/route.ts'
import { linkField } from './link-field.ts'
import type { Origins } from './origins.ts'
import { ANY_ORIGIN, API_HEADERS } from './security-headers.ts'

const RESTRICTED = Object.entries(API_HEADERS).flat()
const OPEN = [...RESTRICTED, ...Object.entries(ANY_ORIGIN).flat()]
const JSON_TYPE = 'application/json; charset=utf-8'
/** Whoever keeps it asks each time whether it still holds; only what is the same for everybody may be shared. */
const PUBLIC = ['cache-control', 'no-cache']
const PRIVATE = ['cache-control', 'private, no-cache']

/** Which page may read it is said when it is sent, where an org names its sites. */
const shared = (origins: Origins): readonly string[] => (origins.length === 0 ? OPEN : RESTRICTED)

/** Header fields of an answer without a body. */
export const headOf = (answer: Answer, { url, origins }: { url: string; origins: Origins }): string[] => [
  ...unlessOwn(shared(origins), answer),
  ...(origins.length === 0 ? [] : ['vary', 'origin']),
  ...own(answer, url),
]

type Sending = { url: string; isRead: boolean; isShared?: boolean; origins?: Origins }

/** The body with the header fields that go with it. */
export function bytesOfAnswer(answer: Answer, sending: Sending): Bytes {
  const written = Buffer.isBuffer(answer.body) ? answer.body : jsonOf(answer.body)
  const body = sending.isShared === true && typeof written === 'string' ? Buffer.from(written) : written
  const tag = answer.etag === undefined && sending.isRead ? tagOf(body) : (answer.etag ?? null)
  return new Bytes({ body, tag, head: headOfBody(answer, sending) })
}

/** Header fields that go with a body, but for what its bytes say of themselves. */
export function headOfBody(answer: Answer, { url, isShared = false, origins = [] }: Omit<Sending, 'isRead'>): string[] {
  const caching = isShared ? PUBLIC : PRIVATE
  const vary = origins.length === 0 ? 'accept-encoding' : 'accept-encoding, origin'
  const about = ['content-type', answer.type ?? JSON_TYPE, 'vary', vary]
  return [...unlessOwn([...shared(origins), ...about, ...caching], answer), ...own(answer, url)]
}

/** A field that an answer has itself is not said twice: two policies would both hold. */
function unlessOwn(fields: readonly string[], { headers }: Answer): readonly string[] {
  if (headers === undefined) return fields
  const isOther = (_: string, at: number): boolean => !((fields[at - (at % 2)] ?? '') in headers)
  return fields.filter(isOther)
}

function own({ headers = {}, links }: Answer, url: string): string[] {
  const link = links === undefined ? '' : linkField(links, url)
  return [...Object.entries(headers).flat(), ...(link === '' ? [] : ['link', link])]
}
