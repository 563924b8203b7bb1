import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { authoredBy } from './authored.ts'
import { atHome } from './home.ts'
import type { Comment, Resource } from './model.ts'
import type { Needs } from './needs.ts'
import { seenBy } from './permission.ts'
import { isCut } from './situation.ts'

export type OwnComment = { discussion: string; resource: Resource; title: string | null; comment: Comment }
type Paging = { cursor: string | null; limit: number }

/** What a person wrote, the newest first, without what was deleted or lies where they may no longer look. */
export async function ownComments(
  needs: Needs,
  actor: Actor,
  paging: Paging,
): Promise<{ comments: OwnComment[]; next: string | null }> {
  const { items, next } = await authoredBy(needs.authored, { org: actor.org, author: actor.id }, paging)
  const discussions = [...new Set(items.map(({ discussion }) => discussion))]
  const slugsIn = (id: string): string[] => items.flatMap(({ discussion, slug }) => (discussion === id ? [slug] : []))
  const found = await Promise.all(discussions.map((id) => commentsIn(needs, actor, { id, slugs: slugsIn(id) })))
  const bySlug = new Map(found.flat().map((own) => [`${own.discussion} ${own.comment.slug}`, own]))
  const comments = items.flatMap(({ discussion, slug }) => bySlug.get(`${discussion} ${slug}`) ?? [])
  return { comments, next }
}

type Wanted = { id: string; slugs: string[] }

async function commentsIn(needs: Needs, actor: Actor, { id, slugs }: Wanted): Promise<OwnComment[]> {
  const discussion = await seenBy(needs, actor, { discussion: id }).catch(nullIfHidden)
  if (discussion === null) return []
  const { layout, place } = atHome(needs.homes, discussion)
  const { resource, title } = discussion
  const shown = (await layout.get(place, slugs)).filter(
    (comment) => comment !== null && comment.status !== 'deleted' && !isCut(discussion, comment.slug),
  )
  return shown.flatMap((comment) => (comment === null ? [] : [{ discussion: id, resource, title, comment }]))
}

function nullIfHidden(error: unknown): null {
  if (error instanceof Refusal && error.code === 'discussion-not-found') return null
  throw error
}
