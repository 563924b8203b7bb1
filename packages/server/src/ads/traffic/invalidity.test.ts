import crawlers from 'crawler-user-agents'
import { describe, expect, it } from 'vitest'
import { HUMANS } from './humans.fixtures.ts'
import { invalidity } from './invalidity.ts'
import { remembered } from './remembered.ts'
import { invalidityOf } from './said.ts'

const CRAWLERS = crawlers.flatMap(({ instances }) => instances)
const [CHROME = ''] = HUMANS
const by = (userAgent: string) => invalidity({ 'user-agent': userAgent })

describe('B8.10: what machines say of themselves', () => {
  it('is known of all crawlers of the list', () => {
    expect(CRAWLERS.length).toBeGreaterThanOrEqual(2_116)
    expect(CRAWLERS.filter((each) => by(each) !== 'bot')).toEqual([])
  })

  it.for([
    '',
    ' ',
    '-',
    'Mozilla/5.0',
    'curl/8.5.0',
    'python-requests/2.32.3',
    'okhttp/4.12.0',
    'node',
    'Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)',
    'Reader/3 CFNetwork/1494.0.7 Darwin/23.4.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
    `${CHROME} ${'x'.repeat(4_000)}`,
  ])('is no browser: “%.60s”', (userAgent) => {
    expect(by(userAgent)).toBe('bot')
  })

  it('is nothing, as if it were empty', () => {
    expect(invalidity({})).toBe('bot')
    expect(invalidityOf(() => null)).toBe('bot')
  })
})

describe('B8.10: what browsers of people say', () => {
  it('is taken for what it is, by each of a large sample', () => {
    expect(HUMANS.length).toBeGreaterThanOrEqual(300)
    expect(HUMANS.filter((each) => by(each) !== null)).toEqual([])
  })
})

describe('B8.10: a page that nobody looks at yet', () => {
  it.for<[string, string, string | null]>([
    ['sec-purpose', 'prefetch', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender', 'prefetch'],
    ['sec-purpose', 'prefetch;anonymous-client-ip', 'prefetch'],
    ['purpose', 'prefetch', 'prefetch'],
    ['purpose', 'Prefetch', 'prefetch'],
    ['x-purpose', 'preview', 'preview'],
    ['purpose', 'preview', 'preview'],
    ['x-moz', 'prefetch', 'prefetch'],
    ['x-moz', 'livebookmarks', null],
    ['purpose', '', null],
    ['sec-fetch-mode', 'prefetch', null],
  ])('says so by %s: %s', ([field, value, expected]) => {
    expect(invalidity({ 'user-agent': CHROME, [field]: value })).toBe(expected)
    expect(invalidityOf((name) => ({ 'user-agent': CHROME, [field]: value })[name] ?? null)).toBe(expected)
  })

  it('says so among other things', () => {
    expect(invalidity({ 'user-agent': CHROME, purpose: ['navigate', 'prefetch'] })).toBe('prefetch')
  })
})

describe('answers that are remembered', () => {
  it('are made once for the texts that come again, and only the last are kept', () => {
    const asked: string[] = []
    const answer = remembered((text: string) => (asked.push(text), text.length > 1), 2)
    expect(['a', 'bb', 'a', 'bb'].map(answer)).toEqual([false, true, false, true])
    expect(asked).toEqual(['a', 'bb'])
    answer('c')
    answer('bb')
    expect(asked).toEqual(['a', 'bb', 'c'])
    answer('a')
    expect(asked).toEqual(['a', 'bb', 'c', 'a'])
  })
})
