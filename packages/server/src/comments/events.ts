import type { NewEvent } from '@palaver/store'
import type { Author, Comment, Discussion } from './model.ts'

type Told = {
  id: string
  type: 'comment' | 'vote' | 'discussion'
  op: string
  at: string
  before?: unknown
  after?: unknown
  actor?: Author
  rev?: number
}

/** An event of a discussion: all of them are in one order, and each names the epoch of the write that tells it. */
export function changeEvent(
  { _id, org, epoch }: Pick<Discussion, '_id' | 'org' | 'epoch'>,
  { id, before, after, ...told }: Told,
): NewEvent {
  const event = { _id: id, org, subject: _id, epoch, ...told }
  return {
    ...event,
    ...(before === undefined ? {} : { before: before as NonNullable<NewEvent['before']> }),
    ...(after === undefined ? {} : { after: after as NonNullable<NewEvent['after']> }),
  }
}

/**
 * What happened to a comment: created, edited, deleted (its place stays), removed (it does not), rendered, rejected (it
 * shows none of its text), restored, and erased with all that its author said.
 */
export type CommentOp = 'created' | 'edited' | 'deleted' | 'removed' | 'rendered' | 'rejected' | 'restored' | 'erased'

type OfComment = {
  id: string
  op: CommentOp
  at: string
  before: Comment | null
  after: Comment | null
  actor?: Author
}

export function commentEvent(discussion: Discussion, { before, after, ...told }: OfComment): NewEvent {
  const rev = (after ?? before)?.rev ?? 0
  return changeEvent(discussion, { ...told, type: 'comment', rev, before, after })
}
