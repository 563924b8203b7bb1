import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folded } from '../../api/name-key.ts'
import { parseText, renderParsed, renderText } from './render.ts'
import { elementsOf, everybody, markdownish } from './strict-html.fixtures.ts'

const withEverybody = (text: string, most = 100) => renderParsed(parseText(text), { find: everybody, most })
const mentionsOf = (text: string): string[] => withEverybody(text).mentions.map(({ name }) => name)
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
    const { html, mentions } = withEverybody(text)
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
    const people = [{ id: 'p1', name: 'Ann Lee' }]
    expect(renderText('Hi @ANN_Lee.', people)).toMatchObject({
      html: '<p>Hi <span class="mention" data-person="p1">@ANN_Lee</span>.</p>\n',
      mentions: people,
    })
  })

  test('of nobody stays text', () => {
    expect(renderText('Hi @Ann_Lee.')).toMatchObject({ html: '<p>Hi @Ann_Lee.</p>\n', mentions: [] })
  })

  test('of more people than may be: the first stay, also where they come again', () => {
    const { html, mentions, hasMore } = withEverybody('@ann @bob @cid @ann', 2)
    expect([mentions.map(({ name }) => name), markedIn(html), hasMore]).toEqual([
      ['ann', 'bob'],
      ['@ann', '@bob', '@ann'],
      true,
    ])
    expect(withEverybody('@ann @bob @ann', 2).hasMore).toBe(false)
  })

  test('of fifty people and no more, each as often as it is there', () => {
    const names = Array.from({ length: 60 }, (_, at) => `n${at}`)
    const { html, mentions } = withEverybody(`${names.map((name) => `@${name}`).join(' ')} @n0`)
    expect(mentions.map(({ name }) => name)).toEqual(names.slice(0, 50))
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

  test.each([
    ['@ann.lee', ['ann', 'ann.lee'], ['@ann.lee']],
    ['@ann.lee', ['ann'], ['@ann']],
    ['@ann.lee-x.y', ['ann', 'ann.lee'], ['@ann.lee']],
    ['@anna @ann', ['ann'], ['@ann']],
    ['@ann_lee', ['ann'], []],
    ['@a.b.c.d.e', ['a', 'a.b'], ['@a.b']],
    ['@a.b.c.d.e.f', ['a', 'a.b'], []],
    ['@ΣΟΦΟΣ.Α', ['σοφος'], ['@ΣΟΦΟΣ']],
  ])('%s, where there are %j', (text, names, marked) => {
    const { html, mentions } = renderText(
      text,
      names.map((name) => ({ id: `p-${name.length}`, name })),
    )
    expect(markedIn(html)).toEqual(marked)
    expect(mentions).toHaveLength(marked.length)
    expect(html.replace(/<[^>]*>/g, '').trim()).toBe(text)
  })
})

test('E11: parser and renderer agree on 10,000 texts, whoever is there', () => {
  let found = 0
  fc.assert(
    fc.property(markdownish, fc.constantFrom(0, 1, 2), fc.constantFrom(3, 100), (text, missing, most) => {
      const find = (name: string) => (missing > 0 && name.length % 3 === missing ? undefined : everybody(name))
      const { html, mentions } = renderParsed(parseText(text), { find, most })
      const marked = elementsOf(html).filter(({ tag }) => tag === 'span')
      expect([...new Set(marked.map((element) => folded(element.text.slice(1))))]).toEqual(
        mentions.map(({ name }) => name),
      )
      expect([...new Set(marked.map(({ attributes }) => attributes['data-person']))]).toEqual(
        mentions.map(({ id }) => id),
      )
      for (const { inside, attributes } of marked) {
        expect(Object.keys(attributes)).toEqual(['class', 'data-person'])
        expect(inside.filter((outer) => ['code', 'pre', 'blockquote', 'a', 'span'].includes(outer))).toEqual([])
      }
      found += mentions.length
    }),
    { numRuns: 10_000 },
  )
  expect(found).toBeGreaterThan(5_000)
})
