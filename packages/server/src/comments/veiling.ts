import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Company } from './company.ts'
import type { Comment, Discussion } from './model.ts'
import { isOfPost } from './of-posts.ts'
import type { PublicComment, Shown } from './present.ts'
import type { Page } from './views/page.ts'
import type { Node, Tree } from './views/tree.ts'
import type { Permalink } from './views/views.ts'

type Needs = { company: Pick<Company, 'blockedWith'> }

/** Who looks at a discussion. */
export type Viewing = { viewer: Actor | null; discussion: Pick<Discussion, 'resource'> }

/** Whether an author is kept from the viewer. */
type IsApart = (author: string) => boolean

const nobody: IsApart = () => false

/**
 * In what is said about a post a block acts here, for both sides: of what the one wrote the other is given the place
 * and nothing else. Elsewhere pages are the same for everybody, and it is told beside them whom to hide.
 */
async function apartFrom(
  { company }: Needs,
  { viewer, discussion }: Viewing,
  authorsOf: () => readonly (string | null)[],
): Promise<IsApart> {
  if (viewer === null || viewer.kind === 'server' || !isOfPost(discussion)) return nobody
  const authors = new Set(authorsOf().filter((author) => author !== null && author !== viewer.id))
  if (authors.size === 0) return nobody
  const apart = await company.blockedWith(viewer, [...authors] as string[])
  return (author) => apart.has(author)
}

const spoken = ({ json }: Shown): PublicComment => JSON.parse(json) as PublicComment
const authorOf = (shown: Shown): string | null => spoken(shown).author?.id ?? null

const BLANK = { edited: null, author: null, html: '', mentions: [] } as const

/** Only its place. */
export const blank = (comment: PublicComment): PublicComment => ({ ...comment, ...BLANK, mentions: [] })

function veiled(shown: Shown, isApart: IsApart): Shown {
  const author = authorOf(shown)
  return author !== null && isApart(author) ? { ...shown, json: JSON.stringify(blank(spoken(shown))) } : shown
}

export async function veiledPage(needs: Needs, viewing: Viewing, page: Page): Promise<Page> {
  const isApart = await apartFrom(needs, viewing, () => page.comments.map(authorOf))
  return isApart === nobody ? page : { ...page, comments: page.comments.map((one) => veiled(one, isApart)) }
}

export async function veiledTree(needs: Needs, viewing: Viewing, tree: Tree): Promise<Tree> {
  const isApart = await apartFrom(needs, viewing, () => tree.roots.flatMap(authorsIn))
  return isApart === nobody ? tree : { ...tree, roots: tree.roots.map((node) => veiledNode(node, isApart)) }
}

const authorsIn = ({ comment, replies }: Node): (string | null)[] => [authorOf(comment), ...replies.flatMap(authorsIn)]

const veiledNode = ({ comment, replies, more }: Node, isApart: IsApart): Node => ({
  comment: veiled(comment, isApart),
  replies: replies.map((node) => veiledNode(node, isApart)),
  more,
})

/** Slugs of those of these comments of which the viewer is given the place alone. */
export async function veiledAmong(
  needs: Needs,
  viewing: Viewing,
  comments: readonly Comment[],
): Promise<ReadonlySet<string>> {
  const isApart = await apartFrom(needs, viewing, () => comments.map(({ author }) => author.id))
  return new Set(comments.flatMap(({ slug, author }) => (isApart(author.id) ? [slug] : [])))
}

export const veiledIn = (needs: Needs, viewing: Viewing, { comment, ancestors }: Permalink) =>
  veiledAmong(needs, viewing, [comment, ...ancestors])

/** Who may not see what it says has nothing to do with it. */
export async function requireUnveiled(
  needs: Needs,
  { actor, discussion }: { actor: Actor; discussion: Pick<Discussion, 'resource'> },
  comment: Comment,
): Promise<void> {
  const veil = await veiledAmong(needs, { viewer: actor, discussion }, [comment])
  if (veil.size > 0) throw new Refusal('comment-not-found', 'There is no comment of that slug in this discussion.')
}
