import { type ById, type Change, type Collection, Conflict, type NewEvent } from '@palaver/store'
import type { Discussion } from '../../model.ts'
import type { World } from '../../world.ts'
import type { Place } from '../layout.ts'

export type Needs = { discussions: Collection<Discussion>; world: Pick<World, 'sleep' | 'random'> }

type Fields = Readonly<Record<string, unknown>>

/** A change of the discussion that only happens where `where` still holds. */
export type Write = { where: Fields; change: Readonly<Record<string, Fields>> }

/** An answer; or one write, with its events and what it amounts to (null where it only prepares for another step). */
export type Step<R> = { answer: R } | { write: Write; events: readonly NewEvent[]; outcome: { answer: R } | null }

const MOST_ATTEMPTS = 64
const LONGEST_PAUSE_MS = 100

/** The discussion as the caller has read it, where that is of this place. */
export const seenAt = ({ seen, home }: Place): Discussion | null => (seen?.home === home ? seen : null)

/**
 * Looks at the discussion, lets `next` decide on a step, and takes it; looks again where the discussion had changed.
 * One that was seen earlier will do for a write, which is guarded, but not for an answer.
 */
export async function guardedWrite<R>(
  { discussions, world }: Needs,
  place: Place,
  next: (discussion: Discussion | null) => Step<R>,
): Promise<R> {
  let seen = seenAt(place)
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const isFresh = seen === null
    const step = next(seen ?? (await discussions.get(place.discussion)))
    seen = null
    if ('answer' in step) {
      if (isFresh) return step.answer
      continue
    }
    const isWritten = await update(discussions, place, step)
    if (isWritten && step.outcome !== null) return step.outcome.answer
    if (!isWritten && isFresh) await world.sleep(world.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt))
  }
  throw new Conflict(
    `The discussion "${place.discussion}" changed ${MOST_ATTEMPTS} times while it was being changed: try again.`,
  )
}

/** Paths with a home in them are put together at run time: what they lead to, no type can tell. */
async function update(
  discussions: Needs['discussions'],
  { discussion }: Place,
  { write, events }: { write: Write; events: readonly NewEvent[] },
): Promise<boolean> {
  const where = { ...write.where, _id: discussion } as ById<Discussion>
  const updated = await discussions.update(where, write.change as Change<Discussion>, { events })
  return updated.outcome === 'updated'
}
