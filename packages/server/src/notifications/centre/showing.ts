import type { Actor } from '../../api/actor.ts'
import type { Comments, Discussion, Resource } from '../../comments/service.ts'
import { unlessGone } from '../audience/there.ts'
import type { Post } from '../../social/service.ts'
import { isOfSocial, type Notification } from '../model.ts'
import { postIn } from '../social/authoring.ts'
import type { SocialKnown } from '../social/known.ts'
import { lookAt } from '../social/looking.ts'
import { excerptOf } from './excerpt.ts'

/** What it takes to show what was told, as it is now and as far as the viewer may see it. */
export type Scene = {
  discussion: { id: string; title: string | null; url: string | null; resource: Resource } | null
  /** The post that it is about, or on which the comment is. */
  post: { id: string; isWaiting: boolean } | null
  /** Where a post or a person is on the host's pages, where that is known. */
  url: string | null
  /** Null where the comment or the post is not there, or shows none of its text. */
  excerpt: string | null
}

export type ShowingNeeds = {
  comments: Pick<Comments, 'shown' | 'situation' | 'comment'>
  /** Those of these people of whom the viewer is to see nothing. */
  hiddenFrom: (viewer: Actor, people: readonly string[]) => Promise<ReadonlySet<string>>
  /** Where nothing is said, there are no posts, and nobody follows anybody. */
  social?: SocialKnown
}

type Told = Pick<Notification, 'discussion' | 'slug' | 'reason' | 'post' | 'actor'> & { isGone: boolean }
/** As rows are kept, and as their owner gets them. */
type Asking = Omit<Told, 'post'> & { post?: string | null }

/** In the order of the rows; null for what the viewer may not see. */
export async function scenesOf(
  needs: ShowingNeeds,
  viewer: Actor,
  asked: readonly Asking[],
): Promise<(Scene | null)[]> {
  const rows = asked.map(({ post = null, ...row }): Told => (post === null ? row : { ...row, post }))
  const seen = new Map<string, Promise<Discussion | null>>()
  const social = await socialScenes(needs, viewer, rows)
  const found = await Promise.all(
    rows.map(async (row) => {
      if (isOfSocial(row)) return social(row)
      if (row.discussion === null) return viewer.role === 'member' ? null : NOWHERE
      const isForModerators = row.reason === 'moderation'
      const key = `${isForModerators} ${row.discussion}`
      const discussion = seen.get(key) ?? discussionFor(needs, viewer, { id: row.discussion, isForModerators })
      seen.set(key, discussion)
      return sceneOf(needs, row, discussion)
    }),
  )
  return withoutWordsOfHidden(needs, viewer, found)
}

type Found = { scene: Scene; author: string | null }

const NOWHERE: Found = { scene: { discussion: null, post: null, url: null, excerpt: null }, author: null }

/** Who edited a comment is not who wrote it: one may be hidden from the viewer, and the other not. */
async function withoutWordsOfHidden(
  { hiddenFrom }: ShowingNeeds,
  viewer: Actor,
  found: readonly (Found | null)[],
): Promise<(Scene | null)[]> {
  const authors = new Set(found.flatMap((one) => (one === null || one.author === null ? [] : [one.author])))
  const hidden = await hiddenFrom(viewer, [...authors])
  return found.map((one) => {
    if (one === null) return null
    return one.author !== null && hidden.has(one.author) ? { ...one.scene, excerpt: null } : one.scene
  })
}

type Asked = { id: string; isForModerators: boolean }

async function discussionFor(
  { comments }: ShowingNeeds,
  viewer: Actor,
  { id, isForModerators }: Asked,
): Promise<Discussion | null> {
  const ref = { discussion: id }
  if (!isForModerators) return unlessGone(comments.shown(viewer, ref))
  const situation = await unlessGone(comments.situation(viewer, ref))
  return situation === null || situation.actor.role === 'member' ? null : situation.discussion
}

async function sceneOf(
  { comments }: ShowingNeeds,
  { slug, isGone }: Told,
  seen: Promise<Discussion | null>,
): Promise<Found | null> {
  const discussion = await seen
  if (discussion === null) return null
  const { _id: id, title, url, resource } = discussion
  const comment = slug === null || isGone ? null : await unlessGone(comments.comment(discussion, slug))
  const shown = comment?.status === 'published' ? comment : null
  const excerpt = shown === null ? null : excerptOf(shown.html)
  const about = postIn(discussion)
  const post = about === null ? null : { id: about, isWaiting: false }
  const scene = { discussion: { id, title, url, resource }, post, url: null, excerpt }
  return { scene, author: shown?.author.id ?? null }
}

/** What there is to show of posts and people, as it is now; of what is gone nothing but that it was. */
async function socialScenes(
  { social }: ShowingNeeds,
  viewer: Actor,
  rows: readonly Told[],
): Promise<(row: Told) => Promise<Found | null>> {
  const asked = rows.filter((row) => isOfSocial(row) && !row.isGone)
  const look = social === undefined || asked.length === 0 ? null : await lookAt(social, viewer, asked)
  return async (row) => {
    if (row.isGone) return NOWHERE
    if (social === undefined || look === null || look.lost(row) !== null) return null
    const post = look.post(row)
    const of = post === null ? { person: row.actor?.id ?? '' } : { post: post._id }
    const scene = { discussion: null, url: await social.pageOf(viewer.org, of), ...ofPost(post) }
    return { scene, author: null }
  }
}

function ofPost(post: Post | null): Pick<Scene, 'post' | 'excerpt'> {
  if (post === null) return { post: null, excerpt: null }
  const { _id: id, wallState, html } = post
  return { post: { id, isWaiting: wallState === 'waiting' }, excerpt: html === '' ? null : excerptOf(html) }
}
