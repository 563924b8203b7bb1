import type { Comment, Problem } from '@palaver/client'
import { withEntry } from '../thread/state/entries.ts'
import type { Store } from '../thread/state/store.ts'
import { refusal } from './refusal.ts'

type Change = { to: Partial<Comment>; send: () => Promise<unknown> }

/** Shows a comment as it will be, and sends it; where that is refused, it is as it was. Says whether it was taken. */
export async function changeAtOnce(store: Store, slug: string, { to, send }: Change): Promise<boolean> {
  const before = store.state.entries.get(slug)?.comment
  patch(store, slug, to)
  const isTaken = await noticing(store, send, slug)
  if (!isTaken && before !== undefined) patch(store, slug, before)
  return isTaken
}

/** What fails is noted for everyone to see, at a comment where it is about one. */
export async function noticing(store: Store, send: () => Promise<unknown>, at?: string): Promise<boolean> {
  const problem = await problemOf(store, send)
  if (problem !== null) store.set({ notice: at === undefined ? problem : { ...problem, at } })
  return problem === null
}

/** What speaks against it, for whoever shows that themselves; null where it was done. */
export async function problemOf(store: Store, send: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await send()
    return null
  } catch (error) {
    return refusal(store, error)
  }
}

function patch(store: Store, slug: string, to: Partial<Comment>): void {
  store.set({
    entries: withEntry(store.state.entries, slug, (entry) => ({ ...entry, comment: { ...entry.comment, ...to } })),
  })
}
