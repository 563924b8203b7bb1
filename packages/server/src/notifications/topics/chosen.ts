import type { Collection } from '@palaver/store'
import { type Line, type TopicFollowing, topicFollowingId } from './model.ts'

type Needs = { topicFollowings: Collection<TopicFollowing> }
type Choice = Pick<TopicFollowing, 'topic' | 'level' | 'at'>

/** As many as one query can name. */
const AT_ONCE = 100

/** By person, what holds for a topic as far as they have chosen anything for it or for one above it. */
export async function chosenAlong(
  needs: Needs,
  line: Line,
  people: readonly string[],
): Promise<ReadonlyMap<string, TopicFollowing>> {
  const ids = people.flatMap((person) => line.flat().map((topic) => topicFollowingId(topic, person)))
  const slices = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )
  const found = (await Promise.all(slices.map((some) => followingsOf(needs, some)))).flat()
  const byPerson = Map.groupBy(found, ({ person }) => person)
  return new Map(
    [...byPerson].flatMap(([person, theirs]) => {
      const holds = nearest(line, theirs)
      return holds === null ? [] : [[person, holds] as const]
    }),
  )
}

async function followingsOf({ topicFollowings }: Needs, ids: readonly string[]): Promise<TopicFollowing[]> {
  return (await topicFollowings.find({ where: { _id: { $in: [...ids] } }, limit: ids.length, next: false })).docs
}

/** What was chosen for the topic itself, or last for one that was merged into it; else the same of the next above. */
function nearest<T extends Choice>(line: Line, chosen: readonly T[]): T | null {
  for (const [own, ...merged] of line) {
    const here =
      chosen.find(({ topic }) => topic === own) ?? lastOf(chosen.filter(({ topic }) => merged.includes(topic)))
    if (here !== null) return here
  }
  return null
}

const lastOf = <T extends Choice>(chosen: readonly T[]): T | null =>
  chosen.toSorted((a, b) => (a.at === b.at ? (a.topic < b.topic ? -1 : 1) : a.at < b.at ? 1 : -1))[0] ?? null
