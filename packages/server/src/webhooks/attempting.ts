import { type LoggedEvent, StoreError } from '@palaver/store'
import { JITTER, LOGGED_ATTEMPTS, RETRY_MS } from './limits.ts'
import type { Attempt, Endpoint, WebhookDelivery } from './model.ts'
import { type Needs, timeOf } from './needs.ts'
import { payloadOf } from './payload.ts'
import { isBeforeRestore, notSentAgain } from './restored.ts'
import { send, type Sent } from './sending.ts'

/** Tries one delivery and notes what came of it; null where it never left. */
export async function attempt(
  needs: Needs,
  endpoint: Endpoint,
  { delivery, signal }: { delivery: WebhookDelivery; signal: AbortSignal },
): Promise<Sent | null> {
  if (await isBeforeRestore(needs, delivery)) {
    await note(needs, delivery, { state: 'skipped', attempt: notSentAgain(needs) })
    return null
  }
  const body = await bodyOf(needs, delivery)
  if (body === null) {
    const error = 'The event is not kept any more, or cannot be told.'
    await note(needs, delivery, { state: 'failed', attempt: { at: timeOf(needs), status: null, ms: 0, error } })
    return null
  }
  const sent = await send(needs, endpoint, { id: delivery.event, body, signal })
  // Who was stopped on the way knows nothing of the endpoint: it is tried again.
  if (signal.aborted && !sent.taken) return null
  const { at, status, ms, error, taken } = sent
  needs.onTried?.({ taken, ms })
  await note(needs, delivery, { ...outcomeOf(needs, delivery, sent), attempt: { at, status, ms, error } })
  return sent
}

/** One that cannot be made is not for the others to wait for. */
async function bodyOf(needs: Needs, delivery: WebhookDelivery): Promise<string | null> {
  try {
    const event = await eventOf(needs, delivery)
    return event === null ? null : await payloadOf(needs, event)
  } catch (error) {
    if (error instanceof StoreError) throw error
    return null
  }
}

async function eventOf({ log }: Needs, { org, event, seq }: WebhookDelivery): Promise<LoggedEvent | null> {
  const [found] = await log.read({ partition: log.partitionOf(org), after: seq - 1, limit: 1 })
  return found?._id === event ? found : null
}

type Outcome = Pick<WebhookDelivery, 'state'> & { runAt?: string }

function outcomeOf(needs: Needs, { tries }: WebhookDelivery, { taken, gone, pauseMs }: Sent): Outcome {
  if (taken) return { state: 'delivered' }
  const wait = RETRY_MS[tries]
  if (gone || wait === undefined) return { state: 'failed' }
  return { state: 'waiting', runAt: timeOf(needs, Math.max(wait * (1 + JITTER * needs.random()), pauseMs)) }
}

/** Only if nobody else has noted something meanwhile: who comes late has sent it twice, and that is all. */
async function note(
  { deliveries }: Needs,
  { _id, attempts, tries }: WebhookDelivery,
  { attempt: tried, ...outcome }: Outcome & { attempt: Attempt },
): Promise<void> {
  await deliveries.update(
    { _id, attempts },
    {
      $set: { ...outcome, attempts: attempts + 1, tries: tries + 1 },
      $push: { log: { $each: [tried], $slice: -LOGGED_ATTEMPTS } },
    },
  )
}
