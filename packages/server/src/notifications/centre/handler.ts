import type { LoggedEvent } from '@palaver/store'
import type { Delivery, QueueHandler } from '../../events/queue-model.ts'
import type { HandlerNeeds } from './needs.ts'
import { parts, retractBetween } from './parting.ts'
import { retractHeld, retractOfComment, settles, takesBack } from './retracting.ts'
import { retractSocial } from '../social/retracting.ts'
import { endsSocial } from '../social/vanishing.ts'
import { tell } from './writing.ts'

/**
 * What the queue `centre` does: it writes a row for everyone whom an event concerns, and takes rows back. All of it may
 * be done twice: a row is there or is not, and what was taken back is not taken back again.
 */
export const centreHandler = (needs: HandlerNeeds): QueueHandler => ({
  laneOf: (event) => laneOf(needs, event),
  prepare: (events) => needs.audience.prepare(events),
  handle: (delivery) => handle(needs, delivery),
})

/** What is told of a comment and what takes it back are in one lane, so that they stay in order. */
function laneOf({ audience }: HandlerNeeds, event: LoggedEvent): string | null {
  if (takesBack(event) || settles(event)) return event.subject
  return parts(event) ? `relation~${event.subject}` : audience.laneOf(event)
}

async function handle(needs: HandlerNeeds, delivery: Delivery): Promise<void> {
  const { event } = delivery
  if (parts(event)) return retractBetween(needs, delivery)
  if (settles(event)) return retractHeld(needs, delivery)
  if (needs.audience.isOurs(event)) await tell(needs, delivery)
  if (takesBack(event)) await retractOfComment(needs, delivery)
  if (endsSocial(event)) await retractSocial(needs, delivery)
}
