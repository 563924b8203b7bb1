import type { LoggedEvent } from '@palaver/store'
import { type Comment, type Comments, present, type PublicComment } from '../comments/service.ts'
import { type Frame, frameBytes } from './frame.ts'
import { idOf } from './place.ts'

/** Numbers come by frames of their own: those in an event are of before what was not counted yet. */
type Told = Omit<PublicComment, 'replies' | 'votes' | 'reactions'>

/** What each change of a comment is called in a stream. */
const NAMES: Readonly<Record<string, string>> = {
  created: 'created',
  edited: 'edited',
  deleted: 'deleted',
  erased: 'deleted',
  rejected: 'rejected',
  restored: 'restored',
}

type Numbers = Awaited<ReturnType<Comments['numbers']>>

/** What is known besides the events: the numbers of comments that were voted for, and how comments are now. */
export type Known = {
  numbers: Numbers
  /** Null while they follow at once: then an event says how the comment is. */
  current: ReadonlyMap<string, Comment> | null
}

/** Slugs of the comments that votes are about. */
export const votedIn = (events: readonly LoggedEvent[]): string[] => [
  ...new Set(events.flatMap(({ type, after }) => (type === 'vote' ? [slugIn(after)] : []))),
]

/** Slugs of the comments of which a text would be told. */
export const toldIn = (events: readonly LoggedEvent[]): string[] => [
  ...new Set(events.flatMap(({ type, op, after }) => (type === 'comment' && op in NAMES ? [slugIn(after)] : []))),
]

/** What clients of a discussion are told of these events, in order; of the votes for one comment only the last. */
export function framesOf(events: readonly LoggedEvent[], known: Known): Frame[] {
  const lastVotes = new Map(
    events.flatMap((event) => (event.type === 'vote' ? [[slugIn(event.after), event.seq]] : [])),
  )
  return events.flatMap((event) => {
    if (event.type === 'vote' && lastVotes.get(slugIn(event.after)) !== event.seq) return []
    return frameOf(event, known) ?? []
  })
}

function frameOf(event: LoggedEvent, known: Known): Frame | null {
  if (event.type === 'vote') return votesFrame(event, known.numbers)
  if (event.type === 'discussion') return discussionFrame(event)
  if (event.type !== 'comment') return null
  if (event.op === 'removed') return plain(event, 'removed', { slug: slugIn(event.before) })
  if (event.op === 'cut') return plain(event, 'cut', { slug: slugIn(event.after) })
  return commentFrame(event, known)
}

const slugIn = (value: unknown): string => {
  const slug: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'slug') : undefined
  return typeof slug === 'string' ? slug : ''
}

const plain = ({ seq, _id }: LoggedEvent, event: string, data: unknown): Frame => ({
  seq,
  bytes: frameBytes({ id: idOf(seq, _id), event, data }),
})

function votesFrame(event: LoggedEvent, numbers: Numbers): Frame | null {
  const slug = slugIn(event.after)
  const found = numbers.get(slug)
  return found === undefined ? null : plain(event, 'votes', { slug, votes: found.votes, reactions: found.reactions })
}

/** Settings are for those who may ask for them. */
function discussionFrame(event: LoggedEvent): Frame | null {
  const after = event.after as { title?: unknown; url?: unknown; pinned?: unknown } | undefined
  if (event.op === 'pinned') return plain(event, 'pinned', { pinned: after?.pinned ?? [] })
  if (event.op !== 'changed') return null
  return plain(event, 'changed', { title: after?.title ?? null, url: after?.url ?? null })
}

/** Who comes late is told how a comment is now: what was changed or taken back since is not told again. */
function commentFrame(event: LoggedEvent, { current }: Known): Frame | null {
  const name = NAMES[event.op]
  const told = event.after as unknown as Comment
  const comment = current === null ? told : current.get(slugIn(told))
  if (name === undefined || comment?.author === undefined) return null
  const { seq, _id } = event
  const id = idOf(seq, _id)
  const shown = toldOf(comment)
  const bytes = frameBytes({ id, event: name, data: { comment: shown } })
  if (shown.author === null) return { seq, bytes }
  const blank = { ...shown, author: null, html: '', mentions: [], hidden: true }
  return {
    seq,
    bytes,
    hidden: { author: shown.author.id, bytes: frameBytes({ id, event: name, data: { comment: blank } }) },
  }
}

function toldOf(comment: Comment): Told {
  const { slug, parentSlug, replyTo, depth, posted, edited, author, html, mentions, status, rev } = present(comment)
  return { slug, parentSlug, replyTo, depth, posted, edited, author, html, mentions, status, rev }
}
