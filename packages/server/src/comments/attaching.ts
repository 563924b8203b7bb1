import type { Comment } from './model.ts'
import type { Needs } from './needs.ts'
import type { Attached } from './new-comment.ts'
import type { Situation } from './policy.ts'
import { requireComment, requirePublished } from './situation.ts'

/** A reply deeper than the discussion allows goes to the deepest ancestor that may have replies. */
export async function attach(
  needs: Needs,
  situation: Pick<Situation, 'discussion' | 'settings'>,
  slug: string | null,
): Promise<Attached & { author: string | null }> {
  if (slug === null) return { parent: null, replyTo: null, author: null }
  const meant = await requireComment(needs, situation.discussion, slug)
  requirePublished(meant)
  return { ...attachedTo(meant, situation.settings.maxDepth), author: meant.author.id }
}

export function attachedTo(meant: Comment, maxDepth: number): Attached {
  const { slug } = meant
  if (meant.depth < maxDepth) return { parent: meant, replyTo: null }
  if (maxDepth === 0) return { parent: null, replyTo: slug }
  const upTo = (path: string): string => path.split('/').slice(0, maxDepth).join('/')
  return { parent: { slug: upTo(meant.slug), fullSlug: upTo(meant.fullSlug) }, replyTo: slug }
}
