import type { Actor, Role } from '../api/actor.ts'
import { bannedBy } from '../api/ban.ts'
import { Refusal } from '../api/refusal.ts'
import type { Held } from './model.ts'

const RANK: Readonly<Record<Role, number>> = { member: 0, moderator: 1, admin: 2 }

export const isModerator = ({ role }: Pick<Actor, 'role'>): boolean => role !== 'member'

export function requireModerator(actor: Pick<Actor, 'role' | 'banned'>): void {
  if (actor.banned !== undefined) throw bannedBy(actor.banned)
  if (!isModerator(actor)) throw new Refusal('forbidden', 'Only moderators and admins may do this.')
}

export function requireAdmin({ role }: Actor): void {
  if (role !== 'admin') throw new Refusal('forbidden', 'Only admins may do this: the token must carry this role.')
}

/** Moderators sanction members, admins also moderators; nobody themselves. A person who is not known is a member. */
export function requireMaySanction(actor: Actor, person: string, role: Role | null): void {
  requireModerator(actor)
  if (actor.id === person) throw new Refusal('forbidden', 'Nobody can do this to themselves.')
  if (RANK[actor.role] <= RANK[role ?? 'member'])
    throw new Refusal('forbidden', 'Only who has a higher role than this person may do this.')
}

/** A moderator who is shadow-banned would let themselves out, text by text. */
export function requireMayApprove({ id }: Actor, { secretly, author }: Pick<Held, 'secretly' | 'author'>): void {
  if (secretly && author.id === id) throw new Refusal('forbidden', 'Nobody can do this to themselves.')
}

export const noHeld = (): Refusal => new Refusal('held-not-found', 'There is nothing held of that id.')
export const alreadyDecided = (state: string): Refusal =>
  new Refusal('already-decided', `Somebody has decided on it already: it is ${state}.`)
