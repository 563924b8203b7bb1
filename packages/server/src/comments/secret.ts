import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { attach } from './attaching.ts'
import type { Holding } from './judging.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { newComment } from './new-comment.ts'
import { settingsOf } from './settings.ts'
import { rendered } from './speaking.ts'
import type { Permalink, Views } from './views/views.ts'

type Span = { from: string | null; until: string | null }

/** A comment that is held without its author's knowing: they alone see it, as if it were published. */
export type SecretPost = Pick<
  Holding,
  'names' | 'discussion' | 'parent' | 'text' | 'html' | 'mentions' | 'author' | 'from'
> & { id: string; rewritten: { at: string; times: number } | null }

/** Keeps them. `moderation` does. */
export type Secrets = {
  /** One person's in a discussion; a bounded number of the newest. */
  in: (actor: Actor, discussion: string) => Promise<SecretPost[]>
  /** One person's, posted from one moment on and before another; as many. */
  between: (actor: Actor, span: Span) => Promise<SecretPost[]>
  rewrite: (actor: Actor, id: string, said: Pick<Holding, 'text' | 'html' | 'mentions'>) => Promise<void>
  withdraw: (actor: Actor, id: string) => Promise<void>
}

export const noSecrets: Secrets = {
  in: async () => [],
  between: async () => [],
  rewrite: async () => {},
  withdraw: async () => {},
}

export type Secret = { id: string; comment: Comment }

type Viewing = { actor: Actor; discussion: Discussion }

/** The viewer's own comment of that slug, where it is a secret one. */
export async function secretAt(needs: Needs, viewing: Viewing, slug: string): Promise<Secret | null> {
  return (await secretsAt(needs, viewing, [slug])).get(slug) ?? null
}

/** The same for several. */
export async function secretsAt(
  needs: Needs,
  { actor, discussion }: Viewing,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, Secret>> {
  if (slugs.length === 0) return new Map()
  const parts = new Set(slugs.map((slug) => slug.slice(slug.lastIndexOf('/') + 1)))
  const kept = (await needs.secrets.in(actor, discussion._id)).filter(({ names }) => parts.has(names.part))
  const found = await Promise.all(
    kept.map(async (one) => ({ id: one.id, comment: await asPublished(needs, discussion, one) })),
  )
  return new Map(
    found.flatMap(({ id, comment }) => (comment === null ? [] : [[comment.slug, { id, comment }] as const])),
  )
}

/** With the comments above it, as it is shown to its author. */
export async function underItsParent(
  views: Pick<Views, 'permalink'>,
  discussion: Discussion,
  comment: Comment,
): Promise<Permalink> {
  if (comment.parentSlug === null) return { comment, ancestors: [] }
  const above = await views.permalink(discussion, comment.parentSlug)
  return { comment, ancestors: [...above.ancestors, above.comment] }
}

/** As it would be if it had been published at once; null where what it replies to is gone. */
export async function asPublished(needs: Needs, discussion: Discussion, secret: SecretPost): Promise<Comment | null> {
  const { names, parent, text, mentions, author, from, rewritten } = secret
  const rules = await needs.rulesOf(discussion.org)
  if (rules === null) return null
  try {
    const attached = await attach(needs, { discussion, settings: settingsOf(discussion, rules) }, parent)
    const comment = newComment(author, { names, attached, spoken: rendered(text, mentions), from })
    return rewritten === null ? comment : { ...comment, edited: rewritten.at, rev: 1 + rewritten.times }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
