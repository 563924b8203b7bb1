import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Needs } from './needs.ts'
import { requireMaySanction } from './policy.ts'
import type { Sanction, SanctionKind } from './standings.ts'

export type Sanctioning = { person: string; kind: SanctionKind; sanction: Sanction | null }

/** Bans or shadow-bans a person of the org until a time, or lifts that. */
export async function sanction(
  { people, world }: Pick<Needs, 'people' | 'world'>,
  actor: Actor,
  { person, kind, sanction: wanted }: Sanctioning,
): Promise<void> {
  const { role } = await people.standing(actor.org, person)
  requireMaySanction(actor, person, role)
  const until = wanted?.until ?? null
  if (until !== null && Date.parse(until) <= world.now())
    throw new Refusal('invalid', 'until must be a moment that is still to come.', [
      { path: 'until', message: 'must be a moment that is still to come' },
    ])
  await people.sanction(actor, person, { kind, sanction: wanted })
}
