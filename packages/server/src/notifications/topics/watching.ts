import type { Collection } from '@palaver/store'
import type { Reached } from '../model.ts'
import type { Line, TopicFollowing } from './model.ts'

type Needs = { topicFollowings: Collection<TopicFollowing> }
type Page = { after: Reached; limit: number }

const THE_REST: Reached = { of: 'watchers', person: '' }

/**
 * The next of those who watch a topic of the line, one topic after the other. Where the topic that was looked at last is
 * not in the line any more, the discussion was moved: the line that it is in now is looked at from its beginning.
 */
export async function watchersAlong(
  { topicFollowings }: Needs,
  line: Line,
  { after, limit }: Page,
): Promise<{ people: string[]; upTo: Reached }> {
  const topics = line.flat()
  const at = topics.indexOf(after.topic ?? '')
  const topic = topics[Math.max(at, 0)]
  if (topic === undefined) return { people: [], upTo: THE_REST }
  const where = { topic, level: 'watching', person: { $gt: at < 0 ? '' : after.person } } as const
  const { docs } = await topicFollowings.find({ where, sort: { person: 1 }, limit, next: false })
  const people = docs.map(({ person }) => person)
  const last = people.length < limit ? undefined : people.at(-1)
  if (last !== undefined) return { people, upTo: { of: 'topics', topic, person: last } }
  const next = topics[Math.max(at, 0) + 1]
  return { people, upTo: next === undefined ? THE_REST : { of: 'topics', topic: next, person: '' } }
}
