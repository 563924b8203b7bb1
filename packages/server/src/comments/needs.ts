import type { Collection, EventLogApi } from '@palaver/store'
import type { Discussions } from './discussions.ts'
import type { Homes } from './home.ts'
import type { Keys } from './keys-of-requests.ts'
import type { OldHome, Ranking, Vote } from './model.ts'
import type { OrgRules } from './settings.ts'
import type { World } from './world.ts'

/** What the commands on comments are given. */
export type Needs = {
  discussions: Discussions
  homes: Homes
  votes: Collection<Vote>
  rankings: Collection<Ranking>
  oldHomes: Collection<OldHome>
  keys: Keys
  log: Pick<EventLogApi, 'read' | 'lastSeq' | 'positionOf' | 'partitionOf' | 'settle'>
  rulesOf: (org: string) => Promise<OrgRules | null>
  world: World
  /** Called before a write is acknowledged: what was cached of the discussion is no longer true. */
  changed: (discussion: string, event: string) => void
}
