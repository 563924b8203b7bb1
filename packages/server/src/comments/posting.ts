import type { Actor } from '../api/actor.ts'
import type { LoggedEvent, NewEvent } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import { checkedText } from './checked-text.ts'
import type { Ref } from './discussions.ts'
import { commentEvent } from './events.ts'
import { writeAtHome } from './home.ts'
import { pathUnder } from './keys.ts'
import type { Names, Reserved } from './keys-of-requests.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { requireMayPost, type Situation } from './policy.ts'
import { lookAtParentAgain, PARENT_GONE, withdrawal } from './replying.ts'
import { requireComment, requirePublished, situationOf } from './situation.ts'
import { renderText } from './text/render.ts'

export type Draft = { text: string; parent?: string | null; title?: string | null; url?: string | null }
export type Command = { actor: Actor; ref: Ref; key?: string | null }

/** What was written, and the event that tells of it. */
export type Posted = { discussion: string; comment: Comment; event: string }

/** One write carries the comment and its event. Under an Idempotency-Key a repeat ends in the same comment. */
export async function post(needs: Needs, command: Command, draft: Draft): Promise<Posted> {
  const { actor, ref, key = null } = command
  const discussion = await discussionFor(needs, command, draft)
  const situation = await situationOf(needs, actor, discussion)
  const partition = needs.log.partitionOf(discussion.org)
  const since = (): Promise<number> => needs.log.lastSeq(partition)
  const reserved = await needs.keys.reserve({ key, actor, request: ['post', ref, draft], since })
  if (reserved.answer !== null) return JSON.parse(reserved.answer) as Posted
  const written = reserved.resumed ? await writtenBefore(needs, discussion, reserved) : null
  const comment = written ?? (await write(needs, situation, { draft, names: reserved.names }))
  const posted = { discussion: discussion._id, comment, event: reserved.names.event }
  needs.changed(discussion._id, posted.event)
  await needs.keys.note(reserved, posted)
  return posted
}

async function discussionFor(needs: Needs, { actor, ref }: Command, { title, url }: Draft): Promise<Discussion> {
  const found = await needs.discussions.find(ref)
  if (found !== null) return found
  const rules = 'org' in ref && ref.org === actor.org ? await needs.rulesOf(ref.org) : null
  if (!('org' in ref) || rules?.opensOnFirstComment !== true) return needs.discussions.require(ref)
  const { discussion } = await needs.discussions.open({ ...ref, title: title ?? null, url: url ?? null })
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
  await insert(needs, situation.discussion._id, { comment, event: names.event })
  return comment
}

async function insert(
  needs: Needs,
  id: string,
  { comment, event }: { comment: Comment; event: string },
): Promise<void> {
  await writeAtHome(needs.homes, id, async ({ layout, place, discussion }) => ({
    written: await layout.insert(place, comment, [createdEvent(discussion, comment, event)]),
  }))
  await lookAtParentAgain(needs, { discussion: id, comment, event })
}

export const createdEvent = (discussion: Discussion, after: Comment, id: string): NewEvent =>
  commentEvent(discussion, { id, op: 'created', at: after.posted, before: null, after, actor: after.author })

type Attached = { parent: Pick<Comment, 'slug' | 'fullSlug'> | null; replyTo: string | null }

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

type Making = { names: Names; attached: Attached; text: string }

export function newComment({ id, name }: Pick<Actor, 'id' | 'name'>, { names, attached, text }: Making): Comment {
  const { parent, replyTo } = attached
  return {
    ...pathUnder(parent, names.posted, names.part),
    parentSlug: parent?.slug ?? null,
    replyTo,
    depth: parent === null ? 0 : parent.slug.split('/').length,
    posted: names.posted,
    edited: null,
    author: { id, name },
    text,
    ...renderText(text),
    status: 'published',
    deleting: null,
    rev: 1,
    history: [],
    changes: [names.event],
    replies: 0,
    votes: { up: 0, down: 0 },
    reactions: {},
    counted: 0,
    writes: 1,
  }
}

const BATCH = 500

/**
 * What an earlier try of the same request wrote, as the log tells it. It is written once more, in case that try died
 * while the discussion moved, unless it was removed since: then it must not come back.
 */
async function writtenBefore(
  needs: Needs,
  discussion: Discussion,
  { names, since }: Reserved,
): Promise<Comment | null> {
  let created: LoggedEvent | undefined
  let isRemoved = false
  for await (const event of eventsOf(needs, discussion, since)) {
    if (event._id === withdrawal(names.event)) throw new Refusal('parent-gone', PARENT_GONE)
    if (event._id === names.event) created = event
    const before = event.op === 'removed' ? (event.before as { slug: string }) : null
    if (created !== undefined && before?.slug === (created.after as { slug: string }).slug) isRemoved = true
  }
  if (created === undefined) return null
  const comment = created.after as unknown as Comment
  if (!isRemoved) await insert(needs, discussion._id, { comment, event: names.event })
  return comment
}

async function* eventsOf({ log }: Needs, { _id, org }: Discussion, since: number): AsyncGenerator<LoggedEvent> {
  await log.settle()
  for (let after = since; ;) {
    const events = await log.read({ partition: log.partitionOf(org), subject: _id, after, limit: BATCH })
    yield* events
    const last = events.at(-1)
    if (last === undefined || events.length < BATCH) return
    after = last.seq
  }
}
