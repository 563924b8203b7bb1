import type { NewEvent } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { alreadyDecided, moderationEvent, requireModerator } from '../../moderation/service.ts'
import type { Post } from '../model.ts'
import { noPost } from '../policy.ts'
import { postEvent } from '../posts/event.ts'
import { isShadowed } from '../posts/shadowed.ts'
import { sightOf } from '../sight.ts'
import { momentOf } from '../world.ts'
import { closeCase } from './closing.ts'
import type { PostModerationNeeds } from './needs.ts'

/** `rev`: the post as the moderator has seen it, where they say so. */
export type PostDecision = { decision: 'publish' | 'reject'; reason: string | null; rev?: number | undefined }

type Deciding = PostDecision & { actor: Actor; id: string }

const KEPT_CHANGES = 8

/**
 * Publishes what is held, takes down what is published, or puts it up again. Of several moderators the first decides:
 * who says the same is told the same.
 */
export async function decideOnPost(needs: PostModerationNeeds, deciding: Deciding): Promise<Post> {
  const { actor, id, decision } = deciding
  requireModerator(actor)
  const seen = await needs.posts.get(id)
  if (seen === null || seen.org !== actor.org || seen.status === 'deleted') throw noPost()
  await requireTheirs(needs, actor, seen)
  const status = decision === 'publish' ? ('published' as const) : ('rejected' as const)
  const { post, isChanged } = await changed(needs, deciding, { seen, status })
  await needs.walls.follow(post)
  await closeCase(needs, id, isChanged ? null : keptOf(needs, deciding, post))
  return post
}

/** What waits and what was reported is for moderators; the rest for those who see it as others do. */
async function requireTheirs(needs: PostModerationNeeds, actor: Actor, post: Post): Promise<void> {
  if (post.status === 'held' || post.status === 'rejected') return
  const [found, sight] = await Promise.all([
    needs.postCases.get(post._id),
    sightOf(needs, { org: actor.org, actor }, { posts: [post] }),
  ])
  if (found?.state === 'open' || sight.sees(post)) return
  // Who was faster has published it: that it is there is no secret to who has just looked at it.
  if ((post.judged?.by ?? null) !== null) throw alreadyDecided(post.status)
  throw noPost()
}

type Step = { seen: Post; status: 'published' | 'rejected' }

/** Compare-and-set on what the moderator met. */
async function changed(
  needs: PostModerationNeeds,
  deciding: Deciding,
  { seen, status }: Step,
): Promise<{ post: Post; isChanged: boolean }> {
  const { actor, id, reason, rev } = deciding
  const at = momentOf(needs.world)
  const event = needs.world.newId()
  const isSecret = status === 'published' && (await isOwnOfShadowed(needs, actor, seen))
  const { doc, changed: isChanged } = await needs.posts.change(id, (now, to) => {
    if (now === null || now.status === 'deleted') throw noPost()
    if (now.status === status && !(status === 'published' && now.isSecret && !isSecret)) return null
    if (now.status !== seen.status) throw alreadyDecided(now.status)
    if (rev !== undefined && rev !== now.rev)
      throw new Refusal('changed-meanwhile', 'Its author has changed the post: look at it again.')
    const op = status === 'rejected' ? 'rejected' : seen.status === 'rejected' ? 'restored' : 'approved'
    const changes = [...now.changes, event].slice(-KEPT_CHANGES)
    const set = { status, isSecret, judged: { reason, by: actor.id, at }, changes }
    const after: Post = { ...now, ...set, rev: now.rev + 1 }
    const told = postEvent(needs.world, { _id: event, op, at, before: now, after, by: actor })
    const noted = noteOf(deciding, { event: `${event}.noted`, at, post: now, act: `post-${status}` })
    return to.change({ $set: set, $inc: { rev: 1 } }, { events: [told, noted] })
  })
  if (doc === null) throw noPost()
  return { post: doc, isChanged }
}

/** A moderator who is shadow-banned would let themselves out, post by post. */
const isOwnOfShadowed = async (needs: PostModerationNeeds, actor: Actor, { author }: Post): Promise<boolean> =>
  author === actor.id && isShadowed(needs, actor)

type Noted = { event: string; at: string; post: Post; act: string }

/** For the audit log. */
const noteOf = ({ actor, reason }: Deciding, { event, at, post, act }: Noted): NewEvent =>
  moderationEvent({
    id: event,
    org: post.org,
    op: act,
    at,
    by: actor,
    about: { person: post.author, post: post._id, detail: `post ${post._id}`, reason },
  })

/** Where a reported post stays as it is, closing its case is all that was decided. */
const keptOf = ({ world }: PostModerationNeeds, deciding: Deciding, post: Post): NewEvent =>
  noteOf(deciding, { event: world.newId(), at: momentOf(world), post, act: 'post-kept' })
