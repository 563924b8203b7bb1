import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'

/**
 * Admins of an org see how far the queues are with what is told of their org, and decide on its dead letters; of
 * others they see nothing. Pausing a queue stops it for every org, so only the operator can, on the command line.
 */
export function requireAdmin({ role }: Pick<Actor, 'role'>): void {
  if (role !== 'admin') throw new Refusal('forbidden', 'Only admins may do this: the token must carry this role.')
}
