import type { LoggedEvent } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import type { Comment, Discussion } from '../comments/service.ts'
import type { EventType } from './model.ts'
import type { Needs } from './needs.ts'

type Kind = { type: EventType; operation: 'create' | 'edit' | 'delete' | 'reject' | 'restore' }

const KINDS: Readonly<Record<string, Kind>> = {
  created: { type: 'comment.created', operation: 'create' },
  edited: { type: 'comment.edited', operation: 'edit' },
  deleted: { type: 'comment.deleted', operation: 'delete' },
  removed: { type: 'comment.deleted', operation: 'delete' },
  erased: { type: 'comment.deleted', operation: 'delete' },
  rejected: { type: 'comment.rejected', operation: 'reject' },
  restored: { type: 'comment.restored', operation: 'restore' },
}

/** What others are told of it; null where it is for the service alone. */
export const kindOf = ({ type, op }: Pick<LoggedEvent, 'type' | 'op'>): Kind | null =>
  type === 'comment' && Object.hasOwn(KINDS, op) ? (KINDS[op] ?? null) : null

/** What is sent of an event, by what stands in the log now and by what became of the comment; null for none. */
export async function payloadOf(needs: Pick<Needs, 'comments' | 'view'>, event: LoggedEvent): Promise<string | null> {
  const kind = kindOf(event)
  const before = event.before as unknown as Comment | null | undefined
  const after = event.after as unknown as Comment | null | undefined
  const slug = (after ?? before)?.slug
  if (kind === null || slug === undefined) return null
  const discussion = await found(needs.comments.discussion({ discussion: event.subject }))
  const now = discussion === null ? null : await found(needs.comments.comment(discussion, slug))
  const shown = (comment: Comment | null | undefined): object | null =>
    comment === null || comment === undefined ? null : needs.view(asOf(now, comment))
  const data = {
    operation: kind.operation,
    discussion: pageOf(event.subject, discussion),
    before: shown(before),
    after: shown(after),
  }
  return JSON.stringify({ type: kind.type, timestamp: event.at, data })
}

/** What is not shown any more is not told any more, whatever the event says. */
const asOf = (now: Comment | null, told: Comment): Comment =>
  told.status !== 'published' || now?.status === 'published' ? told : { ...told, status: now?.status ?? 'deleted' }

const pageOf = (id: string, discussion: Discussion | null): object => ({
  id,
  resource: discussion?.resource ?? null,
  title: discussion?.title ?? null,
  url: discussion?.url ?? null,
})

async function found<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'comment-not-found' || error.code === 'discussion-not-found'))
      return null
    throw error
  }
}
