import type { Palaver } from './connect.ts'

/** A discussion by its own id, or by what it is about: a type and an id that its host chose. */
export type DiscussionRef = { discussion: string } | { type: string; id: string }

/** A discussion of a service; whether it is there shows when it is asked for. */
export type Thread = {
  palaver: Palaver
  path: { discussion: string }
  query: { org?: string; type?: string; id?: string }
}

/** Names a discussion. Nothing is sent. */
export function discussion(palaver: Palaver, ref: DiscussionRef): Thread {
  return 'discussion' in ref
    ? { palaver, path: { discussion: ref.discussion }, query: {} }
    : { palaver, path: { discussion: '-' }, query: { org: palaver.org, type: ref.type, id: ref.id } }
}

/** A slug as an address has it. */
export const inAddress = (slug: string): string => slug.replaceAll('/', '.')

/** Where a comment of a discussion is. */
export function commentAt({ path, query }: Thread, slug: string): Pick<Thread, 'query'> & { path: CommentPath } {
  return { path: { ...path, slug: inAddress(slug) }, query }
}

type CommentPath = { discussion: string; slug: string }
