import { assert, constantFrom, array, string, property, stringMatching, oneof, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type HeadSaid, HeadReader } from './head.ts'

function read(bytes: Buffer | string, { type = 'text/html', piece = 100_000 } = {}): HeadSaid {
  const all = Buffer.from(bytes)
  const reader = new HeadReader(type)
  for (let at = 0; at < all.length; at += piece) if (reader.write(all.subarray(at, at + piece))) break
  return reader.end()
}

const PAGE = `<!DOCTYPE html><html lang="de-AT"><head><title>Plain &amp; simple</title>
<meta name="description" content="In short"><meta property="og:title" content="Open &lt;b&gt;">
<meta property="og:description" content="Of the
 graph"><meta property="og:site_name" content="Größe"><meta property="og:image" content="/a.png?x=1&amp;y=2">
<link rel="canonical" href="https://elsewhere.example/"><meta property="og:url" content="https://elsewhere.example/">
</head><body><title>Not this</title><meta property="og:title" content="Nor this"></body></html>`

const SAID = { title: 'Open <b>', description: 'Of the graph', site: 'Größe', image: '/a.png?x=1&y=2', lang: 'de-AT' }

describe('a page', () => {
  test.each([1, 7, 100_000])('says the same in pieces of %i bytes', (piece) => {
    expect(read(PAGE, { piece })).toEqual(SAID)
  })

  test('is read up to the end of its head', () => {
    const reader = new HeadReader('text/html')
    expect(reader.write(Buffer.from(`<head><title>a</title>${' '.repeat(2000)}`))).toBe(false)
    expect(reader.write(Buffer.from('</head>'.padEnd(2000)))).toBe(true)
    expect(reader.end().title).toBe('a')
  })

  test('may have nothing but a title, or nothing', () => {
    expect(read('<title>Alone')).toMatchObject({ title: 'Alone', description: null, image: null, lang: null })
    expect(read('')).toEqual({ title: null, description: null, site: null, image: null, lang: null })
  })

  test.each([
    ['a script in the title', '<title><script>alert(1)</script></title>', '<script>alert(1)</script>'],
    ['a script before it', '<script>"<title>x</title>"</script><title>y</title>', 'y'],
    ['a title in a comment', '<!-- <title>x</title> --><title>y</title>', 'y'],
    ['a drawing', '<svg><title>x</title></svg><title>y</title>', 'y'],
    ['two titles', '<title>x</title><title>y</title>', 'x'],
    ['an empty one of the graph', '<title>x</title><meta property="og:title" content=" ">', 'x'],
    ['two of the graph', '<meta property=og:title content=x><meta property=og:title content=y>', 'x'],
    [
      'a tag within another',
      '<meta property="og:title" content="<meta property=\'og:title\' content=\'x\'>">',
      "<meta property='og:title' content='x'>",
    ],
    ['tags in tags', '<div><div><meta name="OG:Title" content="x"><div>', 'x'],
    ['quotes that never end', '<title>x</title><meta property="og:title" content="y>', 'x'],
    ['overrides and controls', '<title>a\u202Eb\u0000\u0007c\u2066d&#x202e;e\u200f</title>', 'abcde'],
    ['half a character', '<title>a&#xd800;b</title>', 'a\uFFFDb'],
    [
      'a name that all objects have',
      '<meta property="__proto__" content="x"><meta property="constructor" content="x"><title>y</title>',
      'y',
    ],
  ])('with %s', (_what, head, title) => {
    expect(read(head).title).toBe(title)
  })

  test('cannot say more than fits', () => {
    const { title, description, site } = read(
      `<title>${'👨‍👩‍👧'.repeat(300)}</title><meta name=description content="${'x'.repeat(9000)}"><meta property=og:site_name content="${'y '.repeat(900)}">`,
    )
    expect(title).toBe(`${'👨‍👩‍👧'.repeat(199)}…`)
    expect(description).toBe(`${'x'.repeat(499)}…`)
    expect(site).toHaveLength(100)
  })

  test('keeps nobody busy by how deep it is', () => {
    const reader = new HeadReader('text/html')
    expect(reader.write(Buffer.from('<b>'.repeat(100_000) + '</i>'.repeat(50_000)))).toBe(true)
    expect(reader.end().title).toBeNull()
  })

  test('keeps nobody busy by how small its pieces are', () => {
    expect(read(`<title>x</title><p>${'&a'.repeat(100_000)}`, { piece: 1 }).title).toBe('x')
  })

  test('says a language or none', () => {
    expect(read('<html lang="pt-BR">').lang).toBe('pt-BR')
    expect(read('<html lang="<script>">').lang).toBeNull()
    expect(read(`<html lang="${'en-'.repeat(1000)}">`).lang).toBeNull()
  })
})

const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

test.each([
  ['the header', latin('<title>Größe</title>'), 'text/html; charset="ISO-8859-1"'],
  ['the page itself', latin('<meta charset=latin1><title>Größe</title>'), 'text/html'],
  [
    'the page in the old way',
    latin('<meta http-equiv="content-type" content="text/html; charset=windows-1252"><title>Größe</title>'),
    'text/html',
  ],
  ['its first bytes, whatever the header says', utf16('<title>Größe</title>'), 'text/html; charset=latin1'],
  [
    'its first bytes, whatever the page says',
    Buffer.from('\uFEFF<meta charset=latin1><title>Größe</title>'),
    'text/html',
  ],
  ['nobody', Buffer.from('<title>Größe</title>'), 'text/html'],
  [
    'somebody who knows none',
    Buffer.from('<meta charset="klingon"><title>Größe</title>'),
    'text/html; charset=x-nothing',
  ],
  ['a page that cannot be in UTF-16', Buffer.from('<meta charset="utf-16"><title>Größe</title>'), 'text/html'],
])('the charset is said by %s', (_who, bytes, type) => {
  expect(read(bytes, { type }).title).toBe('Größe')
  expect(read(bytes, { type, piece: 1 }).title).toBe('Größe')
})

test('a wrong charset makes odd letters, and no failure', () => {
  expect(read(latin('<title>Größe</title>'), { type: 'text/html; charset=utf-8' }).title).toBe('Gr\uFFFD\uFFFDe')
})

const SCRAP = oneof(
  constantFrom('<', '>', '</', '<!--', '-->', '<![CDATA[', '"', "'", '=', '&', '&#', '&lt;', '/', '\u0000', '\u202e'),
  constantFrom(
    '<title>',
    '</title>',
    '<meta ',
    'property=',
    'og:title',
    'content=',
    '<head>',
    '<svg>',
    '<script>',
    '</script',
  ),
  stringMatching(/^<[a-z]{1,6}( [a-z]{1,6}="[^"]{0,9}")?>$/),
  string({ unit: 'binary', maxLength: 20 }),
)

describe('whatever a page is made of', () => {
  const isText = (line: string | null): boolean =>
    line === null ||
    (line.isWellFormed() &&
      line === line.trim() &&
      line !== '' &&
      !/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u.test(line))

  const holds = (bytes: Buffer, piece: number): void => {
    const said = read(bytes, { piece })
    expect([said.title, said.description, said.site].every(isText), JSON.stringify(said)).toBe(true)
    expect(read(bytes)).toEqual(said)
  }

  test('it says lines of text, the same in pieces of any size', () => {
    assert(
      property(array(SCRAP, { maxLength: 60 }), constantFrom(1, 3, 50), (scraps, piece) =>
        holds(Buffer.from(`<title>${scraps.join('')}`), piece),
      ),
      { numRuns: 500 },
    )
    assert(property(uint8Array({ maxLength: 3000 }), (bytes) => holds(Buffer.from(bytes), 100)))
  })
})
