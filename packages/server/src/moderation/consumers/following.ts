import type { Handler, LoggedEvent } from '@palaver/store'
import { Refusal } from '../../api/refusal.ts'
import { carryOut } from '../acts.ts'
import { MODERATION } from '../events.ts'
import { finishApproved } from '../held.ts'
import type { Needs } from '../needs.ts'
import { countAuthors } from './authors.ts'
import { noteCase } from './cases.ts'

export const FOLLOWING = 'moderation'

/** Finishes what a process that died has left, and derives cases and authors. Each of these may be done twice. */
export const followingHandler =
  (needs: Needs): Handler =>
  async (events) => {
    await countAuthors(needs, events)
    for (const event of events) {
      await noteCase(needs, event)
      if (event.type === MODERATION) await finish(needs, event)
    }
  }

async function finish(needs: Needs, { op, after }: LoggedEvent): Promise<void> {
  const { held: id, act: actId } = after as { held?: string; act?: string }
  if (op === 'approved' && id !== undefined) {
    const held = await needs.held.get(id)
    if (held?.state === 'approved') await finishApproved(needs, held)
  }
  if (op === 'act-begun' && actId !== undefined) {
    const begun = await needs.acts.get(actId)
    if (begun?.state === 'begun') await carryOut(needs, begun).catch(unlessRefused(needs, actId))
  }
}

/** What can never be done was noted as such; the rest is tried again. */
const unlessRefused =
  ({ acts }: Needs, id: string) =>
  async (error: unknown): Promise<void> => {
    if (error instanceof Refusal && (await acts.get(id))?.state === 'failed') return
    throw error
  }
