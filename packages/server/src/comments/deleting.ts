import { Refusal } from '../api/refusal.ts'
import { changesWith } from './editing.ts'
import { changeEvent, commentEvent } from './events.ts'
import { writeAtHome } from './home.ts'
import type { Changed, CommentDecision } from './layouts/layout.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { requireMayDelete } from './policy.ts'
import type { Command } from './posting.ts'
import { removedEvent } from './replying.ts'
import { requireComment, situationAt } from './situation.ts'

export type Deleted = { discussion: string; slug: string; event: string }

/** A deletion under way: `event` names it, so that a repeat knows its own marks. */
type Deletion = { discussion: Discussion; slug: string; event: string; at: string; actor: { id: string; name: string } }

export async function remove(needs: Needs, command: Command, slug: string): Promise<Deleted> {
  const { actor, ref, key = null } = command
  const situation = await situationAt(needs, actor, ref)
  const { discussion, settings } = situation
  const reserved = await needs.keys.reserve({ key, actor, request: ['delete', ref, slug], since: async () => 0 })
  if (reserved.answer !== null) return JSON.parse(reserved.answer) as Deleted
  const comment = await requireComment(needs, discussion, slug)
  requireMayDelete(situation, comment)
  const { event, posted: at } = reserved.names
  const { id, name } = actor
  await BY_POLICY[settings.deletion](needs, { discussion, slug, event, at, actor: { id, name } }, comment)
  needs.changed(discussion._id, event)
  const answer = { discussion: discussion._id, slug, event }
  await needs.keys.note(reserved, answer)
  return answer
}

const BY_POLICY = { tombstone: leaveTombstone, cascade: cut, refuse: removeUnlessReplied } as const

export const BLANK: Pick<Comment, 'status' | 'text' | 'html' | 'mentions' | 'history'> = {
  status: 'deleted',
  text: '',
  html: '',
  mentions: [],
  history: [],
}

/** The comment is marked and loses its text; its place stays, and so do its replies. */
async function leaveTombstone(needs: Needs, { discussion, slug, event, at, actor }: Deletion): Promise<void> {
  await writeAtHome(needs.homes, discussion._id, ({ layout, place, discussion: now }) =>
    layout.change(place, slug, (before) => {
      if (before.status === 'deleted') return null
      const set = { ...BLANK, rev: before.rev + 1, changes: changesWith(before, event) }
      const told = commentEvent(now, { id: event, op: 'deleted', at, before, after: { ...before, ...set }, actor })
      return { set, events: [told] }
    }),
  )
}

/** Sub-trees whose documents have not followed yet; more at once than anyone would delete by hand. */
const MOST_CUTS = 1_000

/** One write: readers leave out all that lies under a cut from now on, and its documents follow. */
async function cut(needs: Needs, { discussion, slug, event, at, actor }: Deletion, comment: Comment): Promise<void> {
  await needs.homes.discussions.change(discussion._id, (now, to) => {
    if (now === null || now.cuts.some(({ by }) => by === event)) return null
    if (now.cuts.length >= MOST_CUTS)
      throw new Refusal('busy', 'Too many deletions are under way here: try again later.')
    const entry = { slug, fullSlug: comment.fullSlug, by: event }
    const told = changeEvent(now, { id: event, type: 'comment', op: 'cut', at, after: entry, actor })
    return to.change({ $push: { cuts: entry } }, { events: [told] })
  })
}

/**
 * Marks it, looks for replies, and finishes only if the mark is still its own: who replies takes a mark back, and a
 * rival puts its own in its place and looks for replies itself.
 */
async function removeUnlessReplied(needs: Needs, { discussion, slug, event }: Deletion): Promise<void> {
  const change = (decide: (comment: Comment, now: Discussion) => CommentDecision | null): Promise<Changed> =>
    writeAtHome(needs.homes, discussion._id, ({ layout, place, discussion: now }) =>
      layout.change(place, slug, (comment) => decide(comment, now)),
    )
  const { comment } = await change(({ deleting }) =>
    deleting === event ? null : { set: { deleting: event }, events: [] },
  )
  if (comment === null) return
  const isReplied = await hasReplies(needs, discussion._id, comment)
  const { comment: left } = await change((before, now) => {
    if (before.deleting !== event) return null
    if (isReplied) return { set: { deleting: null }, events: [] }
    return { remove: true, events: [removedEvent(needs, now, { id: event, before })] }
  })
  if (left !== null)
    throw new Refusal('has-replies', 'The comment has replies, and here such comments cannot be deleted.')
}

async function hasReplies(needs: Needs, id: string, comment: Comment): Promise<boolean> {
  let replies: Comment[] = []
  await writeAtHome(needs.homes, id, async ({ layout, place }) => {
    replies = await layout.children(place, comment, { limit: 1 })
    return { written: 'done' as const }
  })
  return replies.length > 0
}
