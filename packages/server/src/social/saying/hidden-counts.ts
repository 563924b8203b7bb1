import type { Discussion } from '../../comments/service.ts'
import type { SayingNeeds } from './said.ts'

/** What one of those wrote who are hidden: further back it is counted like that of others. */
const MOST_LOOKED_AT = 200

/** `people`: those who are hidden, where they are few. `since`: nothing was said before this moment. */
type Asked = { people: readonly string[]; discussions: readonly Pick<Discussion, '_id'>[]; since: string }

/**
 * How many comments of each discussion are of people whom the viewer does not see. Most people have muted and blocked
 * nobody: then there is nothing to ask for.
 */
export async function hiddenCounts(
  needs: SayingNeeds,
  org: string,
  { people, discussions, since }: Asked,
): Promise<ReadonlyMap<string, number>> {
  if (people.length === 0) return new Map()
  const asked = new Set(discussions.map(({ _id }) => _id))
  const written = await Promise.all(people.map((author) => slugsBy(needs, { org, author, from: since })))
  const slugs = Map.groupBy(
    written.flat().filter(({ discussion }) => asked.has(discussion)),
    ({ discussion }) => discussion,
  )
  return new Map(
    await Promise.all(
      [...slugs].map(async ([id, some]) => {
        const slugsThere = some.map(({ slug }) => slug)
        const current = await needs.comments.current(id, slugsThere)
        const shown = [...current.values()].filter(({ status }) => status === 'published')
        return [id, shown.length] as const
      }),
    ),
  )
}

async function slugsBy(
  { comments }: SayingNeeds,
  query: { org: string; author: string; from: string },
): Promise<{ discussion: string; slug: string }[]> {
  return (await comments.authored(query, { after: null, limit: MOST_LOOKED_AT })).items
}
