import { type Actor, ROLES } from '../api/actor.ts'
import { inForce, type PersonDocument } from './people-model.ts'

type Known = Pick<PersonDocument, 'role' | 'roleTold' | 'ban'>
/** `at`: when the token was signed (ms); null where it does not say so. */
type Told = { actor: Actor; at: number | null }

/** Whom a token speaks for, with no more than they may do by now. */
export const asTheyStand = (told: Told, person: Known, now: number): Actor =>
  withBan(asToldLast(told, person), person, now)

/** Whoever was an admin once is none by a token from then; and no token is worth more than it says. */
function asToldLast({ actor, at }: Told, { role, roleTold = 0 }: Known): Actor {
  const isLess = ROLES.indexOf(role) < ROLES.indexOf(actor.role)
  return at !== null && at < roleTold && isLess ? { ...actor, role } : actor
}

/** Who is banned moderates nothing. Admins are spared: nobody can lock out who could let them in again. */
function withBan(actor: Actor, { ban }: Known, now: number): Actor {
  const banned = actor.role === 'admin' ? null : inForce(ban, now)
  if (banned === null) return actor
  return { ...actor, role: 'member', banned: { until: banned.until, reason: banned.reason } }
}
