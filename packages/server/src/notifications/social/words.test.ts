import { describe, expect, it } from 'vitest'
import type { Post } from '../../social/service.ts'
import { contentOf } from '../email/content.ts'
import { headlineOf, subjectOf, whyOf } from '../email/wording.ts'
import { askPage } from '../email/unsubscribe-page.ts'
import { groupOf } from '../centre/row.ts'
import type { Item, Reason } from '../model.ts'
import { collapsedMessage, messageOf } from '../push/message.ts'
import { wants } from '../preferences/wants.ts'
import { DEFAULT_CHOICES } from '../preferences/model.ts'
import { itemOf } from '../windows/windows.fixtures.ts'

const OF_POSTS = ['mention', 'wall', 'quote', 'repost', 'reaction'] as const
const OF_PEOPLE = ['follow', 'request', 'accepted'] as const
const ALL: readonly Reason[] = [...OF_POSTS, ...OF_PEOPLE]

const post = { _id: 'p1', html: '<p>Some melons.</p>' } as Post

const itemFor = (reason: Reason, event = reason as string): Item => {
  const about = { discussion: null, slug: null, actor: { id: 'bob', name: '' } }
  return itemOf(event, { ...about, reason, ...(!OF_PEOPLE.includes(reason as never) && { post: 'p1' }) })
}
const toldOf = (reason: Reason, by = 'Bob') => {
  const isOfPost = OF_POSTS.includes(reason as never)
  const social = { by, post: isOfPost ? post : null, url: 'https://example.org/x' }
  return { item: itemFor(reason), url: social.url, discussion: null, comment: null, social }
}

describe('what is said of posts and people', () => {
  it.each(ALL)('%s is pushed with its name and text, and without both where previews are private', (reason) => {
    for (const language of ['en', 'de']) {
      const open = messageOf(toldOf(reason), { language, isPrivate: false })
      expect(open.title).toMatch(/^Bob \p{L}/u)
      expect([open.body, open.url]).toEqual([
        toldOf(reason).social.post === null ? '' : 'Some melons.',
        'https://example.org/x',
      ])
      const closed = messageOf(toldOf(reason), { language, isPrivate: true })
      expect([closed.body, closed.title.includes('Bob')]).toEqual(['', false])
    }
  })

  it('several are notifications, and not comments', () => {
    const two = [toldOf('follow'), toldOf('wall')] as const
    const style = { language: 'en', isPrivate: false, tag: 't', count: 2 }
    expect(collapsedMessage([...two], style).title).toBe('2 new notifications')
  })

  it.each(ALL)('%s is a mail of its own words', (reason) => {
    const content = contentOf([toldOf(reason)], 0, [])
    expect(subjectOf(content)).toMatch(/^Bob \p{L}/u)
    expect(headlineOf(content)).toBe(subjectOf(content))
    expect(whyOf(content)).toMatch(/^You get this because (somebody|you) /)
    expect(String(askPage({ kind: 'reason', reason }))).toMatch(/Stop mails when somebody/)
  })

  it('a mail puts what people did beside what was said in discussions', () => {
    const content = contentOf([toldOf('follow'), toldOf('wall')], 3, [])
    expect(subjectOf(content)).toBe('5 new notifications')
    expect(content.threads.map(({ title, told }) => [title, told.length])).toEqual([['People and posts', 2]])
  })
})

describe('defaults', () => {
  it.each([
    ['follow', true, true],
    ['request', true, true],
    ['accepted', true, false],
    ['mention', true, true],
    ['wall', true, true],
    ['quote', false, false],
    ['repost', false, false],
    ['reaction', false, false],
  ] as const)('%s: centre always, push %s, mail %s', (reason, push, email) => {
    const all = (['centre', 'push', 'email'] as const).map((channel) => wants(DEFAULT_CHOICES, channel, reason))
    expect(all).toEqual([true, push, email])
  })
})

describe('groups', () => {
  const group = (reason: Reason, more: Partial<Item> = {}): string =>
    groupOf({ ...itemFor(reason), ...more, repliesTo: null })
  it('are of one post, or of who follows somebody, and of one day', () => {
    expect(group('reaction', { event: 'a' })).toBe(group('reaction', { event: 'b' }))
    expect(group('follow', { event: 'a' })).toBe(group('follow', { event: 'b' }))
    expect(group('reaction')).not.toBe(group('reaction', { post: 'p2' }))
    expect(group('reaction')).not.toBe(group('repost'))
    expect(group('follow')).not.toBe(group('request'))
    expect(group('follow')).not.toBe(group('follow', { at: '2026-01-02T10:00:00.000Z' }))
    for (const reason of ['mention', 'wall', 'quote'] as const) expect(group(reason, { event: 'e' })).toBe('e')
  })
})
