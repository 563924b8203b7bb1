import type { LoggedEvent } from '@palaver/store'
import type { Comment } from '../../comments/service.ts'

/** A comment that was posted, and everybody who has to be told of it. */
export type Expected = { event: string; slug: string; text: string; isThere: boolean; people: ReadonlySet<string> }

/** Who must be told of what, by a plain walk through the log: whoever wrote before, and who is mentioned; never the author. */
export function expectedFrom(events: readonly LoggedEvent[]): Expected[] {
  const present = new Set<string>()
  const gone = new Set(events.filter(({ op }) => op === 'deleted' || op === 'removed').map(slugOf))
  const all: Expected[] = []
  for (const event of events) {
    if (event.type !== 'comment' || event.op !== 'created') continue
    const { slug, text, author, mentions } = event.after as unknown as Comment
    const people = new Set([...present, ...mentions.map(({ id }) => id)])
    people.delete(author.id)
    all.push({ event: event._id, slug, text, isThere: !gone.has(slug), people })
    present.add(author.id)
  }
  return all
}

const slugOf = ({ after, before }: LoggedEvent): string => ((after ?? before) as unknown as Comment | null)?.slug ?? ''
