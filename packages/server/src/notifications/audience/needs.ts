import type { Collection } from '@palaver/store'
import type { People } from '../../accounts/service.ts'
import type { Actor } from '../../api/actor.ts'
import type { Comments, Thing } from '../../comments/service.ts'
import type { Audience, Following, Inbox, Notification, Telling } from '../model.ts'
import type { PreferenceBook } from '../preferences/preferences.ts'
import type { SocialKnown } from '../social/known.ts'
import type { TopicsKnown } from '../topics/known.ts'
import type { TopicFollowing } from '../topics/model.ts'

/** What a viewer may do with what is asked about; `moderate` is null where their role decides. */
type May = { see: boolean; moderate: boolean | null }

/** What it takes to find out who is told. */
export type AudienceNeeds = Pick<TopicsKnown, 'lineOf'> & {
  followings: Collection<Following>
  topicFollowings: Collection<TopicFollowing>
  audiences: Collection<Audience>
  notifications: Collection<Notification>
  inboxes: Collection<Inbox>
  tellings: Collection<Telling>
  comments: Pick<Comments, 'discussion' | 'comment'>
  people: Pick<People, 'get' | 'isErased' | 'ofRole' | 'relations'>
  preferences: PreferenceBook
  /** Where nothing is said, there are no posts, and nobody follows anybody. */
  social?: SocialKnown
  mayOf: (actor: Actor, org: string, thing: Thing) => Promise<May>
  /** Whether something still waits for a moderator. */
  isWaiting: (org: string, held: string) => Promise<boolean>
  /** When the database was last put back from a backup; null where it never was. */
  restoredAt: () => Promise<string | null>
  now: () => number
  /** For how many days it is kept who was told of what. */
  keptDays: number
  /** How many people are looked at at once; 500 where nothing is said. */
  page?: number
}
