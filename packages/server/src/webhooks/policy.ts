import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'

/** Admins, and the host's servers: what these may do is said by the scopes of their keys. */
export function requireAdmin({ role }: Actor): void {
  if (role !== 'admin') throw new Refusal('forbidden', 'Only admins may do this: the token must carry this role.')
}

export const noWebhook = (): Refusal => new Refusal('webhook-not-found', 'There is no webhook of that id in this org.')
export const noDelivery = (): Refusal =>
  new Refusal('delivery-not-found', 'This event is not in the log of this webhook, or not any more.')
