import type { LoggedEvent } from '@palaver/store'
import * as z from 'zod'
import { STATUSES } from '../model.ts'

const commentSchema = z.object({
  slug: z.string(),
  fullSlug: z.string(),
  parentSlug: z.string().nullable(),
  posted: z.string(),
  depth: z.int(),
  status: z.enum(STATUSES),
})
const voteSchema = z.object({
  slug: z.string(),
  value: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  reactions: z.array(z.string()),
})
const voterSchema = z.object({ id: z.string() })

/** What counts of a comment. */
export type Counted = z.infer<typeof commentSchema>
export type Stand = z.infer<typeof voteSchema>

/** What an event says that numbers depend on: how a comment (null where it is not there) or a vote became another. */
export type Fact =
  | { about: 'comment'; comment: Counted; before: Counted | null; after: Counted | null }
  | { about: 'vote'; user: string; before: Stand; after: Stand }
  | { about: 'recount' }
  | { about: 'nothing legible' }

export type CommentFact = Extract<Fact, { about: 'comment' }>
export type VoteFact = Extract<Fact, { about: 'vote' }>

/** Null for an event that changes no number. */
export function factOf(event: LoggedEvent): Fact | null {
  const read = FACTS[`${event.type} ${event.op}`]
  if (read === undefined) return null
  try {
    return read(event)
  } catch (error) {
    if (error instanceof z.ZodError) return { about: 'nothing legible' }
    throw error
  }
}

function created({ after }: LoggedEvent): CommentFact {
  const comment = commentSchema.parse(after)
  return { about: 'comment', comment, before: null, after: comment }
}

function deleted({ before, after }: LoggedEvent): CommentFact {
  const comment = commentSchema.parse(before)
  return { about: 'comment', comment, before: comment, after: commentSchema.parse(after) }
}

function removed({ before }: LoggedEvent): CommentFact {
  const comment = commentSchema.parse(before)
  return { about: 'comment', comment, before: comment, after: null }
}

const voted = ({ before, after, actor }: LoggedEvent): VoteFact => ({
  about: 'vote',
  user: voterSchema.parse(actor).id,
  before: voteSchema.parse(before),
  after: voteSchema.parse(after),
})

const FACTS: Readonly<Record<string, (event: LoggedEvent) => Fact>> = {
  'comment created': created,
  'comment deleted': deleted,
  'comment rejected': deleted,
  'comment restored': deleted,
  'comment erased': deleted,
  'comment removed': removed,
  'vote voted': voted,
  'discussion recount-asked': () => ({ about: 'recount' }),
}
