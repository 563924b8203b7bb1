import { Refusal } from '../api/refusal.ts'
import { atHome } from './home.ts'
import type { Comment, Vote } from './model.ts'
import type { Needs } from './needs.ts'
import { requireMayDelete, requireMayEdit, type Situation } from './policy.ts'
import type { Command } from './posting.ts'
import { secretsAt } from './secret.ts'
import { isCut, situationAt } from './situation.ts'
import { voteId } from './voting.ts'

/** What belongs to the viewer and not to the page, which is the same for everybody. */
export type Mine = {
  slug: string
  value: Vote['value']
  reactions: string[]
  mayEdit: boolean
  mayDelete: boolean
  /** The viewer has muted or blocked its author, or is blocked by them. */
  hidden: boolean
}

/** For the comments of a page: what the viewer gave them and may do with them. Those that are gone are left out. */
export async function viewerOf(needs: Needs, { actor, ref }: Command, slugs: readonly string[]): Promise<Mine[]> {
  const situation = await situationAt(needs, actor, ref)
  const { discussion } = situation
  const { layout, place } = atHome(needs.homes, discussion)
  const [found, votes] = await Promise.all([
    layout.get(place, slugs),
    Promise.all(slugs.map((slug) => needs.votes.get(voteId(discussion._id, slug, actor.id)))),
  ])
  const hidden = await needs.company.hiddenFrom(actor, authorsOf(found))
  const missing = slugs.filter((_, at) => found[at] === null)
  const secrets = await secretsAt(needs, situation, missing)
  return found.flatMap((comment, at): Mine[] => {
    const own = comment === null ? secrets.get(slugs[at] ?? '')?.comment : undefined
    if (own !== undefined)
      return [{ slug: own.slug, value: 0, reactions: [], ...allowed(situation, own), hidden: false }]
    if (comment === null || isCut(discussion, comment.slug)) return []
    const { value = 0, reactions = [] } = votes[at] ?? {}
    const isHidden = hidden.has(comment.author.id)
    return [{ slug: comment.slug, value, reactions, ...allowed(situation, comment), hidden: isHidden }]
  })
}

const authorsOf = (comments: readonly (Comment | null)[]): string[] => [
  ...new Set(comments.flatMap((comment) => (comment === null ? [] : [comment.author.id]))),
]

function allowed(situation: Situation, comment: Comment): Pick<Mine, 'mayEdit' | 'mayDelete'> {
  const isThere = comment.status === 'published'
  return {
    mayEdit: isThere && isAllowed(() => requireMayEdit(situation, comment)),
    mayDelete: isThere && isAllowed(() => requireMayDelete(situation, comment)),
  }
}

/** The rules are written once, as refusals. */
function isAllowed(require: () => void): boolean {
  try {
    require()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
