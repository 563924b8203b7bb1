import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { removeAgain, writtenBefore } from './earlier-try.ts'
import { writeEdit } from './editing.ts'
import { insertComment } from './inserting.ts'
import type { Holding } from './judging.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { newComment } from './new-comment.ts'
import { attach } from './attaching.ts'
import type { Posted } from './posting.ts'
import { settingsOf } from './settings.ts'
import { rendered } from './speaking.ts'

/** What was held and is approved; `since` is where the log ended when it was. */
export type Approved = Pick<
  Holding,
  'names' | 'kind' | 'discussion' | 'parent' | 'slug' | 'text' | 'mentions' | 'author' | 'from' | 'opens' | 'onRev'
> & { since: number }

/** Publishes what was held, under the names it was given: a repeat ends in the same comment. `posted` is this moment. */
export async function publish(needs: Needs, approved: Approved): Promise<Posted> {
  const { names, slug, text, mentions, author, onRev: rev = null } = approved
  const discussion = await needs.discussions.require({ discussion: approved.discussion })
  const comment =
    approved.kind === 'edit' && slug !== null
      ? await writeEdit(needs, discussion, { slug, rev, names, by: author, said: rendered(text, mentions) })
      : await publishNew(needs, discussion, approved)
  const { opens = null } = approved
  if (opens !== null) await entitle(needs, discussion, opens)
  needs.changed(discussion._id, names.event)
  return { discussion: discussion._id, comment, event: names.event, held: null, notices: [] }
}

async function publishNew(needs: Needs, discussion: Discussion, approved: Approved): Promise<Comment> {
  const { names, since, parent, text, mentions, author, from } = approved
  const written = await writtenBefore(needs, discussion, { names, since })
  if (written !== null) return written
  const rules = await needs.rulesOf(discussion.org)
  if (rules === null) throw new Refusal('org-not-found', 'The org of this discussion is not there any more.')
  const attached = await attach(needs, { discussion, settings: settingsOf(discussion, rules) }, parent)
  const by: Pick<Actor, 'id' | 'name'> = author
  const comment = newComment(by, { names, attached, spoken: rendered(text, mentions), from })
  await insertComment(needs, discussion, { comment, event: names.event })
  // Of two that publish it the slower may have written again what was removed meanwhile.
  await removeAgain(needs, discussion, { slug: comment.slug, since })
  return comment
}

/** The discussion gets what its first comment brought, where nobody has said anything else meanwhile. */
async function entitle(
  { discussions, world }: Needs,
  { _id }: Discussion,
  { title, url, tags }: NonNullable<Holding['opens']>,
): Promise<void> {
  await discussions.change(_id, { event: world.newId(), by: null }, (now) => {
    if (now.title !== null || now.url !== null) return null
    return { title, url, tags, topic: now.topic ?? null, settings: now.settings }
  })
}
