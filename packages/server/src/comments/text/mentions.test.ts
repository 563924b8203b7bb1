import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderText } from './render.ts'
import { elementsOf, markdownish } from './strict-html.fixtures.ts'

const mentionsOf = (text: string): string[] => renderText(text).mentions
const markedIn = (html: string): string[] =>
  elementsOf(html)
    .filter(({ tag }) => tag === 'span')
    .map(({ text }) => text)

describe('E1: not a mention', () => {
  test.each([
    ['fenced code', '```\n@ann\n```'],
    ['fenced code that is never closed', '~~~js\n@ann'],
    ['indented code', 'so:\n\n    @ann'],
    ['inline code', 'use `@ann` here'],
    ['inline code of two marks', 'use `` `@ann `` here'],
    ['the address of a link', '[this](https://example.com/@ann)'],
    ['a bare address', 'see https://example.com/@ann'],
    ['an address in angle brackets', '<https://example.com/@ann>'],
    ['an address without a scheme', 'example.com/@ann'],
    ['the title of a link', '[this](https://example.com "@ann")'],
    ['the text of a link', '[ask @ann](https://example.com)'],
    ['the description of an image', '![@ann](https://example.com/a.png)'],
    ['an e-mail address', 'write to joe@ann.example'],
    ['an e-mail address in angle brackets', '<joe@ann.example>'],
    ['an e-mail address that is not ASCII', 'josé@ann.example'],
    ['an e-mail address with marks in it', 'joe_@ann.example and **joe**@ann.example and joe\\_@ann.example'],
    ['someone elsewhere', '@ann@social.example'],
    ['a quote', '> @ann said so'],
    ['a quote in a list', '- > @ann said so'],
    ['a list in a quote', '> - @ann said so'],
    ['a line that goes on with a quote', '> as was said\n@ann'],
    ['an escaped sign', '\\@ann'],
    ['a sign as a character reference', '&#64;ann and &commat;ann'],
    ['an attribute of HTML', '<img alt="@ann"> <b title=\'> @ann\' x=@ann>'],
    ['a sign alone', '@ ann @ @. @-ann @.ann'],
    ['a name that is too long', `@${'a'.repeat(65)}`],
    ['what folding makes a sentence of', '@\ufdfa'],
  ])('in %s', (_, text) => {
    const { html, mentions } = renderText(text)
    expect(mentions).toEqual([])
    expect(html).not.toContain('mention')
  })
})

describe('E2: a mention', () => {
  test.each([
    ['at the start', '@ann hello', ['ann']],
    [
      'after punctuation',
      '(@ann) "@bob" ¿@cid? cc:@dan,@eve;@fay -@gil .@hal',
      'ann bob cid dan eve fay gil hal'.split(' '),
    ],
    ['at the end, with a dot', 'thanks, @ann.', ['ann']],
    ['at the end, with dots and dashes', '@ann... @bob-- @cid-, @dan.)', ['ann', 'bob', 'cid', 'dan']],
    ['in bold', '**@ann** __@bob__', ['ann', 'bob']],
    ['in emphasis and struck out', '*@ann* _@bob_ ~~@cid~~', ['ann', 'bob', 'cid']],
    ['in a list', '- @ann\n- and @bob\n\n1. @cid', ['ann', 'bob', 'cid']],
    ['several in a row', '@ann @bob\n@cid', ['ann', 'bob', 'cid']],
    ['twice', '@ann, @bob and @ann', ['ann', 'bob']],
    ['not ASCII', '@josé @Ωμέγα @名前 @अनिल @zoe\u0308', ['josé', 'ωμέγα', '名前', 'अनिल', 'zoë']],
    ['outside the basic plane', '@𐐀𐐁 hi', ['𐐨𐐩']],
    ['folded', '@ANN @Ann @ａｎｎ', ['ann']],
    ['with signs inside', '@ann-lee @bob.b @c_d_ @_e @4you', ['ann-lee', 'bob.b', 'c_d_', '_e', '4you']],
    ['whose signs are escaped', '@ann\\_lee @bob&#46;b', ['ann_lee', 'bob.b']],
    ['beside code and links', '`x` @ann [y](https://example.com) @bob', ['ann', 'bob']],
    ['beside an escaped backslash', '\\\\@ann', ['ann']],
    ['after a quote', '> quoted\n\n@ann', ['ann']],
    ['as long as a name can be', `@${'a'.repeat(64)}`, ['a'.repeat(64)]],
  ])('%s', (_, text, mentions) => {
    expect(mentionsOf(text)).toEqual(mentions)
  })

  test('shows the name as it was typed', () => {
    expect(renderText('Hi @Ann_Lee.').html).toBe('<p>Hi <span class="mention">@Ann_Lee</span>.</p>\n')
  })

  test('of fifty people and no more, each as often as it is there', () => {
    const names = Array.from({ length: 60 }, (_, at) => `n${at}`)
    const { html, mentions } = renderText(`${names.map((name) => `@${name}`).join(' ')} @n0`)
    expect(mentions).toEqual(names.slice(0, 50))
    expect(markedIn(html)).toEqual([...names.slice(0, 50), 'n0'].map((name) => `@${name}`))
  })
})

describe('E3: a name is as long as it can be', () => {
  test.each([
    ['@anna', ['anna']],
    ['@ann.a', ['ann.a']],
    ['@ann-a', ['ann-a']],
    ['@ann_', ['ann_']],
    ['@ann\u0301', ['anń']],
    ['@ann and @anna', ['ann', 'anna']],
    ["@ann's", ['ann']],
    ['@ann*a*', []],
    ['@an**n**', []],
    ['@ann`a`', []],
    ['*@ann*a', []],
  ])('%s', (text, mentions) => {
    expect(mentionsOf(text)).toEqual(mentions)
  })
})

test('E11: parser and renderer agree on 10,000 texts', () => {
  const folded = (shown: string): string => shown.slice(1).normalize('NFKC').toLowerCase().normalize('NFKC')
  let found = 0
  fc.assert(
    fc.property(markdownish, (text) => {
      const { html, mentions } = renderText(text)
      expect([...new Set(markedIn(html).map(folded))]).toEqual(mentions)
      for (const { tag, inside, attributes } of elementsOf(html)) {
        if (tag !== 'span') continue
        expect(attributes).toEqual({ class: 'mention' })
        expect(inside.filter((outer) => ['code', 'pre', 'blockquote', 'a', 'span'].includes(outer))).toEqual([])
      }
      found += mentions.length
    }),
    { numRuns: 10_000 },
  )
  expect(found).toBeGreaterThan(5_000)
})
