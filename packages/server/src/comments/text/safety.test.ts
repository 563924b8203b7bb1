import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseText, renderParsed } from './render.ts'
import { sanitise } from './sanitise.ts'
import { type Element, elementsOf, everybody, markdownish } from './strict-html.fixtures.ts'

const TAGS = new Set(['p', 'br', 'em', 'strong', 's', 'a', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'span'])

const ATTRIBUTES: Record<string, (attributes: Element['attributes']) => boolean> = {
  a: ({ href = '', rel, ...others }) =>
    /^(?:https?:\/\/|mailto:)/i.test(href) && rel === 'nofollow ugc noopener' && Object.keys(others).length === 0,
  span: ({ class: name, 'data-person': person = '', ...others }) =>
    name === 'mention' && /^[\w-]{1,64}$/.test(person) && Object.keys(others).length === 0,
  code: ({ class: language, ...others }) =>
    (language === undefined || /^language-[a-z0-9+#_.-]{1,32}$/i.test(language)) && Object.keys(others).length === 0,
  ol: ({ start, ...others }) => (start === undefined || /^\d{1,9}$/.test(start)) && Object.keys(others).length === 0,
}
const withoutAttributes = (attributes: Element['attributes']): boolean => Object.keys(attributes).length === 0

function expectSafe(html: string): void {
  for (const { tag, attributes, inside } of elementsOf(html)) {
    expect(TAGS).toContain(tag)
    expect({ tag, attributes }).toSatisfy(() => (ATTRIBUTES[tag] ?? withoutAttributes)(attributes))
    if (tag === 'a') expect(inside).not.toContain('a')
  }
}

const shown = (text: string): { html: string } => renderParsed(parseText(text), { find: everybody, most: 10 })

const addressesIn = (html: string): (string | undefined)[] =>
  elementsOf(html)
    .filter(({ tag }) => tag === 'a')
    .map(({ attributes }) => attributes['href'])

describe('no link', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\u0000script:alert(1)',
    'java\u00adscript:alert(1)',
    'java&#10;script:alert(1)',
    'java&Tab;script:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#x3A;alert(1)',
    '&#106;avascript:alert(1)',
    '&#0000106&#0000097avascript:alert(1)',
    'javascript\\:alert(1)',
    'javascript%3Aalert(1)',
    'jav\\ascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png;base64,AAAA',
    'blob:null/1',
    'file:///etc/passwd',
    'feed:javascript:alert(1)',
    'view-source:javascript:alert(1)',
    'http:javascript:alert(1)',
    'https:/\\example.com',
    '//example.com',
    '/\\example.com',
    '\\\\example.com',
    'http://',
  ])('to %j', (address) => {
    for (const text of [`[a](${address})`, `[a](<${address}>)`, `![a](${address})`, `<${address}>`, address]) {
      const { html } = shown(text)
      expectSafe(html)
      expect(addressesIn(html), text).toEqual([])
    }
  })
})

describe('nothing gets out of its place', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['raw text elements', '<xmp><img src=x onerror=alert(1)></xmp> <textarea><img src=x onerror=alert(1)></textarea>'],
    ['raw text elements that end early', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">'],
    ['foreign content', '<svg onload=alert(1)> <svg/onload=alert(1)> <math><mi xlink:href="javascript:alert(1)">'],
    ['mis-nested HTML', '<b><a href="javascript:alert(1)"><i></b></a>'],
    ['half a tag', '<img src=x onerror=alert(1) <b'],
    ['a tag in capitals and with a NUL', '<SCR\0IPT SRC=//example.com/x.js>'],
    ['a tag as character references', '&lt;script&gt;alert(1)&#60;/script&#62;'],
    ['a comment', '<!--><img src=x onerror=alert(1)>-->'],
    ['CDATA', '<![CDATA[<img src=x onerror=alert(1)>]]>'],
    ['quotes in an address', '[a](http://e.com/"onmouseover="alert(1)) [b](<http://e.com/" onclick="x>)'],
    ['single quotes in an address', "[a](http://e.com/'onmouseover='alert(1))"],
    ['quotes in a bare address', 'http://e.com/"onmouseover="alert(1) <http://e.com/"onclick="alert(1)>'],
    ['angle brackets in an address', '[a](http://e.com/><script>alert(1)</script>) http://e.com/<script>'],
    ['quotes as references in an address', '[a](http://e.com/&quot;&#x20;onclick=&quot;alert(1))'],
    ['quotes in a title', '[a](http://e.com "\\" onclick=\\"alert(1)") [b](http://e.com \'" onclick="alert(1)\')'],
    ['a title with a tag', '![a](http://e.com/x.png "><script>alert(1)</script>")'],
    ['a description with a tag', '![" onerror="alert(1)"><b>](http://e.com/x.png)'],
    ['a language with quotes', '```js" onclick="alert(1)\na\n```\n\n~~~"><script>\na\n~~~'],
    ['a language as references', '```&quot;&gt;&lt;script&gt;\na\n```'],
    [
      'links in links',
      '[a [b](http://e.com) c](http://f.com) [<http://e.com>](http://f.com) [http://e.com](http://f.com)',
    ],
    ['images in links in images', '![[![a](http://e.com)](http://f.com)](http://g.com)'],
    ['mis-nested Markdown', '*a **b* c** ~~d *e~~ f* [g *h](http://e.com) i* `j *k` l*'],
    ['code that breaks out', '`</code><script>alert(1)</script>` \n```\n</code></pre><script>alert(1)</script>\n```'],
    ['direction overrides', '\u202e<script>\u202d http://e.com/\u202egpj.exe @\u202eann'],
    ['a mention with a tag', '@ann<script>alert(1)</script> @"onclick="x'],
  ])('%s', (_, text) => {
    expectSafe(shown(text).html)
  })

  test('an address keeps its bytes, encoded', () => {
    expect(addressesIn(shown('<http://e.com/"\'`{}|^\u202e>').html)).toEqual([
      "http://e.com/%22'%60%7B%7D%7C%5E%E2%80%AE",
    ])
  })
})

test('the second layer takes away all that the first should not have let through', () => {
  const bad = [
    '<script>alert(1)</script><xmp><img src=x onerror=alert(1)></xmp><svg onload=alert(1)></svg><h1>a</h1>',
    '<a href="javascript:alert(1)" rel="nofollow ugc noopener">b</a><a href="//e.com">c</a><a name="x">d</a><a href="ftp://e.com">e</a>',
    '<a href="http://e.com" rel="opener" target="_top" onclick="x">e</a><p style="color:red" id="x" class="y">f</p>',
    '<span class="mention x" data-person="p1" title="y">g</span><span class="mention" data-person="a b">h</span><span>i</span><code class="language-js x">h</code><ol start="1e9"></ol><img src="x" />',
  ]
  expect(bad.map(sanitise)).toEqual([
    'a',
    'bcde',
    '<a href="http://e.com" rel="nofollow ugc noopener">e</a><p>f</p>',
    '<span class="mention" data-person="p1">g</span>hi<code class="language-js">h</code><ol></ol>',
  ])
})

test('any text gives strict HTML of the allowed kind, the same each time, which the second layer leaves alone', () => {
  fc.assert(
    fc.property(fc.oneof(markdownish, fc.string({ unit: 'binary' })), (text) => {
      const { html } = shown(text)
      expectSafe(html)
      expect(shown(text).html).toBe(html)
      expect(sanitise(html)).toBe(html)
    }),
    { numRuns: 3_000 },
  )
})
