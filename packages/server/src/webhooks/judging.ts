import { endpointEvent } from './events.ts'
import { FAILING_MS, FAILING_TIMES } from './limits.ts'
import type { Disabled, Endpoint, Failing } from './model.ts'
import { type Needs, timeOf } from './needs.ts'
import type { Sent } from './sending.ts'

/** Notes what some tries tell of the endpoint itself: that it works, fails, asks for a pause, or is to be left alone. */
export async function judge(needs: Needs, endpoint: Endpoint, tries: readonly Sent[]): Promise<void> {
  if (tries.length === 0) return
  const at = timeOf(needs)
  const pauseMs = Math.max(...tries.map((sent) => sent.pauseMs))
  const notBefore = pauseMs > 0 ? timeOf(needs, pauseMs) : endpoint.notBefore
  const isTaken = tries.some(({ taken }) => taken)
  if (isTaken && endpoint.failing === null && notBefore === endpoint.notBefore && !tries.some(({ gone }) => gone))
    return
  const event = needs.newId()
  await needs.endpoints.change(endpoint._id, (now, to) => {
    if (now === null) return null
    const failing = isTaken ? null : failingMore(now.failing, tries.length, at)
    const reason = reasonToDisable(tries, failing, needs.now())
    if (reason === null || now.disabled !== null) return to.change({ $set: { failing, notBefore } })
    const disabled: Disabled = { at, reason }
    const told = endpointEvent(now, { id: event, op: 'disabled', at, reason })
    return to.change({ $set: { failing, notBefore, disabled } }, { events: [told] })
  })
}

const failingMore = (failing: Failing | null, times: number, at: string): Failing => ({
  since: failing?.since ?? at,
  times: (failing?.times ?? 0) + times,
})

function reasonToDisable(tries: readonly Sent[], failing: Failing | null, now: number): Disabled['reason'] | null {
  if (tries.some(({ gone }) => gone)) return 'gone'
  if (failing === null || failing.times < FAILING_TIMES) return null
  return now - Date.parse(failing.since) >= FAILING_MS ? 'failing' : null
}
