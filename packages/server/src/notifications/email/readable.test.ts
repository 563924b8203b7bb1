import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderText } from '../../comments/text/render.ts'
import type { Reason } from '../model.ts'
import type { Content } from './content.ts'
import { readable } from './readable.ts'
import { headlineOf, subjectOf, whyOf } from './wording.ts'

const read = (text: string): string => readable(renderText(text).html)

describe('the words of a comment', () => {
  it.each([
    ['emphasis', 'Feed it **once** a *week*, ~~not~~ `daily`', 'Feed it once a week, not daily'],
    ['lines and paragraphs', 'one\ntwo\n\nthree', 'one\ntwo\n\nthree'],
    ['HTML', '<b>a</b> & <script>alert(1)</script>', '<b>a</b> & <script>alert(1)</script>'],
    ['signs that were escaped', '\\*a\\* &lt;b&gt;', '*a* <b>'],
    ['links', '[here](https://evil.example/a) https://b.example/', 'here (https://evil.example/a) https://b.example/'],
    ['addresses', '<ann@example.com>', 'ann@example.com'],
    ['pictures', '![x](https://t.example/p.png)', 'x (https://t.example/p.png)'],
    ['code', '```js\nif (a <\n  b) {\n}\n```\nafter', 'if (a <\n  b) {\n}\n\nafter'],
    ['quotes', '> one\n> > two\n\nthree', '> one\n> \n> > two\n\nthree'],
    ['lists', 'of\n\n- a\n- b\n  1. c\n  2. d\n\n7. e', 'of\n\n• a\n• b\n\n  1. c\n  2. d\n\n7. e'],
  ])('are read without marks: %s', (_, text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it('have no tag left, whatever was written', () => {
    const parts = ['> ', '- ', '1. ', '**', '`', '```\n', '\n', '\n\n', '[a](https://a.example)', 'word ', '    ', '~~']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 40 }), (some) => {
        expect(read(some.join(''))).not.toMatch(/<\/?(?:p|br|em|strong|s|a|code|pre|blockquote|ul|ol|li|span)\b/)
      }),
    )
  })
})

const mailFor = (reasons: Reason[][], more = 0): Content => ({
  threads: reasons.map((of, at) => ({
    id: String(at),
    title: 'A page',
    link: null,
    told: of.map((reason) => ({ reason, author: 'Bob', text: 'a', posted: '2026-01-01T00:00:00.000Z', link: null })),
    more: 0,
  })),
  more,
  links: [],
})

describe('the words of a mail', () => {
  it('name each reason that holds, and no other', () => {
    expect(whyOf(mailFor([['mention']]))).toBe('You get this because you were mentioned.')
    expect(whyOf(mailFor([['participating'], ['watching']]))).toBe(
      'You get this because you take part in one of these discussions and you follow one of these discussions.',
    )
    expect(whyOf(mailFor([['participating', 'reply', 'mention']]))).toBe(
      'You get this because you were mentioned, somebody replied to you and you take part in this discussion.',
    )
  })

  it('say that there are more discussions than are shown', () => {
    expect(headlineOf(mailFor([['reply'], ['reply']], 5))).toBe('7 new comments in 2 discussions and more')
    expect(subjectOf(mailFor([['reply']], 5))).toBe('New comments in 1 discussion and more')
    expect(headlineOf(mailFor([['reply', 'mention']]))).toBe('2 new comments')
  })
})
