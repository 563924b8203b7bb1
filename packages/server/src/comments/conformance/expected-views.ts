import { scoreOf } from '../consumers/score.ts'
import type { PublicComment } from '../present.ts'

/** The views that follow from the chronological list, worked out the plain way: by looking through all of it. */
export function expectedViews(chronological: readonly PublicComment[]): Record<string, unknown> {
  const ofParent = (slug: string | null): PublicComment[] =>
    chronological.filter(({ parentSlug }) => parentSlug === slug)
  const thread = (comment: PublicComment): string[] => [comment.slug, ...ofParent(comment.slug).flatMap(thread)]
  const roots = ofParent(null)
  const all: Record<string, unknown> = {
    count: chronological.filter(({ status }) => status === 'published').length,
    newest: chronological.map(({ slug }) => slug).toReversed(),
    numbered: chronological.map(({ slug }) => slug),
    'threaded oldest': roots.flatMap(thread),
    'threaded newest': roots.toReversed().flatMap(thread),
    'numbered threads newest': roots.toReversed().flatMap(thread),
    'threaded best': bestFirst(roots).flatMap(thread),
  }
  for (const comment of chronological) {
    const replies = ofParent(comment.slug).map(({ slug }) => slug)
    const ancestors = chronological.map(({ slug }) => slug).filter((slug) => comment.slug.startsWith(`${slug}/`))
    const byDepth = ancestors.toSorted((a, b) => a.length - b.length)
    all[comment.slug] = [byDepth, thread(comment), replies.toReversed(), replies]
  }
  return all
}

/** Those with an up vote by their score, then the others; of equal ones the newer first. */
function bestFirst(roots: readonly PublicComment[]): PublicComment[] {
  const score = ({ status, votes }: PublicComment): number => (status === 'published' ? scoreOf(votes) : null) ?? -1
  return roots.toReversed().toSorted((a, b) => score(b) - score(a))
}
