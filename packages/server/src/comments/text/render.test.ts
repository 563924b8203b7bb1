import { expect, test } from 'vitest'
import { RENDERER, renderText } from './render.ts'

const ANN = { id: 'p1', name: 'Ann' }
const link = (href: string, text = href): string => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`

test.each([
  ['paragraphs', 'one\n\ntwo', '<p>one</p>\n<p>two</p>\n'],
  ['line breaks', 'one\ntwo  \nthree\\\nfour', '<p>one<br />\ntwo<br />\nthree<br />\nfour</p>\n'],
  [
    'emphasis',
    '*a* _b_ **c** __d__ ~~e~~',
    '<p><em>a</em> <em>b</em> <strong>c</strong> <strong>d</strong> <s>e</s></p>\n',
  ],
  ['inline code', '`<b> & "x"`', '<p><code>&lt;b&gt; &amp; "x"</code></p>\n'],
  ['fenced code', '```\na *b*\n```', '<pre><code>a *b*\n</code></pre>\n'],
  ['fenced code with its language', '```C++ title="x"\na\n```', '<pre><code class="language-C++">a\n</code></pre>\n'],
  ['fenced code with a strange language', '```"><b>\na\n```', '<pre><code>a\n</code></pre>\n'],
  ['indented code', '    a\n    b', '<pre><code>a\nb\n</code></pre>\n'],
  ['quotes', '> a\n> b', '<blockquote>\n<p>a<br />\nb</p>\n</blockquote>\n'],
  ['lists', '- a\n- b\n\n1. c', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<ol>\n<li>c</li>\n</ol>\n'],
  ['a list that goes on from a number', '3. c\n4. d', '<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>\n'],
  ['a link', '[a](https://example.com/x?y=1&z "t")', `<p>${link('https://example.com/x?y=1&amp;z', 'a')}</p>\n`],
  ['a link for mail', '[a](mailto:ann@example.com)', `<p>${link('mailto:ann@example.com', 'a')}</p>\n`],
  [
    'addresses in angle brackets',
    '<http://a.b> <a@b.c>',
    `<p>${link('http://a.b')} ${link('mailto:a@b.c', 'a@b.c')}</p>\n`,
  ],
  ['a bare address', 'at https://a.b/c, then', `<p>at ${link('https://a.b/c')}, then</p>\n`],
  ['a bare address as it was typed', 'http://a.b/%41', `<p>${link('http://a.b/%41')}</p>\n`],
  ['an image as a link', '![a *b*](http://a.b/c.png "t")', `<p>${link('http://a.b/c.png', 'a b')}</p>\n`],
  ['an image without words', '![](http://a.b/c.png)', `<p>${link('http://a.b/c.png')}</p>\n`],
  ['an image in a link', '[![a](http://i.j)](http://a.b)', `<p>${link('http://a.b', 'a')}</p>\n`],
  ['a direction override', 'a \u202e b', '<p>a \u202e b</p>\n'],
  ['nothing', ' \n ', ''],
])('takes %s', (_, text, html) => {
  expect(renderText(text)).toEqual({ html, mentions: [], renderer: RENDERER })
})

test.each([
  ['headings', '# a', '<p># a</p>\n'],
  ['underlined headings and rules', 'a\n---', '<p>a<br />\n---</p>\n'],
  ['tables', '|a|\n|-|', '<p>|a|<br />\n|-|</p>\n'],
  ['HTML', '<b onclick="x">*a*</b>', '<p>&lt;b onclick="x"&gt;<em>a</em>&lt;/b&gt;</p>\n'],
  ['comments of HTML', '<!-- a -->', '<p>&lt;!-- a --&gt;</p>\n'],
  ['links by name', '[a]\n\n[a]: x', '<p>[a]</p>\n<p>[a]: x</p>\n'],
  ['links within the site', '[a](/b) [c](d) [e](#f) [g](//h.i)', '<p>[a](/b) [c](d) [e](#f) [g](//h.i)</p>\n'],
  [
    'links of other schemes',
    '[a](ftp://b.c) <ftp://b.c> ftp://b.c',
    '<p>[a](ftp://b.c) &lt;ftp://b.c&gt; ftp://b.c</p>\n',
  ],
  ['bare addresses for mail', 'mailto:a@b.c', '<p>mailto:a@b.c</p>\n'],
  ['links to nowhere', '[a]() ![b]()', '<p>a b</p>\n'],
  ['addresses without a scheme', 'www.a.com b.com c@d.com //e.f', '<p>www.a.com b.com c@d.com //e.f</p>\n'],
])('leaves %s as text', (_, text, html) => {
  expect(renderText(text).html).toBe(html)
})

test('shows marks that nest too deep, and all the text behind them', () => {
  const quote = renderText(`${'>'.repeat(40)} deep`).html
  expect(quote.match(/<blockquote>/g)).toHaveLength(12)
  expect(quote).toContain(`<p>${'&gt;'.repeat(28)} deep</p>`)

  const list = renderText(`${'- '.repeat(20)}deep`).html
  expect(list.match(/<ul>/g)).toHaveLength(6)
  expect(list).toContain(`${'- '.repeat(14)}deep`)
})

test('takes no account of emphasis that nests too deep', () => {
  const { html, mentions } = renderText(`${'*a '.repeat(40)}@ann${' a*'.repeat(40)}`, [ANN])
  expect(html.match(/<em>/g)).toHaveLength(8)
  expect(html.match(/<\/em>/g)).toHaveLength(8)
  expect(mentions).toEqual([ANN])
})
