import type { Problem } from '@palaver/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { loadAvatars } from '../acts/avatars.ts'
import { isSomebody } from '../acts/client.ts'
import { problemIn } from '../acts/problem-in.ts'
import { postsOf, type Source } from '../social/api.ts'
import type { Post } from '../social/model.ts'
import type { List } from './list.ts'
import { reading } from '../social/reading.ts'
import { useThread } from '../thread/parts/use-thread.ts'

export type Listing = {
  phase: 'loading' | 'ready' | 'failed'
  posts: readonly Post[]
  next: string | null
  problem: Problem | null
}

export type Posts = {
  state: Listing
  more: () => void
  again: () => void
  /** Puts what is new above the rest; says what came. */
  refresh: () => Promise<readonly Post[]>
  /** What there is that is new, without showing it. */
  look: () => Promise<readonly string[]>
} & List

const NOTHING_YET: Listing = { phase: 'loading', posts: [], next: null, problem: null }

type Page = { posts: readonly Post[]; next: string | null }

/** What came twice, as lists move while they are read, is there once. */
export function withPage({ posts }: Pick<Listing, 'posts'>, page: Page): Listing {
  const known = new Set(posts.map(({ id }) => id))
  const fresh = page.posts.filter(({ id }) => !known.has(id))
  return { phase: 'ready', posts: [...posts, ...fresh], next: page.next, problem: null }
}

/** The first page again: above what is there where the two touch, in its place where there is a gap between them. */
export function withFirst(before: Listing, page: Page): Listing {
  const known = new Set(before.posts.map(({ id }) => id))
  if (!page.posts.some(({ id }) => known.has(id)) && page.next !== null) return withPage({ posts: [] }, page)
  return { ...withPage({ posts: page.posts }, before), next: before.next }
}

/** The same with one post as it is now, also where another one quotes it or passes it on. */
export const withPost = (posts: readonly Post[], now: Post): Post[] =>
  posts.map((post) => (post.id === now.id ? now : post.of?.id === now.id ? { ...post, of: now } : post))

/** What passes it on goes with it; what quotes it says that it is gone. */
export const withoutPost = (posts: readonly Post[], id: string): Post[] =>
  posts.flatMap((post) => {
    if (post.id === id) return []
    if (post.of?.id !== id) return [post]
    return post.kind === 'repost' ? [] : [{ ...post, of: null, isOfGone: true }]
  })

/** What somebody wrote goes, also where others pass it on. */
export const withoutAllOf = (posts: readonly Post[], person: string): Post[] =>
  posts.filter(({ kind, author, of }) => author.id !== person && !(kind === 'repost' && of?.author.id === person))

/** Whether what the reader has written just now is one of these: on a wall is what its owner wrote, or others to them. */
export function isListed({ view, person }: Source, { author, wall }: Pick<Post, 'author' | 'wall'>): boolean {
  if (view === 'wall') return author.id === person || wall?.id === person
  return view === 'news'
}

/** Posts page by page; another source begins another list. */
export function usePosts(source: Source): Posts {
  const { store } = useThread()
  const [state, setState] = useState<Listing>(NOTHING_YET)
  const turn = useRef(0)
  const { view, person, order } = source
  const read = async (cursor: string | null): Promise<void> => {
    const mine = cursor === null ? ++turn.current : turn.current
    const show = (change: (before: Listing) => Listing): void => {
      if (mine === turn.current) setState(change)
    }
    // News are somebody's: nobody has none to ask for.
    if (view !== 'wall' && !(await isSomebody(store))) return
    show((before) => ({ ...(cursor === null ? NOTHING_YET : before), phase: 'loading', problem: null }))
    try {
      const page = await reading(store, () => postsOf(store, source, cursor ?? undefined))
      show((before) => withPage(cursor === null ? { posts: [] } : before, page))
      void faces(page)
      if (cursor === null) store.emit('palaver:ready', { posts: page.posts.length })
    } catch (error) {
      const problem = problemIn(error)
      show((before) => ({ ...before, phase: 'failed', problem }))
      if (cursor === null) store.emit('palaver:error', problem)
    }
  }
  /** Of those who said the last of it; without them there are their initials. */
  const faces = ({ posts }: Page): Promise<void> =>
    loadAvatars(
      store,
      posts.flatMap(({ latest, of }) => [...latest, ...(of?.latest ?? [])]),
    ).catch(() => {})
  useEffect(() => void read(null), [store, view, person, order])
  const change = (how: (posts: readonly Post[]) => readonly Post[]): void =>
    setState((before) => ({ ...before, posts: how(before.posts) }))
  return {
    state,
    more: () => {
      if (state.phase !== 'loading' && state.next !== null) void read(state.next)
    },
    again: () => void read(state.posts.length === 0 ? null : state.next),
    look: () =>
      reading(store, () => postsOf(store, source)).then(
        ({ posts }) => posts.map(({ id }) => id),
        () => [],
      ),
    refresh: async () => {
      const page = await reading(store, () => postsOf(store, source))
      const known = new Set(state.posts.map(({ id }) => id))
      setState((before) => withFirst(before, page))
      void faces(page)
      return page.posts.filter(({ id }) => !known.has(id))
    },
    put: (post) => change((posts) => withPost(posts, post)),
    drop: (id) => change((posts) => withoutPost(posts, id)),
    dropAllOf: (who) => change((posts) => withoutAllOf(posts, who)),
    add: (post) => {
      if (isListed(source, post)) change((posts) => [post, ...posts.filter(({ id }) => id !== post.id)])
    },
  }
}
