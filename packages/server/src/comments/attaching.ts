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
  const author = meant.author.id
  const { maxDepth } = situation.settings
  if (meant.depth < maxDepth) return { parent: meant, replyTo: null, author }
  if (maxDepth === 0) return { parent: null, replyTo: slug, author }
  const upTo = (path: string): string => path.split('/').slice(0, maxDepth).join('/')
  return { parent: { slug: upTo(meant.slug), fullSlug: upTo(meant.fullSlug) }, replyTo: slug, author }
}
