import type { Actor } from '../../api/actor.ts'
import type { Comments, Discussion, Resource } from '../../comments/service.ts'
import { unlessGone } from '../audience/checking.ts'
import type { Notification } from '../model.ts'
import { excerptOf } from './excerpt.ts'

/** What it takes to show what was told, as it is now and as far as the viewer may see it. */
export type Scene = {
  discussion: { id: string; title: string | null; url: string | null; resource: Resource } | null
  /** Null where the comment is not there, or shows none of its text. */
  excerpt: string | null
}

export type ShowingNeeds = { comments: Pick<Comments, 'shown' | 'situation' | 'comment'> }

type Told = Pick<Notification, 'discussion' | 'slug' | 'reason'> & { isGone: boolean }

/** In the order of the rows; null for what the viewer may not see. */
export async function scenesOf(needs: ShowingNeeds, viewer: Actor, rows: readonly Told[]): Promise<(Scene | null)[]> {
  const seen = new Map<string, Promise<Discussion | null>>()
  return Promise.all(
    rows.map(async (row) => {
      if (row.discussion === null) return viewer.role === 'member' ? null : { discussion: null, excerpt: null }
      const isForModerators = row.reason === 'moderation'
      const key = `${isForModerators} ${row.discussion}`
      const discussion = seen.get(key) ?? discussionFor(needs, viewer, { id: row.discussion, isForModerators })
      seen.set(key, discussion)
      return sceneOf(needs, row, discussion)
    }),
  )
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
): Promise<Scene | null> {
  const discussion = await seen
  if (discussion === null) return null
  const { _id: id, title, url, resource } = discussion
  const comment = slug === null || isGone ? null : await unlessGone(comments.comment(discussion, slug))
  const excerpt = comment?.status === 'published' ? excerptOf(comment.html) : null
  return { discussion: { id, title, url, resource }, excerpt }
}
