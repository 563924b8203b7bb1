import { Duplicate, type LoggedEvent } from '@palaver/store'
import { RecentMap } from '../api/recent-map.ts'
import type { QueueHandler, QueueSpec } from '../events/queue-model.ts'
import { type Endpoint, type EventType, type WebhookDelivery } from './model.ts'
import { type Needs, timeOf } from './needs.ts'
import { kindOf } from './payload.ts'
import { isBeforeRestore, notSentAgain } from './restored.ts'
import { KEPT_MS, MOST_ENDPOINTS } from './limits.ts'

type Planning = Pick<Needs, 'endpoints' | 'deliveries' | 'restoredAt' | 'now'> & { nudge: () => void }
/** `upTo`: what is told up to there was told before these were read, so no endpoint is missing. */
type Known = { endpoints: Endpoint[]; upTo: number }

const MOST_KNOWN = 1000

/**
 * The queue only notes what is to be sent where, a document for each endpoint: sending is the senders' work, endpoint
 * by endpoint. So one that fails or hangs holds up neither the queue nor another endpoint.
 */
export function planner(needs: Planning): QueueHandler {
  const known = new RecentMap<Known>({ capacity: MOST_KNOWN })
  const read = async (org: string, upTo: number): Promise<Known> => {
    const { docs } = await needs.endpoints.find({ where: { org }, sort: { created: -1 }, limit: MOST_ENDPOINTS })
    const fresh = { endpoints: docs, upTo }
    known.set(org, fresh)
    return fresh
  }
  return {
    laneOf: (event) => (kindOf(event) === null ? null : event.subject),
    prepare: async (events) => {
      const told = events.filter((event) => kindOf(event) !== null)
      const last = new Map(told.map(({ org, seq }) => [org, seq]))
      for (const [org, seq] of last) await read(org, seq)
    },
    handle: async ({ event }) => {
      const kind = kindOf(event)
      if (kind === null) return
      const kept = known.get(event.org)
      const { endpoints } = kept !== undefined && event.seq <= kept.upTo ? kept : await read(event.org, event.seq)
      const wanted = endpoints.filter(({ types }) => types === null || types.includes(kind.type))
      await Promise.all(wanted.map((endpoint) => plan(needs, endpoint, { event, type: kind.type })))
      if (wanted.length > 0) needs.nudge()
    },
  }
}

async function plan(
  needs: Planning,
  endpoint: Endpoint,
  { event, type }: { event: LoggedEvent; type: EventType },
): Promise<void> {
  const { _id: id, disabled } = endpoint
  const at = timeOf(needs)
  const isOld = await isBeforeRestore(needs, event)
  const isDue = disabled === null && !isOld
  const delivery: WebhookDelivery = {
    _id: `${id}~${event._id}`,
    endpoint: id,
    event: event._id,
    org: event.org,
    seq: event.seq,
    type,
    at,
    state: isDue ? 'waiting' : 'skipped',
    attempts: 0,
    tries: 0,
    runAt: at,
    log: isOld ? [notSentAgain(needs)] : [],
    expires: timeOf(needs, KEPT_MS),
  }
  try {
    await needs.deliveries.insert(delivery)
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
  }
  // Also where it was there: who planned it may have died before this.
  if (isDue) await needs.endpoints.update({ _id: id }, { $min: { next: at }, $inc: { planned: 1 } })
}

/** The name of the queue. */
export const WEBHOOKS = 'webhooks'

const SECOND = 1000

export const webhooksQueue = (handler: QueueHandler): QueueSpec => ({
  name: WEBHOOKS,
  handler,
  // Only the planning is tried again by these.
  retryMs: [SECOND, 10 * SECOND, 60 * SECOND, 600 * SECOND, 3600 * SECOND],
  timeoutMs: 15 * SECOND,
  batch: 100,
})
