import type { LoggedEvent } from '@palaver/store'
import type { Delivery } from '../../events/queue-model.ts'
import type { Skip } from '../model.ts'
import type { Rows } from './needs.ts'
import { sideBySide } from '../side-by-side.ts'

const BATCH = 100

export const parts = ({ type, op }: LoggedEvent): boolean => type === 'relation' && (op === 'blocked' || op === 'muted')

type RowsOnly = Pick<Rows, 'notifications'>

/** Takes back what one was told of the other: a mute from who made it, a block from both. */
export async function retractBetween(needs: RowsOnly, delivery: Delivery): Promise<void> {
  const { subject, op, after } = delivery.event
  const { to } = after as unknown as { to: string }
  const why = op === 'blocked' ? 'blocked' : 'muted-author'
  await retractActs(needs, delivery, { person: subject, actor: to, why })
  if (op === 'blocked') await retractActs(needs, delivery, { person: to, actor: subject, why })
}

type Acts = { person: string; actor: string; why: Skip }

/**
 * Of what was told before: what comes later is looked at as it is written. What was read goes as well, or names and
 * numbers of groups would not be right.
 */
async function retractActs({ notifications }: RowsOnly, delivery: Delivery, acts: Acts): Promise<void> {
  const { event, position, signal } = delivery
  const where = { 'actor.id': acts.actor, person: acts.person, isShown: true, position: { $lt: event.seq } }
  const gone = { isShown: false, isUnread: false, retracted: position, retractedFor: acts.why }
  for (;;) {
    signal.throwIfAborted()
    const { docs } = await notifications.find({ where, limit: BATCH, next: false })
    await sideBySide(docs, ({ _id }) => notifications.update({ _id, isShown: true }, { $set: gone }))
    if (docs.length < BATCH) return
  }
}
