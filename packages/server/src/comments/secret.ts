import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { attach, attachedTo } from './attaching.ts'
import type { Holding, Reason } from './judging.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { type Attached, newComment } from './new-comment.ts'
import { settingsOf } from './settings.ts'
import type { Situation } from './policy.ts'
import { findComment, requireComment, requirePublished } from './situation.ts'
import { rendered } from './speaking.ts'
import { requireUnveiled } from './veiling.ts'
import type { Permalink, Views } from './views/views.ts'

type Span = { from: string | null; until: string | null }

/** A comment that is held without its author's knowing: they alone see it, as if it were published. */
export type SecretPost = Pick<
  Holding,
  'names' | 'discussion' | 'parent' | 'text' | 'html' | 'mentions' | 'author' | 'from'
> & { id: string; rewritten: { at: string; times: number } | null }

/** Who is meant, where it does not matter what else they are. */
type Self = Pick<Actor, 'org' | 'id'>

/** `slug`: the comment that is edited. */
export type SecretText = { discussion: string; slug: string | null; at: string; secret: SecretPost }

/** Keeps them. `moderation` does. */
export type Secrets = {
  /** All of one person's, the oldest first: what they posted, or how they edited what is published. */
  all: (whose: Self, kind: Holding['kind']) => AsyncIterable<SecretText>
  /** One person's in a discussion; a bounded number of the newest. */
  in: (actor: Self, discussion: string) => Promise<SecretPost[]>
  /** One person's, posted from one moment on and before another; as many. */
  between: (actor: Actor, span: Span) => Promise<SecretPost[]>
  /** False where somebody has just let it be published: then it is a comment like others. */
  rewrite: (actor: Actor, id: string, as: Rewriting) => Promise<boolean>
  withdraw: (actor: Actor, id: string) => Promise<boolean>
}

/** `rev` is what its author saw, where they say so; `why` it is held now, where it would be. */
export type Rewriting = Pick<Holding, 'text' | 'html' | 'mentions'> & { why: Reason[] | null; rev: number | null }

/** How often, and how long, to wait for one that is being published: about a second. */
const MOST_TRIES = 50
const PAUSE_MS = 20

/** Tries again for as long as `attempt` finds that what was secret is being published. */
export async function onceDecided<R>(needs: Pick<Needs, 'world'>, attempt: () => Promise<R | null>): Promise<R> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const result = await attempt()
    if (result !== null) return result
    await needs.world.sleep(PAUSE_MS)
  }
  throw new Refusal('busy', 'The comment is being changed by somebody else: try again in a moment.')
}

export const noSecrets: Secrets = {
  all: async function* () {},
  in: async () => [],
  between: async () => [],
  rewrite: async () => false,
  withdraw: async () => false,
}

export type Secret = { id: string; comment: Comment }

type Viewing = { actor: Self; discussion: Discussion }

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
    kept.map(async (one) => ({ id: one.id, comment: await asPublished(needs, { actor, discussion }, one) })),
  )
  return new Map(
    found.flatMap(({ id, comment }) => (comment === null ? [] : [[comment.slug, { id, comment }] as const])),
  )
}

/** The comment of that slug, also where the viewer alone sees it. */
export async function requireShown(
  needs: Needs,
  viewing: Viewing,
  slug: string,
): Promise<{ comment: Comment; isSecret: boolean }> {
  const found = await findComment(needs, viewing.discussion, slug)
  if (found !== null) return { comment: found, isSecret: false }
  const secret = await secretAt(needs, viewing, slug)
  if (secret !== null) return { comment: secret.comment, isSecret: true }
  // It may have been published meanwhile.
  return { comment: await requireComment(needs, viewing.discussion, slug), isSecret: false }
}

/** As `attach` does, also to what the writer alone sees. */
export async function attachSecretly(
  needs: Needs,
  situation: Situation,
  slug: string | null,
): ReturnType<typeof attach> {
  if (slug === null) return attach(needs, situation, null)
  const { comment: meant } = await requireShown(needs, situation, slug)
  await requireUnveiled(needs, situation, meant)
  requirePublished(meant)
  return { ...attachedTo(meant, situation.settings.maxDepth), author: meant.author.id }
}

/** With the comments above it, as it is shown to its author. */
export async function underItsParent(
  { needs, views }: { needs: Needs; views: Pick<Views, 'permalink'> },
  viewing: Viewing,
  comment: Comment,
): Promise<Permalink> {
  const { parentSlug } = comment
  if (parentSlug === null) return { comment, ancestors: [] }
  const { comment: parent, isSecret } = await requireShown(needs, viewing, parentSlug)
  const above = isSecret
    ? await underItsParent({ needs, views }, viewing, parent)
    : await views.permalink(viewing.discussion, parentSlug)
  return { comment, ancestors: [...above.ancestors, above.comment] }
}

/** As it would be if it had been published at once; null where what it replies to is gone. */
export async function asPublished(needs: Needs, viewing: Viewing, secret: SecretPost): Promise<Comment | null> {
  const { names, text, mentions, author, from, rewritten } = secret
  const attached = await placeOf(needs, viewing, secret.parent)
  if (attached === null) return null
  const comment = newComment(author, { names, attached, spoken: rendered(text, mentions), from })
  return rewritten === null ? comment : { ...comment, edited: rewritten.at, rev: 1 + rewritten.times }
}

/** A reply stays where it is, whatever became of what it replies to, unless that is not there at all. */
async function placeOf(needs: Needs, viewing: Viewing, parent: string | null): Promise<Attached | null> {
  if (parent === null) return { parent: null, replyTo: null }
  const { discussion } = viewing
  const [found, rules] = await Promise.all([findComment(needs, discussion, parent), needs.rulesOf(discussion.org)])
  const meant = found ?? (await secretAt(needs, viewing, parent))?.comment ?? null
  if (meant === null || rules === null) return null
  return attachedTo(meant, settingsOf(discussion, rules).maxDepth)
}
