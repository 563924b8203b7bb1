import type { DiscussionFrame, LiveComment } from '@palaver/client/live'
import { listen } from '@palaver/client/live'
import { open, readOpening } from '../acts/opening.ts'
import { lookAt } from '../acts/own.ts'
import { withComments, withEntry, without } from '../thread/state/entries.ts'
import type { Entry } from '../thread/state/model.ts'
import { show } from '../thread/state/opened.ts'
import type { Store } from '../thread/state/store.ts'
import { threadOf } from '../acts/client.ts'

const NO_NUMBERS = { replies: 0, votes: { up: 0, down: 0 }, reactions: {} }

/** Hears what happens in the discussion. What is new waits to be shown: nothing moves under who is reading. */
export async function follow(store: Store, signal: AbortSignal): Promise<void> {
  for await (const frame of listen(threadOf(store), { signal, waits: isUnopened(store) })) {
    if (signal.aborted) return
    if (isUnopened(store) && (frame.event === 'created' || frame.event === 'reset')) await begin(store, frame)
    else hear(store, frame)
  }
}

const isUnopened = ({ state }: Store): boolean => state.discussion === null

/** Somebody has written the first comment. There is nothing that it could move: it is shown at once. */
async function begin(store: Store, frame: DiscussionFrame): Promise<void> {
  if (frame.event === 'created' && isKnown(store, frame.data.comment)) return
  const opening = await readOpening(store).catch(() => null)
  // What one has written oneself may have come first.
  if (opening === null || !isUnopened(store)) return hear(store, frame)
  show(store, opening)
  // It can be read without that.
  await lookAt(store, [...store.state.entries.keys()]).catch(() => {})
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
  const { entries, discussion, fresh, isFlat } = store.state
  const { slug, parentSlug } = comment
  if (hidden === true || isKnown(store, comment)) return
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

/** It is here, or it is one's own: the answer to what is being sent says all of it. */
function isKnown({ state: { entries, me, sending } }: Store, { slug, author }: LiveComment): boolean {
  return entries.has(slug) || (author !== null && author.id === me?.id && sending.length > 0)
}

function leave(store: Store, slug: string): void {
  const { entries, pages, fresh, ahead } = store.state
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
    ahead: keep(ahead),
  })
}
