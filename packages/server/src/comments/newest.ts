import type { Actor } from '../api/actor.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { atHome } from './home.ts'
import { thingOf } from './permission.ts'
import { isCut } from './situation.ts'

export type Placed = { discussion: Discussion; comment: Comment }

/** A few more than are shown: some may have been taken down. */
const MORE = 30

type Asked = { actor: Actor | null; org: string; limit: number }

/** The newest published comments of an org that somebody may see, where no host decides that. */
export async function newestIn(needs: Needs, { actor, org, limit }: Asked): Promise<Placed[]> {
  const where = { org, isThere: true }
  const { docs } = await needs.authored.find({ where, sort: { posted: -1, _id: -1 }, limit: limit + MORE })
  const slugsOf = Map.groupBy(docs, ({ discussion }) => discussion)
  const found = await Promise.all(
    [...slugsOf].map(([discussion, some]) =>
      publishedIn(
        needs,
        { actor, org, discussion },
        some.map(({ slug }) => slug),
      ),
    ),
  )
  return found
    .flat()
    .toSorted((a, b) => (a.comment.posted < b.comment.posted ? 1 : -1))
    .slice(0, limit)
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
  const comments = await layout.get(place, shown)
  return comments.flatMap((comment) => (comment?.status === 'published' ? [{ discussion: found, comment }] : []))
}
