import type { Actor } from '../api/actor.ts'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import { Refusal } from '../api/refusal.ts'
import { authoredBy } from './authored.ts'
import { atHome } from './home.ts'
import type { Comment, Resource } from './model.ts'
import type { Needs } from './needs.ts'
import { seenBy } from './permission.ts'
import { asPublished } from './secret.ts'
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
  const span = { from: next === null ? null : (items.at(-1)?.posted ?? null), until: timeIn(paging.cursor) }
  const secret = await secretlyOwn(needs, actor, span)
  if (secret.length === 0) return { comments, next }
  const all = [...comments, ...secret].toSorted((a, b) => (a.comment.posted < b.comment.posted ? 1 : -1))
  const shown = all.slice(0, paging.limit)
  const last = shown.at(-1)?.comment.posted
  return { comments: shown, next: all.length > shown.length && last !== undefined ? cursorOf([last, '']) : next }
}

/** Where the page before ended. */
const timeIn = (cursor: string | null): string | null => {
  const [posted] = positionIn(cursor, ['text', 'text']) ?? []
  return typeof posted === 'string' ? posted : null
}

/** What waits without their knowing stands among the others, where it would if it had been published. */
async function secretlyOwn(
  needs: Needs,
  actor: Actor,
  span: { from: string | null; until: string | null },
): Promise<OwnComment[]> {
  const kept = await needs.secrets.between(actor, span)
  const ids = [...new Set(kept.map(({ discussion }) => discussion))]
  const seen = await Promise.all(ids.map((id) => seenBy(needs, actor, { discussion: id }).catch(nullIfHidden)))
  const found = await Promise.all(
    kept.map(async (secret): Promise<OwnComment[]> => {
      const discussion = seen[ids.indexOf(secret.discussion)] ?? null
      const comment = discussion === null ? null : await asPublished(needs, { actor, discussion }, secret)
      if (discussion === null || comment === null) return []
      const { _id, resource, title } = discussion
      return [{ discussion: _id, resource, title, comment }]
    }),
  )
  return found.flat()
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
