import type { Collection, EventLogApi } from '@palaver/store'
import type { Comments } from '../comments/service.ts'
import type { Hook } from '../hooks/ask.ts'
import type { Addresses } from './addresses.ts'
import type { Act, AuditEntry, Author, Bulk, Case, Held, Report, Rules } from './model.ts'
import type { Standings } from './standings.ts'

export type World = { now: () => number; newId: () => string; sleep: (ms: number) => Promise<void> }

/** What the acts of moderators are given. */
export type Needs = {
  comments: Pick<
    Comments,
    | 'publish'
    | 'decide'
    | 'delete'
    | 'claimKey'
    | 'situation'
    | 'comment'
    | 'shownComment'
    | 'authored'
    | 'countAuthored'
    | 'authoredUpTo'
  >
  rules: Collection<Rules>
  held: Collection<Held>
  acts: Collection<Act>
  reports: Collection<Report>
  cases: Collection<Case>
  authors: Collection<Author>
  audit: Collection<AuditEntry>
  bulks: Collection<Bulk>
  addresses: Addresses
  people: Standings
  hookOf: (org: string) => Promise<Hook | null>
  /** Whether the host decides who may see what: then no number may tell of what is hidden. */
  hostDecides: (org: string) => Promise<boolean>
  log: Pick<EventLogApi, 'lastSeq' | 'partitionOf' | 'positionOf'>
  world: World
}

export const instant = ({ world }: Pick<Needs, 'world'>): string => new Date(world.now()).toISOString()
