import { bytesWithin } from '../../hooks/outbound.ts'
import { pageOf } from './address.ts'
import { fetchFrom } from './fetching.ts'
import { PICTURE_BYTES } from './limits.ts'
import type { Asking } from './needs.ts'

/** Those that are made of points. A drawing (SVG) can carry scripts, and is a document rather than a picture. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

type Of = { image: string; base: string; signal: AbortSignal }

/** The bytes of a page's picture; null where there is none to be had: a preview is one without. */
export async function fetchPicture(asking: Asking, { image, base, signal }: Of): Promise<Buffer | null> {
  if (!URL.canParse(image, base)) return null
  const fetched = await fetchFrom(asking, pageOf(image, base), { accept: TYPES.join(', '), read: readPicture, signal })
  return fetched.kind === 'found' ? fetched.value : null
}

async function readPicture(
  { headers }: { headers: Record<string, string> },
  body: AsyncIterable<Buffer>,
): Promise<Buffer | null> {
  const type = /^[^;\s]*/.exec(headers['content-type']?.trim().toLowerCase() ?? '')?.[0] ?? ''
  const isPacked = (headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity'
  if (!TYPES.includes(type) || isPacked || Number(headers['content-length'] ?? 0) > PICTURE_BYTES) return null
  const bytes = await bytesWithin(body, PICTURE_BYTES + 1)
  return bytes.length > 0 && bytes.length <= PICTURE_BYTES ? bytes : null
}
