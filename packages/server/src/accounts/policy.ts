import type { Actor, Scope } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'

/** Admins, and the host's servers: what these may do is said by the scopes of their keys. */
export function requireAdmin({ role }: Actor): void {
  if (role !== 'admin') throw new Refusal('forbidden', 'Only admins may do this: the token must carry that role.')
}

/** With a key nobody makes another that could do more. */
export function requireMayGrant({ kind, scopes = [] }: Actor, wanted: readonly Scope[]): void {
  const missing = kind === 'server' ? wanted.filter((scope) => !scopes.includes(scope)) : []
  if (missing.length > 0)
    throw new Refusal('forbidden', `This key cannot make one for ${missing.join(', ')}, which it is not for itself.`)
}
