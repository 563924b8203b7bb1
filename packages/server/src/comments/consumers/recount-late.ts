import { carryOver } from '../moving/carry-over.ts'
import type { Needs } from '../needs.ts'
import { factOf } from './counters-facts.ts'
import { FOLLOW_UP } from './follow-up.ts'
import type { Moment } from './recount-later.ts'

const BATCH = 500

/** Brings over what was written to a home that had been left, where nobody has come to it yet: it is to be counted. */
export async function carryLateWrites(
  { homes, log }: Pick<Needs, 'homes' | 'log'>,
  { discussion: subject, partition, position }: Moment,
  epoch: number,
): Promise<void> {
  let after = await log.positionOf(FOLLOW_UP, partition)
  while (after < position) {
    const events = await log.read({ partition, subject, after, limit: BATCH })
    const late = events.filter((event) => event.seq <= position && (event.epoch ?? 0) < epoch)
    for (const event of late) if (factOf(event)?.about === 'comment') await carryOver({ homes, log }, event)
    after = events.length < BATCH ? position : (events.at(-1)?.seq ?? position)
  }
}
