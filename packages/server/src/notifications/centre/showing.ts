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

export type ShowingNeeds = {
  comments: Pick<Comments, 'shown' | 'situation' | 'comment'>
  /** Those of these people of whom the viewer is to see nothing. */
  hiddenFrom: (viewer: Actor, people: readonly string[]) => Promise<ReadonlySet<string>>
}

type Told = Pick<Notification, 'discussion' | 'slug' | 'reason'> & { isGone: boolean }

/** In the order of the rows; null for what the viewer may not see. */
export async function scenesOf(needs: ShowingNeeds, viewer: Actor, rows: readonly Told[]): Promise<(Scene | null)[]> {
  const seen = new Map<string, Promise<Discussion | null>>()
  const found = await Promise.all(
    rows.map(async (row) => {
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

const NOWHERE: Found = { scene: { discussion: null, excerpt: null }, author: null }

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
  return { scene: { discussion: { id, title, url, resource }, excerpt }, author: shown?.author.id ?? null }
}
