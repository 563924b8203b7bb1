import { placeIn } from '../shown-in.ts'
import type { Page, Stub } from './collection.ts'

/**
 * An item of a page: where it stands, and where its JSON lies among the page's bytes. Most of a page is passed over,
 * and need neither be parsed nor become text.
 */
export type RawItem = Pick<Stub, 'slug' | 'fullSlug' | 'posted'> & { stored: Buffer; start: number; end: number }
export type RawPage = { from: string; until: string; items: RawItem[] }

/** The JSON of an item. */
export const jsonOf = ({ stored, start, end }: RawItem): string => stored.toString('utf8', start, end)

const ITEMS = '"comments":['
const BEGIN = '{"fullSlug":"'
const BETWEEN = `},${BEGIN}`
const END_OF_PAGE = ']}'

/**
 * A page out of its JSON, its items apart but not parsed. Each begins with its full slug; inside of strings quotes are
 * escaped, and no byte of another character looks like one, so nothing else looks like that. A page that was written
 * otherwise is parsed.
 */
export function readPage(stored: Buffer): RawPage {
  // Each byte a character: where something lies in this text is where it lies among the bytes.
  const bytes = stored.toString('latin1')
  const at = bytes.indexOf(ITEMS)
  if (at === -1 || !bytes.endsWith(END_OF_PAGE)) return parsedPage(stored)
  const { from, until, count } = JSON.parse(stored.toString('utf8', 0, at).concat(ITEMS, END_OF_PAGE)) as Page
  const items = itemsIn(stored, bytes, at + ITEMS.length)
  return items?.length === count ? { from, until, items } : parsedPage(stored)
}

function itemsIn(stored: Buffer, bytes: string, begin: number): RawItem[] | null {
  const items: RawItem[] = []
  const last = bytes.length - END_OF_PAGE.length
  for (let start = begin; start < last;) {
    const next = bytes.indexOf(BETWEEN, start)
    const end = next === -1 ? last : next + 1
    const place = bytes.startsWith(BEGIN, start) ? placeIn(bytes, start, end) : null
    if (place === null) return null
    items.push({ slug: place.slug, fullSlug: place.fullSlug, posted: place.posted, stored, start, end })
    start = end + 1
  }
  return items
}

/** The JSON of one item; the others are not looked at. Null where the page has no such item. */
export function jsonIn(stored: Buffer, slug: string): string | null {
  const at = stored.indexOf(`"slug":"${slug}"`)
  if (at === -1) return null
  const start = stored.lastIndexOf(BEGIN, at)
  const isUsual =
    start !== -1 &&
    stored.indexOf('",', start + BEGIN.length) + 2 === at &&
    stored.toString('latin1', stored.length - END_OF_PAGE.length) === END_OF_PAGE
  if (!isUsual) return parsedJsonIn(stored, slug)
  const next = stored.indexOf(BETWEEN, at)
  return stored.toString('utf8', start, next === -1 ? stored.length - END_OF_PAGE.length : next + 1)
}

function parsedJsonIn(stored: Buffer, slug: string): string | null {
  const item = parsedPage(stored).items.find((one) => one.slug === slug)
  return item === undefined ? null : jsonOf(item)
}

function parsedPage(stored: Buffer): RawPage {
  const { from, until, comments } = JSON.parse(stored.toString()) as Page
  const items = comments.map((item) => {
    const { slug, fullSlug, posted } = item
    const json = Buffer.from(JSON.stringify(item))
    return { slug, fullSlug, posted, stored: json, start: 0, end: json.length }
  })
  return { from, until, items }
}
