import type { LoggedEvent } from '@palaver/store'
import { endsOf, isOfPosts } from './news-events.ts'
import type { Stream } from './stream.ts'
import type { Topic } from './topic.ts'

/** What is said of a topic that decides who sees what is in it. */
const DECIDING = ['visibility', 'roles', 'parent', 'retired']

/** Discussions that are not where they were, or that were not there at all. */
const FILED: ReadonlySet<string> = new Set(['opened', 'changed'])

/** Where people listen who may see less behind these events: the id of each discussion, with what it is. */
export function touchedBy(events: readonly LoggedEvent[], topics: ReadonlyMap<string, Topic>): Topic[] {
  const isArranged = events.some(mayHide)
  const filed = events.flatMap(({ type, op, subject }) => (type === 'discussion' && FILED.has(op) ? [subject] : []))
  const ids = isArranged ? topics.keys() : new Set(filed)
  return [...ids].flatMap((id) => topics.get(id) ?? [])
}

/**
 * Where people listen to what is said about posts, who may see that no longer: whenever something is said there, and when
 * something has changed between people. What changes without a word is found when something is said.
 */
export function partedBy(events: readonly LoggedEvent[], topics: ReadonlyMap<string, Topic>): Iterable<Stream>[] {
  const guarded = [...topics].filter(([, { post }]) => post !== null)
  if (guarded.length === 0) return []
  const subjects = new Set(events.map(({ subject }) => subject))
  const parted = new Set(events.flatMap(endsOf))
  const isPrivacy = events.some((event) => event.type === 'person' && isOfPosts(event))
  return guarded.flatMap(([id, topic]): Iterable<Stream>[] => {
    if (isPrivacy || subjects.has(id) || subjects.has(topic.post ?? '')) return [topic]
    const some = [...topic].filter(({ listener: { viewer } }) => viewer !== null && parted.has(viewer.id))
    return some.length === 0 ? [] : [some]
  })
}

type Told = { topics?: readonly { isNew?: boolean; set?: object }[]; more?: number }

/** Of a large change only the beginning is told. */
function mayHide({ type, after }: LoggedEvent): boolean {
  if (type !== 'topic') return false
  const { topics = [], more = 0 } = (after ?? {}) as Told
  return more > 0 || topics.some(({ isNew, set = {} }) => isNew !== true && DECIDING.some((name) => name in set))
}

/** Ends those that may not go on, before anything more is sent. */
export async function dismiss(streams: Iterable<Stream>, onError: (error: unknown) => void): Promise<void> {
  const look = async (stream: Stream): Promise<void> => {
    try {
      const reason = await stream.listener.check()
      if (reason !== null) stream.end(reason)
    } catch (error) {
      // Nothing is known: who comes again is looked at anew.
      onError(error)
      stream.end('restart')
    }
  }
  await Promise.all(Array.from(streams, look))
}
