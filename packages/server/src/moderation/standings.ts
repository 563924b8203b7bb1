import type { Actor, Role } from '../api/actor.ts'

/** Until when, where it ends by itself, and why. */
export type Sanction = { until: string | null; reason: string }

/** How a person stands with the org; `role` is the last that a token told of, null where the person is not known. */
export type Standing = { ban: Sanction | null; shadow: Sanction | null; role: Role | null }

export type SanctionKind = 'ban' | 'shadow'

/** What moderation asks of `accounts`: each change is one write, with an event of type `person` that tells of it. */
export type Standings = {
  standing: (org: string, person: string) => Promise<Standing>
  /** Null lifts it. */
  sanction: (by: Actor, person: string, change: { kind: SanctionKind; sanction: Sanction | null }) => Promise<void>
}
