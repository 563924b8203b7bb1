import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Needs } from './needs.ts'
import type { Situation } from './policy.ts'

/** Who does not want to have to do with whom. `accounts` knows. */
export type Company = {
  /** Of these people, those whom the viewer does not want to see, and those who do not want to be seen by the viewer. */
  hiddenFrom: (viewer: Actor, people: readonly string[]) => Promise<ReadonlySet<string>>
  /** Of these people, those between whom and the actor there is a block, whoever made it. */
  blockedWith: (actor: Actor, people: readonly string[]) => Promise<ReadonlySet<string>>
  /** Whether that person wants no answers from this one. */
  isBlockedBy: (actor: Actor, person: string) => Promise<boolean>
}

export const anyCompany: Company = {
  hiddenFrom: async () => new Set(),
  blockedWith: async () => new Set(),
  isBlockedBy: async () => false,
}

/** It is not said who blocked whom. Moderators may answer everybody. */
export async function requireWelcome(
  { company }: Pick<Needs, 'company'>,
  { actor }: Pick<Situation, 'actor'>,
  author: string,
): Promise<void> {
  if (actor.role === 'member' && (await company.isBlockedBy(actor, author)))
    throw new Refusal('forbidden', 'You cannot reply to this comment.')
}
