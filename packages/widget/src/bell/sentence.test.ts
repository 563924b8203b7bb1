import { describe, expect, test } from 'vitest'
import '../i18n/en-later.ts'
import { wordsOf } from '../i18n/words.ts'
import { linkOf, sentenceOf } from './sentence.ts'

const words = wordsOf('en')
const by = (...names: string[]) => names.map((name) => ({ id: name, name }))

describe('what an entry says', () => {
  test.each([
    [{ reason: 'reply', actors: by('Ada'), people: 1, count: 3 }, 'Ada replied to you'],
    [{ reason: 'reply', actors: by('Ada', 'Bob'), people: 2, count: 2 }, 'Ada and 1 other replied to you'],
    [{ reason: 'reply', actors: by('Ada', 'Bob', 'Cy'), people: 5, count: 9 }, 'Ada and 4 others replied to you'],
    [{ reason: 'mention', actors: by('Ada'), people: 1, count: 1 }, 'Ada mentioned you'],
    [{ reason: 'participating', actors: [], people: 1, count: 1 }, 'Somebody wrote in a discussion of yours'],
    [
      { reason: 'watching', actors: by('Ada', 'Bob'), people: 2, count: 4 },
      'Ada and 1 other wrote in a discussion that you follow',
    ],
    [{ reason: 'follow', actors: by('Ada'), people: 1, count: 1 }, 'Ada follows you'],
    [{ reason: 'follow', actors: by('Ada', 'Bob', 'Cy'), people: 3, count: 3 }, 'Ada and 2 others follow you'],
    [
      { reason: 'reaction', actors: by('Ada', 'Bob', 'Cy'), people: 5, count: 5 },
      'Ada and 4 others reacted to your post',
    ],
    [{ reason: 'moderation', actors: by('Ada'), people: 1, count: 1 }, 'A comment waits for a moderator'],
    [{ reason: 'moderation', actors: by('Ada'), people: 1, count: 2 }, '2 comments wait for a moderator'],
  ] as const)('%j', (entry, said) => {
    expect(sentenceOf(words, { ...entry, actors: [...entry.actors] })).toBe(said)
  })
})

describe('where an entry leads', () => {
  const at = (url: string | null, slug: string | null) =>
    linkOf({ slug, url: null, discussion: { id: 'd', title: null, url, resource: { type: 'a', id: '1' } } })
  test('to the comment on its page', () => {
    expect(at('https://a.example/b?c=1#d', 'x/y')).toBe('https://a.example/b?c=1#comment-x.y')
    expect(at('https://a.example/b', null)).toBe('https://a.example/b')
  })
  test.each([null, 'javascript:alert(1)', 'nowhere'])('nowhere where the page is %j', (url) => {
    expect(at(url, 'x')).toBe(null)
  })
  test('nowhere without a discussion', () => expect(linkOf({ discussion: null, slug: 'x', url: null })).toBe(null))
  test('to the page of a post or a person', () =>
    expect(linkOf({ discussion: null, slug: null, url: 'https://a.example/p' })).toBe('https://a.example/p'))
})
