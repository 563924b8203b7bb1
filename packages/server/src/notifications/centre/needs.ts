import type { Collection } from '@palaver/store'
import type { Comment } from '../../comments/service.ts'
import type { Audiences } from '../audience/audiences.ts'
import type { ForgetErased } from '../forgetting.ts'
import type { Audience, Inbox, Notification } from '../model.ts'
import type { SocialKnown } from '../social/known.ts'

export type Rows = { notifications: Collection<Notification>; inboxes: Collection<Inbox> }

/** What it takes to write the centre. */
export type HandlerNeeds = Rows & {
  /** Those who know whom an event concerns, … */
  audience: Pick<Audiences, 'laneOf' | 'prepare' | 'isOurs' | 'of' | 'aboutOf' | 'checkAll'>
  /** … and what they have found out. */
  audiences: Collection<Audience>
  /** The comment as readers see it; null where it is gone, cut off or taken down. */
  published: (discussion: string, slug: string) => Promise<Comment | null>
  /** Where nothing is said, there are no posts, and nobody follows anybody. */
  social?: SocialKnown
  /** Takes out again what was written for or about those of these who were erased meanwhile. */
  forgetErased: ForgetErased
  now: () => number
  random: () => number
  keptDays: number
}

export const readToOf = async ({ inboxes }: Pick<Rows, 'inboxes'>, person: string): Promise<number> =>
  (await inboxes.get(person))?.readTo ?? 0
