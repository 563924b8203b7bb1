import { createHash } from 'node:crypto'
import type { Author } from '../../comments/service.ts'
import { isOfSocial, type Notification, type Reason } from '../model.ts'

/** A row as its owner gets it. */
export type Row = {
  /** The event that it tells of. */
  id: string
  position: number
  group: string
  reason: Reason
  /** Null where who did it is not told, or is gone. */
  actor: Author | null
  discussion: string | null
  slug: string | null
  /** The post that it is about, or on which the comment is. */
  post: string | null
  at: string
  isRead: boolean
  isArchived: boolean
  /** What it told of is not there any more. */
  isGone: boolean
}

export const rowOf = (row: Notification, readTo: number): Row => ({
  id: row.event,
  position: row.position,
  group: row.group,
  reason: row.reason,
  actor: row.retracted === null ? row.actor : null,
  discussion: row.discussion,
  slug: row.slug,
  post: row.post ?? null,
  at: row.at,
  isRead: isRead(row, readTo),
  isArchived: row.archived !== null,
  isGone: row.retracted !== null,
})

export const isRead = ({ read, position }: Pick<Notification, 'read' | 'position'>, readTo: number): boolean =>
  read !== null || position <= readTo

type Grouped = Pick<Notification, 'event' | 'reason' | 'discussion' | 'post' | 'at'> & { repliesTo: string | null }

/** What brings words of somebody, or asks for an answer of its own, stands for itself. */
const ALONE: ReadonlySet<Reason> = new Set(['mention', 'wall', 'quote'])

/**
 * What is shown as one: replies to the same comment, what else happens in a discussion, what is given to a post, and
 * who follows somebody, each of one day.
 */
export function groupOf({ event, reason, discussion, post, at, repliesTo }: Grouped): string {
  if (ALONE.has(reason)) return event
  const isAbout = post === undefined ? { discussion, reason } : { discussion, post, reason }
  const about = isOfSocial(isAbout) ? [reason, post ?? null] : inDiscussion(reason, repliesTo)
  return createHash('sha256')
    .update(JSON.stringify([discussion, ...about, at.slice(0, 10)]))
    .digest('base64url')
    .slice(0, 22)
}

function inDiscussion(reason: Reason, repliesTo: string | null): (string | null)[] {
  return reason === 'reply' ? ['reply', repliesTo] : [reason === 'moderation' ? reason : 'activity']
}
