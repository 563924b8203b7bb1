import type { LoggedEvent } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import { OPERATIONS } from '../categories/service.ts'
import { type Comment, type Discussion, isOfPost } from '../comments/service.ts'
import type { EventType } from './model.ts'
import type { Needs } from './needs.ts'
import { TOPIC_OPERATIONS, topicData } from './topic-payload.ts'

type Kind = { type: EventType; operation: string }

const OF_COMMENTS: Readonly<Record<string, Kind>> = {
  created: { type: 'comment.created', operation: 'create' },
  edited: { type: 'comment.edited', operation: 'edit' },
  deleted: { type: 'comment.deleted', operation: 'delete' },
  removed: { type: 'comment.deleted', operation: 'delete' },
  erased: { type: 'comment.deleted', operation: 'delete' },
  rejected: { type: 'comment.rejected', operation: 'reject' },
  restored: { type: 'comment.restored', operation: 'restore' },
}

const OF_TOPICS: Readonly<Record<string, Kind>> = Object.fromEntries(
  OPERATIONS.map((op) => [op, { type: `topic.${op}`, operation: TOPIC_OPERATIONS[op] }]),
)

const KINDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = { comment: OF_COMMENTS, topic: OF_TOPICS }

/** What others are told of it; null where it is for the service alone. */
export function kindOf({ type, op }: Pick<LoggedEvent, 'type' | 'op'>): Kind | null {
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  return kinds !== undefined && Object.hasOwn(kinds, op) ? (kinds[op] ?? null) : null
}

/** What is sent of an event, by what stands in the log now and by what became of the comment; null for none. */
export async function payloadOf(needs: Pick<Needs, 'comments' | 'view'>, event: LoggedEvent): Promise<string | null> {
  const kind = kindOf(event)
  if (kind === null) return null
  const { type, operation } = kind
  const data = event.type === 'topic' ? topicData(event) : await commentData(needs, event)
  return data === null ? null : JSON.stringify({ type, timestamp: event.at, data: { operation, ...data } })
}

async function commentData(needs: Pick<Needs, 'comments' | 'view'>, event: LoggedEvent): Promise<object | null> {
  const before = event.before as unknown as Comment | null | undefined
  const after = event.after as unknown as Comment | null | undefined
  const slug = (after ?? before)?.slug
  if (slug === undefined) return null
  const discussion = await found(needs.comments.discussion({ discussion: event.subject }))
  if (discussion !== null && !(await isForHost(needs, discussion))) return null
  const now = discussion === null ? null : await found(needs.comments.comment(discussion, slug))
  const shown = (comment: Comment | null | undefined): object | null =>
    comment === null || comment === undefined ? null : needs.view(asOf(now, comment))
  return { discussion: pageOf(event.subject, discussion), before: shown(before), after: shown(after) }
}

/** What is said about a post is for those whom the post is for: the host is told of it while everybody may see it. */
const isForHost = async ({ comments }: Pick<Needs, 'comments'>, discussion: Discussion): Promise<boolean> =>
  !isOfPost(discussion) || (await found(comments.shown(null, { discussion: discussion._id }))) !== null

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
