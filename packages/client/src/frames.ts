import type { Comment, Discussion, NotificationCounts, NotificationEntry } from './generated/types.ts'

/** Why the service ended a stream. */
export type EndReason =
  | 'restart'
  | 'token-expired'
  | 'unauthenticated'
  | 'banned'
  | 'erased'
  | 'no-access'
  | 'host-unavailable'
  | 'too-many-streams'

/** A comment as everyone may see it now, without its numbers; `hidden` where its author is hidden from the caller. */
export type LiveComment = Omit<Comment, 'replies' | 'votes' | 'reactions'> & { hidden?: true }

/** One thing that the caller was told. */
export type NotificationRow = Pick<NotificationEntry, 'id' | 'position' | 'group' | 'reason' | 'slug' | 'at'> & {
  actor: { id: string; name: string } | null
  discussion: string | null
  /** The post that it is about, or on which the comment is. */
  post: string | null
  isRead: boolean
  isArchived: boolean
  isGone: boolean
}

type Nothing = Record<string, never>

/** `ready`: all that follows is live. `reset`: read anew. `dropped`: the client was too slow, and comes again. */
type EveryStream = { ready: Nothing; reset: Nothing; dropped: Nothing; end: { reason: EndReason } }

type OfDiscussion = Record<'created' | 'edited' | 'deleted' | 'rejected' | 'restored', { comment: LiveComment }> &
  Record<'removed' | 'cut', { slug: string }> & {
    votes: Pick<Comment, 'slug' | 'votes' | 'reactions'>
    pinned: Pick<Discussion, 'pinned'>
    changed: Pick<Discussion, 'title' | 'url'>
  }

type OfPerson = {
  told: { row: NotificationRow }
  retracted: { rows: { id: string; why: string | null; stays: boolean }[] }
  marked: { op: 'read' | 'archived' | 'unarchived' | 'hidden'; id: string } | { op: 'readTo' | 'seenTo'; to: number }
  counts: Pick<NotificationCounts, 'unread' | 'unseen'>
}

/** Somebody's news: `gone` is what they may not see any more, or do not want to. */
type OfNews = { post: { id: string; author: string }; gone: { id: string } }

/** `event` says which; `id` is where a stream goes on behind it, where it has one. */
type FrameOf<Events> = { [Name in keyof Events]: { event: Name; data: Events[Name]; id: string | null } }[keyof Events]

export type DiscussionFrame = FrameOf<EveryStream & OfDiscussion>
export type PersonFrame = FrameOf<EveryStream & OfPerson>
export type NewsFrame = FrameOf<EveryStream & OfNews>
export type AnyFrame = DiscussionFrame | PersonFrame | NewsFrame
