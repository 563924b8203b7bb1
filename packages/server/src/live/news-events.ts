import type { LoggedEvent } from '@palaver/store'
import type { Whose } from './company.ts'

type Told = { author?: string; of?: string | null; status?: string }
type Edge = { follower?: string; followee?: string; to?: string }

const GIVEN: ReadonlySet<string> = new Set(['reacted', 'voted'])

const toldOf = ({ before, after }: LoggedEvent): Told & Edge => (after ?? before ?? {}) as Told & Edge

/** Whether it can change what is in anybody's news. */
export function isOfPosts({ type, op, before, after }: LoggedEvent): boolean {
  if (type === 'post') return !GIVEN.has(op)
  if (type === 'person') return op === 'erased' || isPrivacy(before, after)
  return type === 'follow' || type === 'relation'
}

/** Whether somebody is behind a door from here on, or no longer. */
function isPrivacy(before: unknown, after: unknown): boolean {
  const of = (told: unknown): boolean | undefined => ((told ?? {}) as { isPrivate?: boolean }).isPrivate
  return of(after) !== undefined && of(before) !== of(after)
}

export const createsPost = ({ type, op }: LoggedEvent): boolean => type === 'post' && op === 'created'

/** Those who are at either end of an edge. */
export function endsOf(event: LoggedEvent): string[] {
  if (event.type !== 'follow' && event.type !== 'relation') return []
  const { follower, followee, to } = toldOf(event)
  return [event.subject, follower, followee, to].filter((one) => one !== undefined)
}

/** Whether something may have gone from the news of somebody, whoever they follow: that is not to be read from this. */
export function changesNews(event: LoggedEvent, { id }: Whose): boolean {
  if (!isOfPosts(event) || createsPost(event)) return false
  return event.type === 'post' || event.type === 'person' || endsOf(event).includes(id)
}

/** What is known in memory of who listens. */
export type Interest = {
  whose: Whose
  follows: (person: string) => boolean
  knows: (post: string) => boolean
}

/** Whether an event may concern somebody. What is passed on goes with what it passes on. */
export function concerns(event: LoggedEvent, { whose, follows, knows }: Interest): boolean {
  const { author, of } = toldOf(event)
  if (event.type === 'person') return true
  if (event.type !== 'post') return endsOf(event).includes(whose.id)
  if (author === whose.id || (author !== undefined && follows(author))) return true
  return knows(event.subject) || (typeof of === 'string' && knows(of))
}
