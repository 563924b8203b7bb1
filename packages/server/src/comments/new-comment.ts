import type { NewEvent } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { commentEvent } from './events.ts'
import { pathUnder } from './keys.ts'
import type { Names } from './keys-of-requests.ts'
import type { Comment, Discussion } from './model.ts'
import type { Spoken } from './speaking.ts'

export type Attached = { parent: Pick<Comment, 'slug' | 'fullSlug'> | null; replyTo: string | null }

type Making = { names: Names; attached: Attached; spoken: Spoken; from?: string | null }

export function newComment({ id, name }: Pick<Actor, 'id' | 'name'>, making: Making): Comment {
  const { names, attached, spoken, from = null } = making
  const { parent, replyTo } = attached
  return {
    ...pathUnder(parent, names.posted, names.part),
    parentSlug: parent?.slug ?? null,
    replyTo,
    depth: parent === null ? 0 : parent.slug.split('/').length,
    posted: names.posted,
    edited: null,
    author: { id, name },
    ...spoken,
    status: 'published',
    deleting: null,
    rev: 1,
    history: [],
    changes: [names.event],
    replies: 0,
    votes: { up: 0, down: 0 },
    reactions: {},
    counted: 0,
    from,
    writes: 1,
  }
}

export const createdEvent = (discussion: Discussion, after: Comment, id: string): NewEvent =>
  commentEvent(discussion, { id, op: 'created', at: after.posted, before: null, after, actor: after.author })
