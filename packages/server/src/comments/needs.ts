import type { Collection, EventLogApi } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import type { Authored } from './authored.ts'
import type { Company } from './company.ts'
import type { Discussions } from './discussions.ts'
import type { Homes } from './home.ts'
import type { Hold, Judge } from './judging.ts'
import type { Keys } from './keys-of-requests.ts'
import type { OldHome, Ranking, Vote } from './model.ts'
import type { PageOfPost } from './of-posts.ts'
import type { MayOf } from './permission.ts'
import type { Secrets } from './secret.ts'
import type { OrgRules } from './settings.ts'
import type { Mentioned } from './speaking.ts'
import type { TopicRules } from './topics.ts'
import type { World } from './world.ts'

/** What the commands on comments are given. */
export type Needs = {
  discussions: Discussions
  homes: Homes
  votes: Collection<Vote>
  rankings: Collection<Ranking>
  authored: Collection<Authored>
  oldHomes: Collection<OldHome>
  keys: Keys
  log: Pick<EventLogApi, 'read' | 'lastSeq' | 'positionOf' | 'partitionOf' | 'settle'>
  /** Whether a text is published, held or refused, … */
  judge: Judge
  /** … and where it waits. */
  hold: Hold
  /** Refuses who is banned, for what is not judged. */
  requireNotBanned: (actor: Actor) => Promise<void>
  /** What waits without its author's knowing. */
  secrets: Secrets
  /** Whether something of theirs waits, or waited, in a discussion. */
  hasHeld: (actor: Actor, discussion: string) => Promise<boolean>
  /** What may be kept of the address that a text came from. */
  fromOf: (org: string, address: string | null) => Promise<string | null>
  /** What a viewer may do with a resource, where its host decides that, and its topic. */
  mayOf: MayOf
  topics: TopicRules
  pageOfPost: PageOfPost
  /** Who is meant by the names in a text. */
  mentioned: Mentioned
  company: Company
  rulesOf: (org: string) => Promise<OrgRules | null>
  world: World
  /** Called before a write is acknowledged: what was cached of the discussion is no longer true. */
  changed: (discussion: string, event: string) => void
  /** Nobody is notified of what is posted: it is put there as if it had been there all along. */
  isQuiet?: boolean
}
