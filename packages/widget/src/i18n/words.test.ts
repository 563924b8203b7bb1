import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogues } from '../ssr/catalogues.ts'
import { loadWords } from './load.ts'
import { LANGUAGES, spokenFor } from './locale.ts'
import { wordsOf } from './words.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const ISOLATES = /[\u2068\u2069]/g
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g
const before = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString()
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('which language is spoken', () => {
  test.each([
    ['en', 'en', 'en'],
    ['en-GB', 'en', 'en-GB'],
    ['de-AT', 'de', 'de-AT'],
    ['DE-at', 'de', 'de-AT'],
    ['de_AT', 'de', 'de-AT'],
    [' fr ', 'fr', 'fr'],
    ['ar-EG-u-nu-latn', 'ar', 'ar-EG-u-nu-latn'],
    ['zh-TW', 'en', 'en'],
    ['den', 'en', 'en'],
    ['english', 'en', 'en'],
    ['', 'en', 'en'],
    ['-', 'en', 'en'],
    ['de-1', 'en', 'en'],
    ['xx-yy-zz-_', 'en', 'en'],
    ['x', 'en', 'en'],
    ['constructor', 'en', 'en'],
  ])('%j is %s, written as in %s', async (asked, language, locale) => {
    expect(spokenFor(asked)).toEqual({ language, locale })
    expect((await loadWords(asked)).locale).toBe(locale)
  })

  test('whatever a page says of its language, something is said', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z]{2}([-_]\w{1,8}){0,3}$/)),
        async (asked) => {
          const words = await loadWords(asked)
          expect(words.say('thread.label')).not.toBe('')
          expect(words.number(1)).not.toBe('')
        },
      ),
    )
  })

  test.each(LANGUAGES)('%s has its own words and direction', async (language) => {
    const words = await loadWords(language)
    expect(words.say('thread.label')).toBe(catalogues[language]['thread.label'])
    expect(words.dir).toBe(language === 'ar' ? 'rtl' : 'ltr')
  })
})

describe('numbers', () => {
  test.each([
    ['en', 0, '0 comments'],
    ['en', 1, '1 comment'],
    ['en', 1234, '1,234 comments'],
    ['de', 1234, '1.234 Kommentare'],
    ['fr', 0, '0 commentaire'],
    ['fr', 1_000_000, '1\u202f000\u202f000 de commentaires'],
    ['es', 2_000_000, '2.000.000 de comentarios'],
    ['ja', 1, 'コメント1件'],
    ['ar-AE', 0, 'لا تعليقات'],
    ['ar-AE', 1, 'تعليق واحد'],
    ['ar-AE', 2, 'تعليقان'],
    ['ar-AE', 3, '3 تعليقات'],
    ['ar-AE', 11, '11 تعليقًا'],
    ['ar-AE', 100, '100 تعليق'],
    ['ar-EG', 11, '١١ تعليقًا'],
  ])('in %s, %d is counted', async (locale, count, text) => {
    expect((await loadWords(locale)).count('thread.count', count)).toBe(text)
  })

  test('every number has its form in every language, and is said unless the words do', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), fc.nat(), (language, count) => {
        const words = wordsOf(language, catalogues[language])
        const text = words.count('comment.moreReplies', count)
        expect(text).not.toMatch(/[{}]|^$/)
        if (language !== 'ar') expect(text).toContain(words.number(count))
      }),
    )
  })

  test('in sentences they are written as the locale does', async () => {
    expect((await loadWords('de')).say('vote.score', { up: 1234, down: 0 })).toBe('Stimmen: 1.234 dafür, 0 dagegen')
  })
})

describe('how long ago', () => {
  const words = wordsOf('en')

  test.each([
    [-5 * MINUTE, 'now'],
    [0, 'now'],
    [59, 'now'],
    [MINUTE, '1 minute ago'],
    [HOUR - 1, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY - 1, '23 hours ago'],
    [47 * HOUR, '1 day ago'],
    [7 * DAY - 1, '6 days ago'],
    [13 * DAY, '1 week ago'],
    [45 * DAY, '1 month ago'],
    [365 * DAY, '11 months ago'],
    [366 * DAY, '1 year ago'],
    [1100 * DAY, '3 years ago'],
  ])('%d seconds: %s', (seconds, text) => {
    expect(words.ago(before(seconds), NOW)).toBe(text)
  })

  test.each([
    ['de', 'vor 3 Tagen'],
    ['es', 'hace 3 días'],
    ['fr', 'il y a 3 jours'],
    ['ar-AE', 'قبل 3 أيام'],
    ['ja', '3 日前'],
  ])('in %s', async (locale, text) => {
    expect((await loadWords(locale)).ago(before(3 * DAY), NOW)).toBe(text)
  })

  test('no unit is said as often as the next one has it', () => {
    const most: Readonly<Record<string, number>> = { minute: 59, hour: 23, day: 6, week: 4, month: 11 }
    fc.assert(
      fc.property(fc.nat({ max: 400 * 365 * DAY }), (seconds) => {
        const [number = '', unit = ''] = words.ago(before(seconds), NOW).split(' ')
        if (number === 'now') return
        expect(Number(number.replaceAll(',', ''))).toBeLessThanOrEqual(most[unit.replace(/s$/, '')] ?? 400)
      }),
    )
  })

  test('a moment is written out as the locale does', async () => {
    const time = '2026-03-01T12:00:00'
    expect(words.date(time)).toMatch(/^March 1, 2026\b.*12:00/)
    expect((await loadWords('de')).date(time)).toMatch(/^1\. März 2026\b.*12:00/)
  })
})

describe('what people wrote, in a sentence of ours', () => {
  const arabic = wordsOf('ar', catalogues.ar)

  test('is left alone where both run from left to right', () => {
    expect(wordsOf('en').say('act.mute', { name: 'Zoë O’Neil (she)' })).toBe('Mute Zoë O’Neil (she)')
  })

  test('keeps its direction to itself where it runs the other way, or the sentence does', () => {
    expect(wordsOf('en').say('act.mute', { name: 'ليلى' })).toBe('Mute \u2068ليلى\u2069')
    expect(wordsOf('en').say('act.mute', { name: 'אבי (1)' })).toBe('Mute \u2068אבי (1)\u2069')
    expect(arabic.say('act.mute', { name: 'Ada!' })).toBe('كتم \u2068Ada!\u2069')
  })

  test('cannot turn the sentence around by signs of its own', () => {
    expect(wordsOf('en').say('act.mute', { name: '\u202eadA\u2069' })).toBe('Mute adA')
    expect(arabic.say('act.mute', { name: '\u2069\u2067Ada' })).toBe('كتم \u2068Ada\u2069')
  })

  test('is said whole, once, and whatever it contains nothing in it is filled in', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), fc.string({ unit: 'binary' }), (language, name) => {
        const text = wordsOf(language, catalogues[language]).say('staff.banned', { name })
        const plain = catalogues[language]['staff.banned'].split('{name}').join(name.replaceAll(TURNS, ''))
        expect(text.replaceAll(ISOLATES, '')).toBe(plain)
        expect((text.match(/\u2068/g) ?? []).length).toBe((text.match(/\u2069/g) ?? []).length)
      }),
    )
    expect(wordsOf('en').say('act.mute', { name: '{count} $& {name}' })).toBe('Mute {count} $& {name}')
  })
})
