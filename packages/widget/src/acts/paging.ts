import { comments, type Comment, replies, tree } from '@palaver/client'
import { withComments, withEntry, withNodes } from '../thread/state/entries.ts'
import type { ThreadState } from '../thread/state/model.ts'
import type { Store } from '../thread/state/store.ts'
import { threadOf } from './client.ts'
import { loadAvatars } from './avatars.ts'
import { withoutFound } from './new-roots.ts'
import { lookAt } from './own.ts'
import { whileLoading } from './while-loading.ts'

const ROOTS = 'roots'

/** Reads the next page of roots. */
export async function loadMore(store: Store): Promise<void> {
  const { next } = store.state
  if (next === null) return
  await whileLoading(store, ROOTS, async () => {
    const page = await pageAt(store, next)
    const slugs = page.slugs.filter((slug) => !isShown(store.state, slug))
    const pages = [...store.state.pages, { cursor: next, slugs, isDropped: false }]
    const ahead = withoutFound(store.state.ahead, page.slugs)
    store.set({ entries: page.entriesOn(store.state), pages, ahead, next: page.next })
    await regard(store, page.all)
  })
}

/** Reads a page again that was dropped. */
export async function bringBack(store: Store, at: number): Promise<void> {
  const dropped = store.state.pages[at]
  if (dropped?.isDropped !== true) return
  await whileLoading(store, `page ${at}`, async () => {
    const page = await pageAt(store, dropped.cursor)
    const pages = store.state.pages.with(at, { ...dropped, slugs: page.slugs, isDropped: false })
    const ahead = withoutFound(store.state.ahead, page.slugs)
    store.set({ entries: page.entriesOn(store.state), pages, ahead })
    await regard(store, page.all)
  })
}

/** Reads more of the replies to a comment. */
export async function loadReplies(store: Store, slug: string): Promise<void> {
  const entry = store.state.entries.get(slug)
  if (entry === undefined) return
  await whileLoading(store, slug, async () => {
    const from = entry.more === null || entry.more === '' ? {} : { cursor: entry.more }
    const page = await replies(threadOf(store), { slug, sort: 'oldest', ...from }).page()
    const known = new Set(entry.replies)
    const found = page.comments.map((comment) => comment.slug).filter((one) => !known.has(one))
    const entries = withUnread(withComments(store.state.entries, page.comments), page.comments)
    const grown = withEntry(entries, slug, (old) => ({ ...old, replies: [...old.replies, ...found], more: page.next }))
    store.set({ entries: grown })
    await regard(store, page.comments)
  })
}

/** Of a comment that came without its replies these are read from the beginning. */
function withUnread(entries: ThreadState['entries'], all: readonly Comment[]): ThreadState['entries'] {
  return all.reduce(
    (now, { slug, replies: count }) =>
      count === 0 ? now : withEntry(now, slug, (old) => (old.replies.length > 0 ? old : { ...old, more: '' })),
    entries,
  )
}

type PageOfRoots = {
  slugs: string[]
  all: Comment[]
  next: string | null
  entriesOn: (state: ThreadState) => ThreadState['entries']
}

async function pageAt(store: Store, cursor: string | null): Promise<PageOfRoots> {
  const { state } = store
  const thread = threadOf(store)
  const at = cursor === null ? {} : { cursor }
  if (state.isFlat) {
    const sort = state.order === 'newest' ? 'newest' : 'oldest'
    const page = await comments(thread, { view: 'chronological', sort, ...at }).page()
    const all = page.comments
    return {
      slugs: all.map(({ slug }) => slug),
      all,
      next: page.next,
      entriesOn: ({ entries }) => withComments(entries, all),
    }
  }
  const page = await tree(thread, { sort: state.order, ...at }).page()
  const roots = page.roots.map(({ comment }) => comment)
  return {
    slugs: roots.map(({ slug }) => slug),
    all: [...withNodes(new Map(), page.roots).values()].map(({ comment }) => comment),
    next: page.next,
    entriesOn: ({ entries }) => withNodes(entries, page.roots),
  }
}

const isShown = ({ pages }: ThreadState, slug: string): boolean => pages.some(({ slugs }) => slugs.includes(slug))

async function regard(store: Store, all: readonly Comment[]): Promise<void> {
  await Promise.all([
    lookAt(
      store,
      all.map(({ slug }) => slug),
    ),
    loadAvatars(store, all),
  ])
}
