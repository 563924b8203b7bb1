import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Ref } from './discussions.ts'
import { atHome, type Homes } from './home.ts'
import { isWithin } from './keys.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { asModerator, seenBy, thingOf } from './permission.ts'
import { noDiscussion, requireSameOrg, type Situation } from './policy.ts'
import { settingsOf } from './settings.ts'

export async function situationOf(needs: Needs, actor: Actor, discussion: Discussion): Promise<Situation> {
  requireSameOrg(actor, discussion)
  const may = await needs.mayOf(actor, discussion.org, thingOf(discussion))
  if (!may.see) throw noDiscussion()
  const rules = await needs.rulesOf(discussion.org)
  if (rules === null) throw new Refusal('org-not-found', 'The org of this discussion is not there any more.')
  const settings = settingsOf(discussion, rules)
  return {
    actor: asModerator(actor, may),
    discussion,
    settings,
    guestSeconds: rules.guestSeconds,
    now: needs.world.now(),
    mayComment: may.comment,
  }
}

export async function situationAt(needs: Needs, actor: Actor, ref: Ref): Promise<Situation> {
  return situationOf(needs, actor, await seenBy(needs, actor, ref))
}

export const isCut = ({ cuts }: Discussion, slug: string): boolean => cuts.some((cut) => isWithin(slug, cut.slug))

/** A comment that a reader can see: there, and not in a sub-tree that was deleted. */
export async function findComment(
  needs: { homes: Pick<Homes, 'layouts'> },
  discussion: Discussion,
  slug: string,
): Promise<Comment | null> {
  if (isCut(discussion, slug)) return null
  const { layout, place } = atHome(needs.homes, discussion)
  const [comment] = await layout.get(place, [slug])
  return comment ?? null
}

export async function requireComment(
  needs: { homes: Pick<Homes, 'layouts'> },
  discussion: Discussion,
  slug: string,
): Promise<Comment> {
  const found = await findComment(needs, discussion, slug)
  if (found !== null) return found
  throw new Refusal('comment-not-found', 'There is no comment of that slug in this discussion.')
}

/** For a write to it: one that was deleted or taken down takes none. */
export function requirePublished(comment: Comment): void {
  if (comment.status === 'deleted') throw new Refusal('comment-deleted', 'The comment was deleted.')
  if (comment.status !== 'published') throw new Refusal('comment-rejected', 'A moderator has taken this comment down.')
}
