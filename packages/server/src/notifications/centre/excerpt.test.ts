import { expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

it('is the text without its marks, in one line', () => {
  expect(
    excerptOf(
      '<p>hello <strong>b</strong>old, <a href="https://example.org/?a=1&amp;b=2">a link</a></p>\n<p>2 &lt; 3</p>',
    ),
  ).toBe('hello bold, a link 2 < 3')
  expect(excerptOf('')).toBe('')
})

it('takes back each escape once', () => {
  expect(excerptOf('<p>&amp;lt;b&amp;gt; &amp;amp; &quot;q&quot; &#39;s&#39;</p>')).toBe(`&lt;b&gt; &amp; "q" 's'`)
})

it('ends between characters, within its length', () => {
  const family = '👨‍👩‍👧'
  const long = excerptOf(`<p>${family.repeat(500)}</p>`)
  expect(long.length).toBeLessThanOrEqual(200)
  expect(long.replaceAll(family, '')).toBe('…')
  expect(excerptOf(`<p>${'x'.repeat(200)}</p>`)).toBe('x'.repeat(200))
  expect(excerptOf(`<p>${'x'.repeat(201)}</p>`)).toBe(`${'x'.repeat(199)}…`)
})
