import type { Handler, LoggedEvent } from '@palaver/store'
import { bulkStep } from '../bulk-step.ts'
import { MODERATION } from '../events.ts'
import type { Needs } from '../needs.ts'

export const BULK = 'bulk'

const PAUSE_MS = 20
/** About ten seconds; then it is tried again later. */
const PATIENCE = 500

/** Carries bulk acts out, a step an event: a process that dies is followed by another, from its last step on. */
export const bulkHandler =
  (needs: Needs): Handler =>
  async (events) => {
    for (const event of events.filter(({ type, op }) => type === MODERATION && op.startsWith('bulk-'))) {
      const { bulk, step } = event.after as { bulk: string; step: number }
      await untilAuthored(needs, event)
      await bulkStep(needs, bulk, step)
    }
  }

/** What was posted before the act began must be known as its author's. */
async function untilAuthored({ comments, world }: Needs, { org, seq }: LoggedEvent): Promise<void> {
  for (let looks = 0; (await comments.authoredUpTo(org)) < seq; looks++) {
    if (looks === PATIENCE) throw new Error('Who wrote what is not known yet up to this bulk act.')
    await world.sleep(PAUSE_MS)
  }
}
