import type { Actor } from '../api/actor.ts'
import { bannedBy } from '../api/ban.ts'
import { Refusal } from '../api/refusal.ts'
import type { Comment, Discussion, Settings } from './model.ts'
import { stateAt } from './settings.ts'

/** A discussion as it stands at this moment, and who wants something from it. */
export type Situation = {
  actor: Actor
  discussion: Discussion
  settings: Settings
  /** For how long guests may edit and delete what they wrote. */
  guestSeconds: number
  now: number
  /** Whether the host lets them write here. */
  mayComment: boolean
}

const isModerator = ({ role }: Actor): boolean => role !== 'member'

export const noDiscussion = (): Refusal =>
  new Refusal('discussion-not-found', 'There is no discussion of that name: open it, or post the first comment.')

export const mayNotComment = (): Refusal => new Refusal('forbidden', 'The site does not let you take part here.')

/** What belongs to another org is not there: not to be told from what never was. */
export function requireSameOrg(actor: Actor, { org }: { org: string }): void {
  if (actor.org !== org) throw noDiscussion()
}

/** Opens, renames and configures discussions. */
export function requireMayManage(actor: Actor, org: string): void {
  requireSameOrg(actor, { org })
  if (actor.banned !== undefined) throw bannedBy(actor.banned)
  if (!isModerator(actor))
    throw new Refusal('forbidden', 'Only moderators and admins may do this: the token must carry one of these roles.')
}

export function requireMayPost({ actor, discussion, settings, now, mayComment }: Situation): void {
  requireSameOrg(actor, discussion)
  if (!mayComment) throw mayNotComment()
  const state = stateAt(now, discussion, settings)
  if (state === 'open' || (state === 'closed' && isModerator(actor))) return
  throw new Refusal('discussion-closed', `The discussion is ${state}: nothing can be posted in it.`)
}

function requireChangeable({ actor, discussion, settings, now, mayComment }: Situation): void {
  requireSameOrg(actor, discussion)
  if (!mayComment) throw mayNotComment()
  if (stateAt(now, discussion, settings) === 'read-only' && !isModerator(actor))
    throw new Refusal('discussion-closed', 'The discussion is read-only: nothing in it can be changed.')
}

export function requireMayEdit(situation: Situation, comment: Comment): void {
  requireChangeable(situation)
  const { actor, settings, now } = situation
  if (isModerator(actor)) return
  if (comment.author.id !== actor.id) throw new Refusal('forbidden', 'Only its author may edit a comment.')
  requireGuestInTime(situation, comment)
  if (settings.editWindow > 0 && now > Date.parse(comment.posted) + settings.editWindow * 1000)
    throw new Refusal('edit-window-over', `Comments can be edited for ${settings.editWindow} seconds.`)
}

/** A guest is whoever holds a token: after a while that is no longer enough. */
function requireGuestInTime({ actor, guestSeconds, now }: Situation, { posted }: Comment): void {
  if (actor.kind === 'guest' && now > Date.parse(posted) + guestSeconds * 1000)
    throw new Refusal('edit-window-over', `Guests can edit and delete their comments for ${guestSeconds} seconds.`)
}

export function requireMayDelete(situation: Situation, comment: Comment): void {
  requireChangeable(situation)
  if (!isModerator(situation.actor) && comment.author.id !== situation.actor.id)
    throw new Refusal('forbidden', 'Only its author may delete a comment.')
  requireGuestInTime(situation, comment)
}

/** A guest could come as often as they like, and count as often. */
export function requireMayVote(situation: Situation): void {
  requireChangeable(situation)
  if (situation.actor.kind === 'guest') throw new Refusal('forbidden', 'Guests cannot vote or react: sign in.')
}

/** Earlier texts are for the author and for moderators. */
export function requireMaySeeHistory(actor: Actor | null, discussion: Discussion, comment: Comment): void {
  if (actor === null) throw new Refusal('unauthenticated', 'Earlier texts are shown to their author: sign in.')
  requireSameOrg(actor, discussion)
  if (!isModerator(actor) && comment.author.id !== actor.id)
    throw new Refusal('forbidden', 'Earlier texts are shown to their author and to moderators.')
}
