import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folded, textIn, wordsOf } from './folding.ts'
import { WordList } from './word-list.ts'

describe('a list of words', () => {
  const list = new WordList(['spam', 'buy now', 'Straße', 'crème', '賭博'])

  test.each([
    'Spam!',
    'this is SPAM.',
    'ｓｐａｍ',
    's\u200bp\u00adam',
    'spa\u0301m',
    ...['\ufe00', '\ufe0f', '\u180b', '\u180f', '\u{e0100}', '\u17b4', '\u2065', '\u3164'].map((mark) => `sp${mark}am`),
    '❤\ufe0fspam❤\ufe0f',
    'please buy, now',
    'BUY\n\nNOW',
    'STRASSE',
    'STRA\u1E9EE',
    'Creme brulee',
    '网上賭博网站',
  ])('finds it in %j', (text) => {
    expect(list.isIn(text)).toBe(true)
  })

  test.each(['spammer', 'antispam', 'now buy', 'buynow', 'strass', '', '???', 'buy'])('does not in %j', (text) => {
    expect(list.isIn(text)).toBe(false)
  })

  test.each([
    ['មករា', 'ខែមករា'],
    ['ᠮᠣᠩᠭᠣᠯ', 'ᠮᠣᠩ\u180bᠭᠣᠯ'],
  ])('finds %j in %j, but not where a letter is another', (word, text) => {
    expect(new WordList([word]).isIn(text)).toBe(true)
    expect(new WordList([word]).isIn(text.replace(/[ករ]|ᠭ/gu, ''))).toBe(false)
  })

  test('no word of it is a pattern', () => {
    expect(new WordList(['.*', '(a+)+$', 'a.c']).isIn('abc anything')).toBe(false)
    expect(new WordList(['a.c']).isIn('say a.c')).toBe(true)
  })

  test('finds a word however it is disguised', () => {
    const disguise = fc.constantFrom(
      '',
      '\u200b',
      '\u200d',
      '\u00ad',
      '\u0301',
      '\u034f',
      '\ufeff',
      '\ufe0f',
      '\u{e0100}',
    )
    const disguised = fc.array(disguise, { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(disguised, fc.boolean(), (marks, isUpper) => {
        const text = Array.from('spam')
          .map((letter, at) => letter + (marks[at] ?? ''))
          .join('')
        return list.isIn(`well ${isUpper ? text.toUpperCase() : text}!`)
      }),
    )
  })

  test('takes no longer for many words than for few texts', () => {
    const many = new WordList(Array.from({ length: 5_000 }, (_, at) => `word${at} and more`))
    expect(many.isIn('word '.repeat(2_000))).toBe(false)
    expect(many.isIn('this is word4999 and more')).toBe(true)
  })
})

test('what is shown is read, not how it is marked', () => {
  expect(textIn('<p>b<strong>a</strong>d &amp; worse</p><p>next</p>')).toBe('\nbad & worse\n\nnext\n')
  expect(textIn('<p>&amp;lt;</p>').trim()).toBe('&lt;')
})

test('folding twice is folding once', () => {
  const letters = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code))
  expect(letters.filter((letter) => letter.isWellFormed() && folded(folded(letter)) !== folded(letter))).toEqual([])
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => folded(folded(text)) === folded(text)))
})

test('what is plain is parted into the same words as it would be among other letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(wordsOf(text)).toEqual(wordsOf(`${text} ü`).slice(0, -1))
    }),
  )
})
