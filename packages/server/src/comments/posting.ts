import type { Actor } from '../api/actor.ts'
import { checkedText } from './checked-text.ts'
import type { Ref } from './discussions.ts'
import { removeAgain, writtenBefore } from './earlier-try.ts'
import { endOfLog } from './events-since.ts'
import { insertComment } from './inserting.ts'
import type { Names } from './keys-of-requests.ts'
import { type Comment, DEFAULT_SETTINGS, type Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { type Attached, newComment } from './new-comment.ts'
import { requireMayPost, type Situation } from './policy.ts'
import { requireComment, requirePublished, situationOf } from './situation.ts'

export type Draft = { text: string; parent?: string | null; title?: string | null; url?: string | null }
export type Command = { actor: Actor; ref: Ref; key?: string | null }

/** What was written, and the event that tells of it. */
export type Posted = { discussion: string; comment: Comment; event: string }

/** One write carries the comment and its event. Under an Idempotency-Key a repeat ends in the same comment. */
export async function post(needs: Needs, command: Command, draft: Draft): Promise<Posted> {
  const { actor, ref, key = null } = command
  const discussion = await discussionFor(needs, command, draft)
  const situation = await situationOf(needs, actor, discussion)
  const since = (): Promise<number> => endOfLog(needs, discussion)
  const reserved = await needs.keys.reserve({ key, actor, request: ['post', ref, draft], since })
  if (reserved.answer !== null) return JSON.parse(reserved.answer) as Posted
  const written = reserved.resumed ? await writtenBefore(needs, discussion, reserved) : null
  const comment = written ?? (await write(needs, situation, { draft, names: reserved.names }))
  const { event } = reserved.names
  const mine = { discussion: discussion._id, comment, event }
  needs.changed(discussion._id, event)
  const posted = await needs.keys.note(reserved, mine)
  if (reserved.resumed || posted !== mine)
    await removeAgain(needs, discussion, { slug: comment.slug, since: reserved.since })
  return posted
}

async function discussionFor(needs: Needs, { actor, ref }: Command, draft: Draft): Promise<Discussion> {
  const found = await needs.discussions.find(ref)
  if (found !== null) return found
  const { text, parent = null, title = null, url = null } = draft
  const rules = 'org' in ref && ref.org === actor.org ? await needs.rulesOf(ref.org) : null
  if (!('org' in ref) || rules?.opensOnFirstComment !== true || parent !== null) return needs.discussions.require(ref)
  // What will be refused opens nothing.
  checkedText(text, rules.settings.maxLength ?? DEFAULT_SETTINGS.maxLength)
  const { discussion } = await needs.discussions.open({ ...ref, title, url })
  return discussion
}

async function write(
  needs: Needs,
  situation: Situation,
  { draft, names }: { draft: Draft; names: Names },
): Promise<Comment> {
  requireMayPost(situation)
  const text = checkedText(draft.text, situation.settings.maxLength)
  const attached = await attach(needs, situation, draft.parent ?? null)
  const comment = newComment(situation.actor, { names, attached, text })
  await insertComment(needs, situation.discussion._id, { comment, event: names.event })
  return comment
}

/** A reply deeper than the discussion allows goes to the deepest ancestor that may have replies. */
async function attach(needs: Needs, situation: Situation, slug: string | null): Promise<Attached> {
  if (slug === null) return { parent: null, replyTo: null }
  const meant = await requireComment(needs, situation.discussion, slug)
  requirePublished(meant)
  const { maxDepth } = situation.settings
  if (meant.depth < maxDepth) return { parent: meant, replyTo: null }
  if (maxDepth === 0) return { parent: null, replyTo: slug }
  const upTo = (path: string): string => path.split('/').slice(0, maxDepth).join('/')
  return { parent: { slug: upTo(meant.slug), fullSlug: upTo(meant.fullSlug) }, replyTo: slug }
}
