import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Comment, Discussion, Settings } from './model.ts'
import { stateAt } from './settings.ts'

/** A discussion as it stands at this moment, and who wants something from it. */
export type Situation = { actor: Actor; discussion: Discussion; settings: Settings; now: number }

const isStaff = ({ role }: Actor): boolean => role !== 'commenter'
const isModerator = ({ role }: Actor): boolean => role === 'moderator' || role === 'admin'

export const noDiscussion = (): Refusal =>
  new Refusal('discussion-not-found', 'There is no discussion of that name: open it, or post the first comment.')

/** What belongs to another org is not there: not to be told from what never was. */
export function requireSameOrg(actor: Actor, { org }: { org: string }): void {
  if (actor.org !== org) throw noDiscussion()
}

/** Opens, renames and configures discussions. */
export function requireMayManage(actor: Actor, org: string): void {
  requireSameOrg(actor, { org })
  if (!isModerator(actor))
    throw new Refusal('forbidden', 'Only moderators and admins may do this: the token must carry one of these roles.')
}

export function requireMayPost({ actor, discussion, settings, now }: Situation): void {
  requireSameOrg(actor, discussion)
  const state = stateAt(now, discussion, settings)
  if (state === 'open' || (state === 'closed' && isStaff(actor))) return
  throw new Refusal('discussion-closed', `The discussion is ${state}: nothing can be posted in it.`)
}

function requireChangeable({ actor, discussion, settings, now }: Situation): void {
  requireSameOrg(actor, discussion)
  if (stateAt(now, discussion, settings) === 'read-only' && !isModerator(actor))
    throw new Refusal('discussion-closed', 'The discussion is read-only: nothing in it can be changed.')
}

export function requireMayEdit(situation: Situation, comment: Comment): void {
  requireChangeable(situation)
  const { actor, settings, now } = situation
  if (isModerator(actor)) return
  if (comment.author.id !== actor.id) throw new Refusal('forbidden', 'Only its author may edit a comment.')
  if (settings.editWindow > 0 && now > Date.parse(comment.posted) + settings.editWindow * 1000)
    throw new Refusal('edit-window-over', `Comments can be edited for ${settings.editWindow} seconds.`)
}

export function requireMayDelete(situation: Situation, comment: Comment): void {
  requireChangeable(situation)
  if (!isModerator(situation.actor) && comment.author.id !== situation.actor.id)
    throw new Refusal('forbidden', 'Only its author may delete a comment.')
}

export const requireMayVote = requireChangeable

/** Earlier texts are for the author and for moderators. */
export function requireMaySeeHistory(actor: Actor | null, discussion: Discussion, comment: Comment): void {
  if (actor === null) throw new Refusal('unauthenticated', 'Earlier texts are shown to their author: sign in.')
  requireSameOrg(actor, discussion)
  if (!isStaff(actor) && comment.author.id !== actor.id)
    throw new Refusal('forbidden', 'Earlier texts are shown to their author and to moderators.')
}
