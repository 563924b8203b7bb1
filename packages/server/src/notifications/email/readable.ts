import { unescaped } from '../../api/markup.ts'

/** A quote or a list with none inside. */
const INNERMOST = /<(blockquote|ul|ol)([^>]*)>((?:(?!<(?:blockquote|ul|ol)\b)[^])*?)<\/\1>/g
const CODE = /(<pre>[^]*?<\/pre>)/
const LINK = /<a href="([^"]*)"[^>]*>([^]*?)<\/a>/g

/**
 * What a comment says, as lines: from its own clean HTML, so that nobody reads the marks it was written with. A link
 * shows where it leads.
 */
export function readable(html: string): string {
  let rest = html
    .split(CODE)
    .map(withoutBreaks)
    .join('')
    .replace(/<br[^>]*>/g, '\n')
    .replace(LINK, linkOf)
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(INNERMOST, (...[, kind = '', attributes = '', inner = '']: string[]) => {
      const lines = kind === 'blockquote' ? quoted(inner) : listed(inner, startOf(kind, attributes))
      return `<p>${lines}</p>`
    })
  }
  return unescaped(blocks(rest))
}

/** Only in code a line break is one. */
const withoutBreaks = (part: string): string => (part.startsWith('<pre>') ? part : part.replaceAll('\n', ''))

function linkOf(_: string, address: string, label: string): string {
  const words = label.replace(/<[^>]*>/g, '')
  return address === words || address === `mailto:${words}` ? words : `${words} (${address})`
}

const quoted = (inner: string): string => blocks(inner).replace(/^/gm, '&gt; ')

function listed(inner: string, start: number | null): string {
  const [, ...items] = inner.split('<li>')
  return items
    .map((item, at) => `${start === null ? '•' : `${start + at}.`} ${blocks(item).replace(/\n(?=[^\n])/g, '\n  ')}`)
    .join('\n')
}

const startOf = (kind: string, attributes: string): number | null =>
  kind === 'ol' ? Number(/start="(\d+)"/.exec(attributes)?.[1] ?? 1) : null

/** Paragraphs and code stand apart; no other tag is left. */
const blocks = (markup: string): string =>
  markup
    .replace(/<\/?(?:p|pre)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
