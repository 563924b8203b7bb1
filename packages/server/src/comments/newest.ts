import type { Page, Position } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import type { Authored } from './authored.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { atHome } from './home.ts'
import { thingOf } from './permission.ts'
import { isCut } from './situation.ts'
import { veiledAmong } from './veiling.ts'

export type Placed = { discussion: Discussion; comment: Comment }

/** A few more than are shown: some may have been taken down, or lie where not all may look. */
const MORE = 30
/** Bounds the work where most of an org is not for everybody. */
const MOST_ROUNDS = 5

type Asked = { actor: Actor | null; org: string; limit: number }

/** The newest published comments of an org that somebody may see, where no host decides that. */
export async function newestIn(needs: Needs, { actor, org, limit }: Asked): Promise<Placed[]> {
  const found: Placed[] = []
  let after: Position | null = null
  for (let round = 0; round < MOST_ROUNDS && found.length < limit; round++) {
    const sort = { posted: -1, _id: -1 } as const
    const page: Page<Authored> = await needs.authored.find({
      where: { org, isThere: true },
      sort,
      limit: limit + MORE,
      after,
    })
    found.push(...(await shownOf(needs, { actor, org }, page.docs)))
    after = page.next
    if (after === null) break
  }
  return found.slice(0, limit)
}

async function shownOf(
  needs: Needs,
  { actor, org }: Omit<Asked, 'limit'>,
  rows: readonly Authored[],
): Promise<Placed[]> {
  const slugsOf = Map.groupBy(rows, ({ discussion }) => discussion)
  const found = await Promise.all(
    [...slugsOf].map(([discussion, some]) =>
      publishedIn(
        needs,
        { actor, org, discussion },
        some.map(({ slug }) => slug),
      ),
    ),
  )
  return found.flat().toSorted((a, b) => (a.comment.posted < b.comment.posted ? 1 : -1))
}

type Where = { actor: Actor | null; org: string; discussion: string }

async function publishedIn(
  needs: Needs,
  { actor, org, discussion }: Where,
  slugs: readonly string[],
): Promise<Placed[]> {
  const found = await needs.discussions.find({ discussion })
  if (found === null || found.org !== org || !(await needs.mayOf(actor, org, thingOf(found))).see) return []
  const { layout, place } = atHome(needs.homes, found)
  const shown = slugs.filter((slug) => !isCut(found, slug))
  const comments = (await layout.get(place, shown)).filter((comment) => comment?.status === 'published')
  const there = comments.flatMap((comment) => comment ?? [])
  const veil = await veiledAmong(needs, { viewer: actor, discussion: found }, there)
  return there.flatMap((comment) => (veil.has(comment.slug) ? [] : [{ discussion: found, comment }]))
}
