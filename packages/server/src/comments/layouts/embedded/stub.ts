import { ancestorsOf, chronologicalKey } from '../../keys.ts'
import type { EmbeddedComment } from '../../model.ts'

/** What keeps the place of a comment that is not there: it was removed, or a reply to it came first. */
export function stubAt(fullSlug: string, writes: number): EmbeddedComment & { gone: true } {
  const key = chronologicalKey(fullSlug)
  const at = key.indexOf('/')
  const slug = key.slice(at + 1)
  const ancestors = ancestorsOf(slug)
  return {
    slug,
    fullSlug,
    parentSlug: ancestors.at(-1) ?? null,
    replyTo: null,
    depth: ancestors.length,
    posted: key.slice(0, at),
    edited: null,
    author: { id: '', name: '' },
    text: '',
    html: '',
    renderer: 0,
    mentions: [],
    status: 'deleted',
    deleting: null,
    rev: 0,
    history: [],
    changes: [],
    replies: 0,
    votes: { up: 0, down: 0 },
    reactions: {},
    counted: 0,
    from: null,
    writes,
    gone: true,
  }
}
