import { createHash } from 'node:crypto'
import type { Author } from '../../comments/service.ts'
import type { Notification, Reason } from '../model.ts'

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
  at: row.at,
  isRead: isRead(row, readTo),
  isArchived: row.archived !== null,
  isGone: row.retracted !== null,
})

export const isRead = ({ read, position }: Pick<Notification, 'read' | 'position'>, readTo: number): boolean =>
  read !== null || position <= readTo

type Grouped = Pick<Notification, 'event' | 'reason' | 'discussion' | 'at'> & { repliesTo: string | null }

/**
 * What is shown as one: replies to the same comment, and what else happens in a discussion, each of one day. A mention
 * stands for itself.
 */
export function groupOf({ event, reason, discussion, at, repliesTo }: Grouped): string {
  if (reason === 'mention') return event
  const about = reason === 'reply' ? ['reply', repliesTo] : [reason === 'moderation' ? reason : 'activity']
  return createHash('sha256')
    .update(JSON.stringify([discussion, ...about, at.slice(0, 10)]))
    .digest('base64url')
    .slice(0, 22)
}
