import type { LoggedEvent } from '@palaver/store'
import type { Author, Comment } from '../../comments/service.ts'

/** What an event tells that somebody may want to hear. */
export type Told = {
  event: string
  op: 'created' | 'edited' | 'restored' | 'held' | 'reported'
  org: string
  discussion: string
  slug: string | null
  seq: number
  at: string
  /** Who is named as the one who did it. */
  actor: Author | null
  /** Whose act it is: they know of it. */
  doers: readonly string[]
  /** Whose words it brings: who does not want to have to do with them is not told. */
  authors: readonly string[]
  /** Null for what moderators are told. */
  comment: Comment | null
  /** Those whom it mentions and who are to be told of that. */
  mentioned: readonly string[]
}

/** Takes back what was told of a comment. */
const RETRACTING = new Set(['deleted', 'removed', 'rejected', 'erased', 'cut'])
const DECIDING = new Set(['approved', 'rejected', 'spam', 'withdrawn'])

/** What is left of an author who was erased: nobody. */
export const ERASED = 'erased'

export function toldIn(event: LoggedEvent): Told | null {
  if (event.quiet === true) return null
  if (event.type === 'comment') return ofComment(event)
  return event.type === 'moderation' ? ofModeration(event) : null
}

/** All that happens in a discussion is told in its order; null for what neither tells nor takes back anything. */
export function laneOf(event: LoggedEvent): string | null {
  const { type, op, subject } = event
  const takesBack = (type === 'comment' && RETRACTING.has(op)) || (type === 'moderation' && DECIDING.has(op))
  return takesBack || toldIn(event) !== null ? subject : null
}

function ofComment(event: LoggedEvent): Told | null {
  const after = event.after as Comment | null | undefined
  const before = event.before as Comment | null | undefined
  if (after === null || after === undefined || after.status !== 'published' || after.author.id === ERASED) return null
  const told = { ...common(event), discussion: event.subject, slug: after.slug, comment: after }
  const by = event.actor as Author | undefined
  const { author } = after
  const mentioned = after.mentions.map(({ id }) => id)
  if (event.op === 'created')
    return { ...told, op: 'created', actor: author, doers: [author.id], authors: [author.id], mentioned }
  if (event.op === 'restored') {
    const doers = [author.id, ...(by === undefined ? [] : [by.id])]
    return { ...told, op: 'restored', actor: author, doers, authors: [author.id], mentioned }
  }
  if (event.op !== 'edited') return null
  const known = new Set(before?.mentions.map(({ id }) => id))
  const fresh = mentioned.filter((id) => !known.has(id))
  const editor = by ?? author
  const authors = [...new Set([author.id, editor.id])]
  return { ...told, op: 'edited', actor: editor, doers: [editor.id], authors, mentioned: fresh }
}

type About = { discussion?: string; slug?: string | null; person?: string | null; before?: string | null }

/** A report that only gives another reason was told of before. */
function ofModeration(event: LoggedEvent): Told | null {
  const { op } = event
  const { discussion, slug = null, person, before = null } = (event.after ?? {}) as About
  if (discussion === undefined || (op !== 'held' && op !== 'reported') || before !== null) return null
  const by = event.actor as { id: string } | undefined
  const doers = [person, by?.id].filter((id) => typeof id === 'string')
  return { ...common(event), op, discussion, slug, actor: null, doers, authors: [], comment: null, mentioned: [] }
}

const common = ({ _id, org, seq, at }: LoggedEvent): Pick<Told, 'event' | 'org' | 'seq' | 'at'> => ({
  event: _id,
  org,
  seq,
  at,
})
