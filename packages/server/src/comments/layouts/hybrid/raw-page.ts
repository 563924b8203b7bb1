import { placeIn } from '../shown-in.ts'
import type { Page, Stub } from './collection.ts'

/**
 * An item of a page: where it stands, and its JSON as bytes, each a character. Most of a page is passed over, and need
 * neither be parsed nor become text.
 */
export type RawItem = Pick<Stub, 'slug' | 'fullSlug' | 'posted'> & { bytes: string }
export type RawPage = { from: string; until: string; items: RawItem[] }

/** The JSON of an item, as text. */
export const jsonOf = ({ bytes }: RawItem): string => textOf(bytes)

const textOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString()

const ITEMS = '"comments":['
const BEGIN = '{"fullSlug":"'
const END_OF_PAGE = ']}'

/**
 * A page out of its JSON, its items apart but not parsed. Each begins with its full slug; inside of strings quotes are
 * escaped, and no byte of another character looks like one, so nothing else looks like that. A page that was written
 * otherwise is parsed.
 */
export function readPage(stored: Buffer): RawPage {
  const bytes = stored.toString('latin1')
  const at = bytes.indexOf(ITEMS)
  if (at === -1 || !bytes.endsWith(END_OF_PAGE)) return parsedPage(bytes)
  const { from, until, count } = JSON.parse(`${bytes.slice(0, at)}"comments":[]}`) as Page
  const [before, ...parts] = bytes.slice(at + ITEMS.length, -END_OF_PAGE.length).split(BEGIN)
  if (before !== '' || parts.length !== count) return parsedPage(bytes)
  const items: RawItem[] = []
  for (const [number, part] of parts.entries()) {
    const isLast = number === parts.length - 1
    const item = itemOf(`${BEGIN}${isLast ? part : part.slice(0, -1)}`)
    if (item === null) return parsedPage(bytes)
    items.push(item)
  }
  return { from, until, items }
}

function itemOf(bytes: string): RawItem | null {
  const place = placeIn(bytes)
  if (place === null) return null
  const { slug, fullSlug, posted } = place
  return { slug, fullSlug, posted, bytes }
}

function parsedPage(bytes: string): RawPage {
  const { from, until, comments } = JSON.parse(textOf(bytes)) as Page
  const items = comments.map((item) => {
    const { slug, fullSlug, posted } = item
    return { slug, fullSlug, posted, bytes: Buffer.from(JSON.stringify(item)).toString('latin1') }
  })
  return { from, until, items }
}
