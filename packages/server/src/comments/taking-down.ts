import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { changesWith } from './editing.ts'
import { commentEvent } from './events.ts'
import { writeAtHome } from './home.ts'
import type { Comment, Status } from './model.ts'
import type { Needs } from './needs.ts'

/** A moderator's decision on a comment that is published, or was. */
export type Decision = {
  discussion: string
  slug: string
  status: Exclude<Status, 'deleted'>
  by: Pick<Actor, 'id' | 'name'>
  /** Id of the event that tells of it: a repeat under the same one changes nothing. */
  event: string
}

/** Takes a comment down, so that its place stays and shows none of its text; or puts it up again. */
export async function decide(needs: Needs, { discussion, slug, status, by, event }: Decision): Promise<Comment> {
  const at = new Date(needs.world.now()).toISOString()
  const actor = { id: by.id, name: by.name }
  const op = status === 'published' ? 'restored' : 'rejected'
  const { comment } = await writeAtHome(needs.homes, discussion, ({ layout, place, discussion: now }) =>
    layout.change(place, slug, (before) => {
      if (before.changes.includes(event) || before.status === status) return null
      if (before.status === 'deleted') throw new Refusal('comment-deleted', 'The comment was deleted.')
      const set = { status, rev: before.rev + 1, changes: changesWith(before, event) }
      return { set, events: [commentEvent(now, { id: event, op, at, before, after: { ...before, ...set }, actor })] }
    }),
  )
  if (comment === null) throw new Refusal('comment-not-found', 'There is no comment of that slug in this discussion.')
  needs.changed(discussion, event)
  return comment
}
