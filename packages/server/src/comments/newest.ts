import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { atHome } from './home.ts'
import { isCut } from './situation.ts'

export type Placed = { discussion: Discussion; comment: Comment }

/** A few more than are shown: some may have been taken down. */
const MORE = 30

/** The newest published comments of an org, where everyone may see all of it. */
export async function newestIn(needs: Needs, { org, limit }: { org: string; limit: number }): Promise<Placed[]> {
  const where = { org, isThere: true }
  const { docs } = await needs.authored.find({ where, sort: { posted: -1, _id: -1 }, limit: limit + MORE })
  const slugsOf = Map.groupBy(docs, ({ discussion }) => discussion)
  const found = await Promise.all(
    [...slugsOf].map(([discussion, some]) =>
      publishedIn(
        needs,
        { org, discussion },
        some.map(({ slug }) => slug),
      ),
    ),
  )
  return found
    .flat()
    .toSorted((a, b) => (a.comment.posted < b.comment.posted ? 1 : -1))
    .slice(0, limit)
}

type Where = { org: string; discussion: string }

async function publishedIn(needs: Needs, { org, discussion }: Where, slugs: readonly string[]): Promise<Placed[]> {
  const found = await needs.discussions.find({ discussion })
  if (found === null || found.org !== org) return []
  const { layout, place } = atHome(needs.homes, found)
  const shown = slugs.filter((slug) => !isCut(found, slug))
  const comments = await layout.get(place, shown)
  return comments.flatMap((comment) => (comment?.status === 'published' ? [{ discussion: found, comment }] : []))
}
