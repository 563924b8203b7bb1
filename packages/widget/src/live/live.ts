import { counts } from '@palaver/client'
import type { DiscussionFrame, LiveComment } from '@palaver/client/live'
import { listen } from '@palaver/client/live'
import { open } from '../acts/opening.ts'
import { withComments, withEntry, without } from '../thread/state/entries.ts'
import type { Entry } from '../thread/state/model.ts'
import type { Store } from '../thread/state/store.ts'
import { palaverOf, threadOf } from '../acts/client.ts'

const LOOK_MS = 10_000
const NO_NUMBERS = { replies: 0, votes: { up: 0, down: 0 }, reactions: {} }

/** Hears what happens in the discussion. What is new waits to be shown: nothing moves under who is reading. */
export async function follow(store: Store, signal: AbortSignal): Promise<void> {
  await existing(store, signal)
  for await (const frame of listen(threadOf(store), { signal })) {
    if (signal.aborted) return
    hear(store, frame)
  }
}

/** A discussion that nobody has begun cannot be listened to: now and then somebody looks whether it has been. */
function existing(store: Store, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => void lookForOne(store), LOOK_MS)
    const look = (): void => {
      if (store.state.discussion === null && !signal.aborted) return
      clearInterval(timer)
      stop()
      resolve()
    }
    const stop = store.subscribe(look)
    signal.addEventListener('abort', look)
    look()
  })
}

async function lookForOne(store: Store): Promise<void> {
  if (document.hidden || store.state.discussion !== null) return
  const [count = null] = await counts(palaverOf(store), [store.options.resource]).catch(() => [null])
  if (count !== null && store.state.sending.length === 0) await open(store)
}

function hear(store: Store, frame: DiscussionFrame): void {
  const { state } = store
  switch (frame.event) {
    case 'created':
      return arrive(store, frame.data.comment)
    case 'edited':
    case 'deleted':
    case 'rejected':
    case 'restored':
      return update(store, frame.data.comment)
    case 'votes': {
      const { slug, ...numbers } = frame.data
      return store.set({ entries: withEntry(state.entries, slug, (entry) => changed(entry, numbers)) })
    }
    case 'removed':
    case 'cut':
      return leave(store, frame.data.slug)
    case 'pinned':
      return store.set({ pinned: frame.data.pinned.filter((slug) => state.entries.has(slug)) })
    case 'reset':
      return void open(store)
    default:
  }
}

const changed = (entry: Entry, to: object): Entry => ({ ...entry, comment: { ...entry.comment, ...to } })

function update(store: Store, { hidden: _, ...comment }: LiveComment): void {
  store.set({ entries: withEntry(store.state.entries, comment.slug, (entry) => changed(entry, comment)) })
}

/** One's own is there already, and what nobody can see from here is only counted. */
function arrive(store: Store, { hidden, ...comment }: LiveComment): void {
  const { entries, discussion, fresh, isFlat, me } = store.state
  const { slug, parentSlug, author } = comment
  const isOwn = author !== null && author.id === me?.id
  // The answer to what is being sent says all of it.
  if (entries.has(slug) || hidden === true || (isOwn && isSending(store))) return
  if (discussion !== null) store.set({ discussion: { ...discussion, comments: discussion.comments + 1 } })
  const known = withComments(entries, [{ ...comment, ...NO_NUMBERS }])
  const isRoot = parentSlug === null || isFlat
  if (isRoot) return store.set({ entries: known, fresh: [...fresh, slug] })
  if (!entries.has(parentSlug)) return
  store.set({
    entries: withEntry(known, parentSlug, (entry) => ({
      ...changed(entry, { replies: entry.comment.replies + 1 }),
      fresh: entry.more === null ? [...entry.fresh, slug] : entry.fresh,
    })),
  })
}

const isSending = ({ state }: Store): boolean => state.sending.length > 0

function leave(store: Store, slug: string): void {
  const { entries, pages, fresh } = store.state
  const parent = entries.get(slug)?.comment.parentSlug ?? null
  const left = without(entries, [slug])
  const keep = (all: readonly string[]): string[] => all.filter((one) => one !== slug)
  store.set({
    entries:
      parent === null
        ? left
        : withEntry(left, parent, (entry) => ({ ...entry, replies: keep(entry.replies), fresh: keep(entry.fresh) })),
    pages: pages.map((page) => ({ ...page, slugs: keep(page.slugs) })),
    fresh: keep(fresh),
  })
}
