import type { OutboundHead } from '../../hooks/outbound.ts'
import { canUnpack, unpacked } from './decoding.ts'
import { fetchFrom, type Fetched } from './fetching.ts'
import { type HeadSaid, HeadReader } from './head.ts'
import { HTML_BYTES } from './limits.ts'
import type { Asking } from './needs.ts'

/** What the page at an address says of itself. */
export const fetchPage = (asking: Asking, url: string, signal: AbortSignal): Promise<Fetched<HeadSaid>> =>
  fetchFrom(asking, url, { accept: 'text/html, application/xhtml+xml', read: readPage, signal })

async function readPage({ headers }: OutboundHead, body: AsyncIterable<Buffer>): Promise<HeadSaid | null> {
  const contentType = headers['content-type'] ?? ''
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  if (!/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(contentType) || !canUnpack(encoding)) return null
  const reader = new HeadReader(contentType)
  await unpacked(body, { encoding, mostBytes: HTML_BYTES }, (piece) => reader.write(piece))
  return reader.end()
}
