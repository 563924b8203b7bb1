import type { Comment, Node } from '@palaver/client'
import type { Entry, ThreadState } from './model.ts'

type Entries = ThreadState['entries']

const ENTRY = { replies: [], more: null, fresh: [] } as const

/** The same with these trees in it. */
export function withNodes(entries: Entries, nodes: readonly Node[]): Map<string, Entry> {
  const all = new Map(entries)
  const put = ({ comment, replies, more }: Node): void => {
    all.set(comment.slug, { comment, replies: replies.map(slugOfNode), more, fresh: [] })
    for (const reply of replies) put(reply)
  }
  for (const node of nodes) put(node)
  return all
}

/** The same with these comments in it; what is known of their replies stays. */
export function withComments(entries: Entries, comments: readonly Comment[]): Map<string, Entry> {
  const all = new Map(entries)
  for (const comment of comments) all.set(comment.slug, { ...(all.get(comment.slug) ?? ENTRY), comment })
  return all
}

/** The same with one of them changed; as it was where there is no such one. */
export function withEntry(entries: Entries, slug: string, change: (entry: Entry) => Entry): Entries {
  const entry = entries.get(slug)
  if (entry === undefined) return entries
  return new Map(entries).set(slug, change(entry))
}

/** The same without these and all that lies under them. */
export function without(entries: Entries, slugs: readonly string[]): Map<string, Entry> {
  const all = new Map(entries)
  const drop = (slug: string): void => {
    const entry = all.get(slug)
    all.delete(slug)
    for (const reply of [...(entry?.replies ?? []), ...(entry?.fresh ?? [])]) drop(reply)
  }
  slugs.forEach(drop)
  return all
}

const slugOfNode = ({ comment }: Node): string => comment.slug
