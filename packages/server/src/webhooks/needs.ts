import type { Collection, EventLogApi } from '@palaver/store'
import type { Comment, Comments } from '../comments/service.ts'
import type { Resolve } from '../hooks/resolving.ts'
import type { Endpoint, WebhookDelivery } from './model.ts'

export type Needs = {
  endpoints: Collection<Endpoint>
  deliveries: Collection<WebhookDelivery>
  log: Pick<EventLogApi, 'read' | 'partitionOf'>
  comments: Pick<Comments, 'discussion' | 'comment' | 'shown'>
  /** What everyone may see of a comment, with its text. */
  view: (comment: Comment) => object
  /** Whether private addresses may be told, too. */
  allowPrivate: boolean
  timeoutMs: number
  now: () => number
  random: () => number
  newId: () => string
  /** As Standard Webhooks writes one: `whsec_…`. */
  newSecret: () => string
  resolve?: Resolve
  /** When the database was put back to an earlier state, if ever: what happened before was told already. */
  restoredAt: () => Promise<string | null>
  /** While it says so, nothing is sent; what is planned waits. */
  isPaused?: () => boolean
  /** Told of each try, for counting. */
  onTried?: (tried: { taken: boolean; ms: number }) => void
}

export const timeOf = ({ now }: Pick<Needs, 'now'>, afterMs = 0): string => new Date(now() + afterMs).toISOString()
