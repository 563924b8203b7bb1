import type { Answer, Wanted } from './ask.ts'
import { called } from './call.ts'

/** One creative in its place, for who made it: whether it would be chosen is not asked, and nothing is counted. */
export async function previewOf(wanted: Wanted, creative: string): Promise<Answer | null> {
  const query = new URLSearchParams({ zone: wanted.zone })
  const got = await called([wanted], `promo/creatives/${encodeURIComponent(creative)}/preview?${query}`, {})
  const place = got === 'unknown' ? undefined : got[0]
  return place === undefined ? null : { ...place, isCounted: false }
}
