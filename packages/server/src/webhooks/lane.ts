import { attempt } from './attempting.ts'
import { judge } from './judging.ts'
import { LEASE_MS, SIDE_BY_SIDE } from './limits.ts'
import { type Endpoint, NEVER, NOBODY } from './model.ts'
import { type Needs, timeOf } from './needs.ts'

/**
 * Sends what is due at one endpoint, a few at a time. A lease keeps other processes away, so that an endpoint never
 * gets more at once than it should; who outlives its lease can only send something twice. False where another has it.
 */
export async function workOn(needs: Needs, id: string, signal: AbortSignal): Promise<boolean> {
  const at = timeOf(needs)
  const until = timeOf(needs, LEASE_MS)
  const holder = needs.newId()
  const { outcome } = await needs.endpoints.update(
    { _id: id, next: { $lte: at }, until: { $lte: at } },
    // Should this process die, it is due again when the lease is over.
    { $set: { holder, until, next: until } },
  )
  if (outcome !== 'updated') return false
  const enough = needs.now() + LEASE_MS / 2
  for (;;) {
    const endpoint = await needs.endpoints.get(id)
    if (endpoint === null || endpoint.holder !== holder) return true
    const isOver = signal.aborted || needs.isPaused?.() === true || needs.now() >= enough
    const next = isOver ? timeOf(needs) : await sendDue(needs, endpoint, signal)
    if (next !== null && (await release(needs, endpoint, next))) return true
  }
}

/** When there is more to send; null where something was sent just now, so that one has to look again. */
async function sendDue(needs: Needs, endpoint: Endpoint, signal: AbortSignal): Promise<string | null> {
  const { _id: id, disabled, notBefore } = endpoint
  const at = timeOf(needs)
  if (disabled !== null) return NEVER
  if (notBefore > at) return notBefore
  const waiting = { endpoint: id, state: 'waiting' } as const
  const { docs } = await needs.deliveries.find({ where: waiting, sort: { runAt: 1 }, limit: SIDE_BY_SIDE, next: false })
  const due = docs.filter(({ runAt }) => runAt <= at)
  if (due.length === 0) return docs[0]?.runAt ?? NEVER
  const tries = await Promise.all(due.map((delivery) => attempt(needs, endpoint, { delivery, signal })))
  await judge(
    needs,
    endpoint,
    tries.filter((sent) => sent !== null),
  )
  return null
}

/** False where something was planned meanwhile, which might be due earlier, or where another has the endpoint. */
async function release({ endpoints }: Needs, { _id, holder, planned }: Endpoint, next: string): Promise<boolean> {
  const { outcome } = await endpoints.update({ _id, holder, planned }, { $set: { ...NOBODY, next } })
  return outcome === 'updated'
}
