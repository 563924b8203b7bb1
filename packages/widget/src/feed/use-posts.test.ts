import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Post } from '../social/model.ts'
import { postNamed } from './testing/posts.ts'
import { isListed, type Listing, withFirst, withPage, withPost, withoutAllOf, withoutPost } from './use-posts.ts'

const page = (ids: readonly string[], next: string | null = null) => ({ posts: ids.map((id) => postNamed(id)), next })
const ready = (ids: readonly string[], next: string | null = null): Listing => ({
  phase: 'ready',
  problem: null,
  ...page(ids, next),
})
const idsOf = ({ posts }: { posts: readonly Post[] }): string[] => posts.map(({ id }) => id)

describe('pages of posts', () => {
  test('have each post once, whatever came in between', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 8 })
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 6 }), (pages) => {
        const all = pages.reduce((before, one) => withPage(before, page([...new Set(one)])), ready([]))
        expect(idsOf(all)).toEqual([...new Set(pages.flat())])
      }),
    )
  })

  test('keep where they end when what is new comes above them', () => {
    const now = withFirst(ready(['c', 'd'], 'behind d'), page(['a', 'b', 'c'], 'behind c'))
    expect([idsOf(now), now.next]).toEqual([['a', 'b', 'c', 'd'], 'behind d'])
  })

  test('begin anew where more has come than a first page shows: there is no gap', () => {
    const now = withFirst(ready(['x', 'y'], 'behind y'), page(['a', 'b'], 'behind b'))
    expect([idsOf(now), now.next]).toEqual([['a', 'b'], 'behind b'])
    expect(idsOf(withFirst(ready([]), page(['a'])))).toEqual(['a'])
  })
})

describe('a post that changes', () => {
  const quoted = postNamed('a')
  const quote = { ...postNamed('q'), of: quoted }
  const repost = { ...postNamed('r'), kind: 'repost' as const, of: quoted }

  test('changes wherever it stands', () => {
    const now = { ...quoted, html: 'new' }
    const posts = withPost([quoted, quote, repost, postNamed('b')], now)
    expect(posts.map((post) => (post.of ?? post).html)).toEqual(['new', 'new', 'new', ''])
  })

  test('goes with what passes it on, and is missing in what quotes it', () => {
    const posts = withoutPost([quoted, quote, repost, postNamed('b')], 'a')
    expect(posts.map(({ id, of, isOfGone }) => [id, of, isOfGone])).toEqual([
      ['q', null, true],
      ['b', null, false],
    ])
  })

  test('goes with all that its author wrote, but for what others said about it', () => {
    const other = { ...postNamed('o'), author: { ...quoted.author, id: 'ben' } }
    const byOthers = [quote, repost].map((post) => ({ ...post, author: other.author }))
    expect(withoutAllOf([quoted, ...byOthers, other], 'ada').map(({ id }) => id)).toEqual(['q', 'o'])
  })
})

describe('a post that was written just now', () => {
  const { author } = postNamed('a')
  const ben = { ...author, id: 'ben' }
  const wallOf = (person: string) => ({ view: 'wall', person, order: 'latest' }) as const

  test.each([
    ['news', { view: 'news', person: null, order: 'latest' }, null, true],
    ['what waits', { view: 'incoming', person: null, order: 'latest' }, null, false],
    ['the wall of its author', wallOf('ada'), null, true],
    ['the wall of its author, written to somebody', wallOf('ada'), ben, true],
    ['the wall that it was written on', wallOf('ben'), ben, true],
    ['the wall of somebody else', wallOf('ben'), null, false],
  ] as const)('stands where it belongs: %s', (_, source, wall, isThere) => {
    expect(isListed(source, { author, wall })).toBe(isThere)
  })
})
