import { edit, permalink, remove } from '@palaver/client'
import { withComments } from '../thread/state/entries.ts'
import type { Store } from '../thread/state/store.ts'
import { changeAtOnce } from './at-once.ts'
import { threadOf } from './client.ts'

/** The Markdown of a comment, as its author wrote it. */
export async function textOf(store: Store, slug: string): Promise<{ text: string; rev: number }> {
  const { comment } = await permalink(threadOf(store), { slug })
  return { text: comment.text, rev: comment.rev }
}

/** Throws where it is refused: then the text stays in its box. */
export async function change(store: Store, slug: string, { text, rev }: { text: string; rev: number }): Promise<void> {
  const answer = await edit(threadOf(store), { slug, text, rev })
  if ('held' in answer)
    store.set({ held: [...store.state.held, { id: answer.held.id, parent: slug, text, isEdit: true }] })
  else store.set({ entries: withComments(store.state.entries, [answer.comment]) })
  store.set({ box: null })
}

/** What the deletion policy makes of it shows when it is read again; until then its place stays. */
export function takeBack(store: Store, slug: string): Promise<boolean> {
  const to = { status: 'deleted', html: '', author: null } as const
  return changeAtOnce(store, slug, { to, send: () => remove(threadOf(store), { slug }) })
}
