import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { LANGUAGES } from '../i18n/locale.ts'
import type { Opening } from '../thread/state/model.ts'
import { catalogues } from './catalogues.ts'
import { renderThread } from './render.tsx'
import { comment, flat, node, nothing, threaded } from './testing/openings.ts'

const OPTIONS = { locale: 'en', sort: 'best', base: 'https://comments.example' }
const DATA = /<script type="application\/json">([^<]*)<\/script><\/template>$/

// What the build puts in.
vi.stubGlobal('__STYLE__', 'thread-abc.css')
afterAll(() => vi.unstubAllGlobals())

const rendered = (opening: Opening, options: Partial<typeof OPTIONS> = {}): string =>
  renderThread(opening, { ...OPTIONS, ...options })

/** What there is to read, in order. */
const textOf = (html: string): string =>
  html
    .replace(DATA, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The names of elements in order, with those that are in nothing else left out. */
const outlineOf = (html: string, names: string): string[] =>
  [...html.matchAll(new RegExp(`</?(?:${names})(?=[ >])`, 'g'))].map(([tag]) => tag.replace('<', ''))

describe('what the server draws', () => {
  const reply = comment('a/b', { author: { id: 'p-bob', name: 'Bob' }, edited: '2026-03-01T00:00:00.000Z' })
  const html = rendered(
    threaded([node(comment('a', { votes: { up: 3, down: 1 } }), [node(reply)]), node(comment('c'))]),
  )

  test('is one shadow root with its style, which needs no script', () => {
    expect(html).toMatch(
      /^<template shadowrootmode="open"><link rel="stylesheet" href="https:\/\/comments\.example\/embed\/thread-abc\.css"\/?>/,
    )
    expect(html.match(/<template|<script|<style| style=| on\w+=/g)).toEqual(['<template', '<script'])
  })

  test('has a heading, lists in lists, and an article for each comment', () => {
    expect(html).toContain('<h2 class="count">2 comments</h2>')
    expect(outlineOf(html, 'h2|ol|li|article').join(' ')).toBe(
      'h2 /h2 ol /ol ol li article /article ol li article /article /li /ol /li li article /article /li /ol',
    )
    expect(html).toMatch(/<ol[^>]* aria-label="Replies to Ada">/)
  })

  test('has names, dates that stay true, and links to each comment', () => {
    expect(html).toMatch(/<span class="name"[^>]*>Bob<\/span>/)
    expect(html).toContain('datetime="2026-02-28T22:30:00.000Z"')
    expect(textOf(html)).toContain('Feb 28, 2026')
    expect(html).toMatch(/title="February 28, 2026 at 10:30\sPM UTC"/)
    expect(html).toMatch(/title="Edited March 1, 2026/)
    expect(html).toMatch(/<article[^>]* id="comment-a\.b"/)
    expect(html).toContain('href="#comment-a.b"')
    expect(textOf(html)).not.toContain('ago')
  })

  test('is the same whenever and wherever it is drawn', () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'Asia/Tokyo'
    vi.useFakeTimers({ now: Date.parse('2030-01-01') })
    try {
      expect(rendered(threaded([node(comment('a'))]))).toContain('Feb 28, 2026')
    } finally {
      vi.useRealTimers()
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  test('says without scripts what they are for', () => {
    expect(html).toMatch(
      /<noscript><p[^>]*>To read everything and to take part, please turn JavaScript on\.<\/p><\/noscript>/,
    )
  })

  test('has the order that was asked for, or the best first', () => {
    const selected = (sort: string): string | undefined =>
      /<option[^>]* selected[^>]*>(\w+)</.exec(
        rendered(threaded([node(comment('a')), node(comment('b'))]), { sort }),
      )?.[1]
    expect(['newest', 'oldest', 'best', 'nonsense'].map(selected)).toEqual(['Newest', 'Oldest', 'Best', 'Best'])
  })

  test('says where there is nothing, is flat where the discussion is, and puts in front what is pinned', () => {
    expect(textOf(rendered(nothing))).toContain('0 comments Nobody has written here yet. Be the first.')
    const answer = comment('a/b', { author: { id: 'p-bob', name: 'Bob' } })
    const one = textOf(rendered(flat([comment('a'), answer])))
    expect(one).toMatch(/Text of a .*Reply to Ada .*Text of a\/b/)
    const two = rendered(threaded([node(comment('a')), node(comment('b'))], { pinned: [comment('b')] }))
    expect(textOf(two)).toMatch(/Pinned .*Text of b .*Text of a/)
    expect(textOf(two).match(/Text of b/g)).toHaveLength(1)
  })

  test('leaves the place of what was deleted or taken down, and nothing else of it', () => {
    const gone = (status: 'deleted' | 'rejected') => comment(status, { status, author: null, html: '' })
    const text = textOf(rendered(threaded([node(gone('deleted')), node(gone('rejected'))])))
    expect(text).toContain('This comment was deleted.')
    expect(text).toContain('This comment was taken down by a moderator.')
  })
})

describe('what people wrote', () => {
  const nasty = ['</script><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</template>', '<!--', "&lt;'"]

  test.each(nasty)('stays text: %s', (name) => {
    const opening = threaded([node(comment('a', { author: { id: 'p-eve', name } }))], { avatars: { 'p-eve': name } })
    const html = rendered(opening)
    expect(outlineOf(html, 'template|script|img')).toEqual(['template', 'img', 'script', '/script', '/template'])
    expect(html).not.toContain('<!--')
    expect(html).not.toMatch(/<[^>"]*"[^"]*"[^>"]* onerror=/)
    expect(dataIn(html)).toEqual(opening)
  })

  test('comes back from the data as it was, whatever it is, and ends nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...nasty), (text, bad) => {
        const name = text + bad
        const opening = threaded([node(comment('a', { author: { id: name, name } }))])
        const html = rendered(opening)
        expect(dataIn(html)).toEqual(JSON.parse(JSON.stringify(opening)))
        expect(html.match(/<\/?(?:template|script)\b/g)).toEqual(['<template', '<script', '</script', '</template'])
      }),
    )
  })

  test('an address of the service cannot break out of its attribute', () => {
    expect(rendered(nothing, { base: '"><script>' })).not.toContain('"><script>')
  })
})

describe.each(LANGUAGES)('in %s', (language) => {
  test('all is said in it, with its direction', () => {
    const html = rendered(threaded([node(comment('a'))]), { locale: language })
    expect(html).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
    expect(textOf(html)).toContain(catalogues[language]['act.reply'])
    expect(textOf(html)).toContain(catalogues[language]['thread.noscript'])
    expect(textOf(html)).toMatch(/2026|٢٠٢٦/)
  })
})

test.each([
  ['de-at', 'de-AT'],
  ['xx-yy-zz-_', 'en'],
  ['de-1', 'en'],
  ['he', 'en'],
  ['', 'en'],
])('a locale such as %j is read as %s', (locale, lang) => {
  expect(rendered(nothing, { locale })).toContain(`lang="${lang}"`)
})

function dataIn(html: string): unknown {
  return JSON.parse(DATA.exec(html)?.[1] ?? 'null')
}
