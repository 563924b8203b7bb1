import fc from 'fast-check'
import type { Find } from './people.ts'

/** Everybody is somebody: as if each name were that of a person. */
export const everybody: Find = (name) => ({ id: `p-${Buffer.from(name).toString('hex').slice(0, 20)}`, name })

export type Element = { tag: string; attributes: Record<string, string>; inside: string[]; text: string }

const PIECE = /<(\/?)([a-z]+)((?: [a-z-]+="[^"<>]*")*)( \/)?>|((?:[^<>&]|&(?:amp|lt|gt|quot);)+)/y

const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The elements of HTML that keeps to the strictest grammar: balanced, quoted, escaped. Throws at anything else. */
export function elementsOf(html: string): Element[] {
  const elements: Element[] = []
  const open: Element[] = []
  for (PIECE.lastIndex = 0; PIECE.lastIndex < html.length;) {
    const rest = html.slice(PIECE.lastIndex, PIECE.lastIndex + 80)
    const piece = PIECE.exec(html)
    if (piece === null) throw new Error(`not strict HTML: ${rest}`)
    const [, closing, tag = '', attributes = '', selfClosing, text] = piece
    if (text !== undefined) for (const element of open) element.text += decoded(text)
    else if (closing === '/') {
      if (open.pop()?.tag !== tag) throw new Error(`not balanced: ${rest}`)
    } else {
      const element = { tag, attributes: attributesOf(attributes), inside: open.map((outer) => outer.tag), text: '' }
      elements.push(element)
      if (selfClosing === undefined) open.push(element)
    }
  }
  if (open.length > 0) throw new Error(`not closed: ${open.map(({ tag }) => tag).join()}`)
  return elements
}

function attributesOf(source: string): Record<string, string> {
  const pairs = [...source.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decoded(value)])
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`attribute twice:${source}`)
  return Object.fromEntries(pairs)
}

const MARKS = [
  '*',
  '**',
  '_',
  '__',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '(',
  ')',
  '](',
  '![',
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '=',
]
const LINES = [
  '\n',
  '\n\n',
  '\n> ',
  '\n- ',
  '\n1. ',
  '\n    ',
  '\n```\n',
  '\n~~~js\n',
  '  \n',
  '\t',
  ' ',
  ' ',
  '\\',
  '&',
  ';',
]
const WORDS = [
  'a',
  'Ann',
  'bob.b',
  'x_y',
  'é',
  'Ω',
  '名',
  '😀',
  '\u0301',
  '\u202e',
  '7',
  '.',
  '-',
  ',',
  '/',
  ':',
  '#',
  '!',
  '|',
]
const NAMES = ['@', '@ann', '@Bob', '@é-o.', '@名', '\\@ann', '&#64;ann', '@ann@b.org', 'ann@b.org', ' @x_ ']
const LINKS = [
  'http://a.b/',
  'https://',
  'mailto:',
  'javascript:',
  'data:text/html,',
  '[t](http://a.b "q")',
  '<http://a.b>',
]
const TAGS = [
  '<b>',
  '<a href="',
  '<img src=x onerror=',
  '<svg onload=',
  '<xmp>',
  '<!--',
  '-->',
  'onclick=',
  '&lt;',
  '&quot;',
]

/** Text that uses, and misuses, everything Markdown and HTML give a meaning to. */
export const markdownish: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...MARKS) },
      { weight: 3, arbitrary: fc.constantFrom(...LINES) },
      { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 3, arbitrary: fc.constantFrom(...NAMES) },
      { weight: 1, arbitrary: fc.constantFrom(...LINKS, ...TAGS) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    ),
    { maxLength: 40, size: 'max' },
  )
  .map((pieces) => pieces.join(''))
