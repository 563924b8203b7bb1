import { placeIn } from '../shown-in.ts'
import type { Page, Stub } from './collection.ts'

/** An item of a page where it stands, and its JSON: most of a page is passed over, and need not be parsed. */
export type RawItem = Pick<Stub, 'slug' | 'fullSlug' | 'posted'> & { raw: string }
export type RawPage = { from: string; until: string; items: RawItem[] }

const ITEMS = '"comments":['
const BEGIN = '{"fullSlug":"'
const END_OF_PAGE = ']}'

/**
 * A page out of its JSON, its items apart but not parsed. Each begins with its full slug; inside of strings quotes are
 * escaped, so nothing else looks like that. A page that was written otherwise is parsed.
 */
export function readPage(raw: string): RawPage {
  const at = raw.indexOf(ITEMS)
  if (at === -1 || !raw.endsWith(END_OF_PAGE)) return parsedPage(raw)
  const { from, until, count } = JSON.parse(`${raw.slice(0, at)}"comments":[]}`) as Page
  const [before, ...parts] = raw.slice(at + ITEMS.length, -END_OF_PAGE.length).split(BEGIN)
  if (before !== '' || parts.length !== count) return parsedPage(raw)
  const items: RawItem[] = []
  for (const [number, part] of parts.entries()) {
    const isLast = number === parts.length - 1
    const item = itemOf(`${BEGIN}${isLast ? part : part.slice(0, -1)}`)
    if (item === null) return parsedPage(raw)
    items.push(item)
  }
  return { from, until, items }
}

function itemOf(raw: string): RawItem | null {
  const place = placeIn(raw)
  if (place === null) return null
  const { slug, fullSlug, posted } = place
  return { slug, fullSlug, posted, raw }
}

function parsedPage(raw: string): RawPage {
  const { from, until, comments } = JSON.parse(raw) as Page
  const items = comments.map((item) => {
    const { slug, fullSlug, posted } = item
    return { slug, fullSlug, posted, raw: JSON.stringify(item) }
  })
  return { from, until, items }
}
