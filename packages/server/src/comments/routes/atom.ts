import { escaped } from '../../api/markup.ts'

/** An entry of a feed; `html` is rendered and sanitised already. */
export type Entry = {
  id: string
  title: string
  author: string
  posted: string
  updated: string
  html: string
  link: string | null
}

export type Feed = {
  id: string
  title: string
  updated: string
  /** Where the feed itself is, and where the page is that it belongs to. */
  self: string
  link: string | null
  entries: readonly Entry[]
}

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8'

/** XML has no way at all to write some control characters. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const inXml = (text: string): string => escaped(text.replace(NOT_IN_XML, '\u{fffd}'))

const element = (name: string, text: string): string => `<${name}>${inXml(text)}</${name}>`

const linkTo = (rel: string, href: string | null): string =>
  href === null ? '' : `<link rel="${rel}" href="${inXml(href)}"/>`

/** Atom 1.0, RFC 4287. */
export function atomOf({ id, title, updated, self, link, entries }: Feed): Buffer {
  const parts = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', id),
    element('title', title),
    element('updated', updated),
    linkTo('self', self),
    linkTo('alternate', link),
    '<generator>Palaver</generator>',
    ...entries.map(entryOf),
    '</feed>',
  ]
  return Buffer.from(`${parts.filter((part) => part !== '').join('\n')}\n`)
}

function entryOf({ id, title, author, posted, updated, html, link }: Entry): string {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    `<author>${element('name', author)}</author>`,
    element('published', posted),
    element('updated', updated),
    linkTo('alternate', link),
    `<content type="html">${inXml(html)}</content>`,
    '</entry>',
  ].join('')
}
