import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseText, renderParsed } from './render.ts'
import { elementsOf, everybody, markdownish } from './strict-html.fixtures.ts'

const LENGTH = 10_000
/** What the most expensive character costs: an empty quote, in a row of quotes. */
const MOST_PER_CHARACTER = '<blockquote>\n</blockquote>\n'.length
/** What a mention costs that is the whole text. */
const MARGIN = 30
/** Twelve of blocks, a paragraph, eight of emphasis, and a mention. */
const DEEPEST = 12 + 1 + 8 + 1

function expectBounded(text: string): void {
  const { html, mentions } = renderParsed(parseText(text), { find: everybody, most: 10 })
  expect(html.length).toBeLessThanOrEqual(MOST_PER_CHARACTER * text.length + MARGIN)
  expect(Math.max(0, ...elementsOf(html).map(({ inside }) => inside.length + 1))).toBeLessThanOrEqual(DEEPEST)
  expect(mentions.length).toBeLessThanOrEqual(10)
}

const repeated = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)
const around = (open: string, close: string): string => {
  const times = Math.floor(LENGTH / (open.length + close.length))
  return open.repeat(times) + close.repeat(times)
}

describe('a hostile text gives a bounded answer', () => {
  const marks = [
    '[',
    '![',
    '](',
    '*',
    '_',
    '_*',
    '**',
    '*a ',
    'a* ',
    '*a_ ',
    '~~',
    '`',
    '`a',
    '&',
    '&#64;',
    '\\',
    '"',
    '<',
    '>',
  ]
  const blocks = [
    '> ',
    '>\n\n',
    `${'>'.repeat(12)}\n\n`,
    '- ',
    '-\n',
    '1. ',
    '> - ',
    '    a\n',
    '```\n',
    '\n',
    'a\n\n',
    '\t',
  ]
  const others = [
    '@',
    '@a ',
    '@a,',
    '@a.',
    '@a@',
    'http://',
    'http://a ',
    'a://',
    '<a@b>',
    '[](http://a)',
    '<a ',
    '<a b="',
    '<!--',
  ]
  test.each([...marks, ...blocks, ...others])('to %j again and again', (unit) => {
    expectBounded(repeated(unit))
  })

  test.each([
    ['brackets', around('[', ']')],
    ['links', around('[', '](http://a)')],
    ['images', around('![', '](http://a)')],
    ['emphasis', around('*a ', ' a*')],
    ['two kinds of emphasis', around('*a **b ', ' b** a*')],
    ['backticks, more each time', Array.from({ length: 140 }, (_, at) => '`'.repeat(at)).join(' ')],
    ['indents, more each time', Array.from({ length: 100 }, (_, at) => `${'  '.repeat(at)}- a\n`).join('')],
    ['quotes with lazy lines', `${'>'.repeat(LENGTH / 2)}${'a\n'.repeat(LENGTH / 4)}`],
    ['an address of letters that are encoded', `http://a/${'名'.repeat(LENGTH)}`],
    ['an address of opening parentheses', `[a](http://a/${'('.repeat(LENGTH)}`],
    ['a tag of attributes', `<a${' b'.repeat(LENGTH / 2)}`],
    ['a name of dots', `@${'a.'.repeat(LENGTH / 2)}@`],
  ])('to %s', (_, text) => {
    expectBounded(text)
  })

  test('to any pieces, again and again', () => {
    fc.assert(
      fc.property(markdownish, (text) => expectBounded(text.repeat(20))),
      { numRuns: 200 },
    )
  })
})
