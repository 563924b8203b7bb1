import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { demandFit, type Spoken, type Verdict } from '../../comments/service.ts'
import type { Audience, Post } from '../model.ts'
import { lookAt } from '../looking.ts'
import { noPost } from '../policy.ts'
import { momentOf } from '../world.ts'
import { postEvent } from './event.ts'
import { holderOf, type PostNeeds } from './needs.ts'
import { LONGEST_POST, requireAudience, type Written } from './writing.ts'

/** What is not said stays as it is. `ifMatch`: the revisions that may be changed; null for any. */
export type Revising = {
  text?: string
  audience?: Audience
  ifMatch?: readonly string[] | null
  /** Where it came from. */
  address?: string | null
}

const KEPT_TEXTS = 10
const KEPT_CHANGES = 8

/** Changes what is said, or for whom it is: narrower or wider, that acts at once. */
export async function revise(needs: PostNeeds, actor: Actor, revising: Revising & { id: string }): Promise<Written> {
  const { id, text, audience, ifMatch = null } = revising
  await requireOwn(needs, actor, id)
  if (audience !== undefined) await requireAudience(needs, actor, audience)
  const spoken = text === undefined ? null : await needs.comments().preview(actor, text, LONGEST_POST)
  const verdict = spoken === null ? PUBLISH : await judgedEdit(needs, revising, { actor, ...spoken })
  const at = momentOf(needs.world)
  const op = text === undefined ? 'audience' : 'edited'
  return changed(needs, { actor, id, op, isReaddressed: audience !== undefined }, (now) => {
    if (ifMatch !== null && !ifMatch.includes('*') && !ifMatch.includes(String(now.rev)))
      throw new Refusal('changed-meanwhile', 'The post was changed meanwhile: look at it again.')
    if (now.kind === 'repost' && text !== undefined) throw new Refusal('invalid', 'What is passed on has no text.')
    const earlier = text === undefined || now.text === text ? [] : [{ text: now.text, at }]
    return {
      ...spoken,
      ...(audience !== undefined && { audience }),
      ...fitIn(now, verdict),
      ...(earlier.length > 0 && { edited: at, history: [...now.history, ...earlier].slice(-KEPT_TEXTS) }),
    }
  })
}

const PUBLISH: Verdict = { is: 'publish' }

/** What was posted is judged again when it says something else. */
async function judgedEdit(
  { judge }: PostNeeds,
  { address = null }: Revising,
  { actor, text, html }: Spoken & { actor: Actor },
): Promise<Verdict> {
  const where = { discussion: null, parent: null, slug: null, honeypot: '' }
  return demandFit(await judge({ kind: 'edit', request: null, actor, address, ...where, text, html }))
}

/** A post has one text: another one cannot wait beside it for a moderator. Who must not notice that does not. */
function fitIn({ status }: Post, verdict: Verdict): Partial<Post> {
  if (verdict.is !== 'hold') return {}
  if (verdict.secretly) return { isSecret: true }
  if (status === 'held') return {}
  const reasons = verdict.why.map(({ reason }) => reason).join(' ')
  throw new Refusal('text-refused', `${reasons} The post stays as it was: post it anew, and a moderator looks at it.`)
}

/** The place stays, and nothing in it. By its author, or by a moderator. */
export async function remove(needs: PostNeeds, actor: Actor, id: string): Promise<Written> {
  const found = await requireSeenOf(needs, actor, id)
  if (found.author !== actor.id && actor.role === 'member')
    throw new Refusal('forbidden', 'Only its author may delete a post.')
  const blank = { text: '', html: '', mentions: [], link: null, photos: [], place: null, poll: null, history: [] }
  const written = await changed(needs, { actor, id, op: 'deleted' }, (now) =>
    now.status === 'deleted' ? null : { ...blank, status: 'deleted' as const },
  )
  if (found.photos.length > 0) await needs.photos.release(actor.org, holderOf(id), found.photos)
  await passedOnNoMore(needs, found)
  return written
}

/** Who passed something on may do so again. */
export async function passedOnNoMore(
  { marks }: Pick<PostNeeds, 'marks'>,
  { kind, of, author, _id }: Post,
): Promise<void> {
  if (kind !== 'repost' || of === null) return
  await marks.update({ _id: `${author}~${of}`, repost: _id }, { $set: { repost: null } })
}

type Reviewing = { id: string; lets: boolean }

/** Whose wall it is on lets it show, or does not. */
export async function review(needs: PostNeeds, actor: Actor, { id, lets }: Reviewing): Promise<Written> {
  const found = await requireSeenOf(needs, actor, id)
  if (found.wall !== actor.id) throw new Refusal('forbidden', 'Only the owner of a wall decides what shows there.')
  const wallState = lets ? ('shown' as const) : ('declined' as const)
  return changed(needs, { actor, id, op: lets ? 'shown' : 'declined' }, (now) =>
    now.wallState === wallState ? null : { wallState },
  )
}

async function requireSeenOf(needs: PostNeeds, actor: Actor, id: string): Promise<Post> {
  const looked = await lookAt(needs, { org: actor.org, actor }, id)
  if (looked === null) throw noPost()
  return looked.post
}

export async function requireOwn(needs: PostNeeds, actor: Actor, id: string): Promise<Post> {
  const found = await requireSeenOf(needs, actor, id)
  if (found.author !== actor.id) throw new Refusal('forbidden', 'This is for the author of the post alone.')
  return found
}

type Changing = {
  actor: Actor
  id: string
  op: 'edited' | 'audience' | 'deleted' | 'shown' | 'declined'
  isReaddressed?: boolean
}

/** One write, with the event that tells how it was before and is afterwards; null leaves it as it is. */
async function changed(
  needs: PostNeeds,
  { actor, id, op, isReaddressed = false }: Changing,
  decide: (now: Post) => Partial<Post> | null,
): Promise<Written> {
  const at = momentOf(needs.world)
  const event = needs.world.newId()
  const { doc } = await needs.posts.change(id, (now, to) => {
    if (now === null || now.org !== actor.org || (now.status === 'deleted' && op !== 'deleted')) throw noPost()
    const set = decide(now)
    if (set === null) return null
    const changes = [...now.changes, event].slice(-KEPT_CHANGES)
    const after = { ...now, ...set, changes, rev: now.rev + 1 }
    const told = postEvent(needs.world, { _id: event, op, at, before: now, after, by: actor, isReaddressed })
    return to.change({ $set: { ...set, changes }, $inc: { rev: 1 } }, { events: [told] })
  })
  if (doc === null) throw noPost()
  await needs.walls.follow(doc)
  return { post: doc, event }
}
