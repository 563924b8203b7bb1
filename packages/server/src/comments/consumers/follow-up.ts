import type { Handler, LoggedEvent } from '@palaver/store'
import { atHome } from '../home.ts'
import type { Comment, Cut, Discussion } from '../model.ts'
import { carryOver } from '../moving/carry-over.ts'
import type { Needs } from '../needs.ts'
import { removeVotes } from '../remove-votes.ts'
import { withdrawIfOrphaned } from '../replying.ts'
import { failsForGood } from './failures.ts'
import { purge } from './purge.ts'

export const FOLLOW_UP = 'follow-up'

/**
 * Finishes what a writer may have left undone, and what follows from one write in other documents: a comment that was
 * written while its discussion moved is carried over, a reply whose parent went is withdrawn, the documents of a
 * deleted sub-tree go. Each of these may be done twice.
 */
export const followUp =
  (needs: Needs, onPassedOver: (error: unknown, event: LoggedEvent) => void): Handler =>
  async (events) => {
    const around = new Surroundings(needs)
    for (const event of events.filter(({ type }) => type === 'comment')) {
      try {
        await follow(needs, event, await around.of(event))
      } catch (error) {
        // Those behind it must not wait for ever for one that can never be done.
        if (!failsForGood(error)) throw error
        onPassedOver(error, event)
      }
    }
  }

/**
 * The discussions of a batch. Under what comments were written is read once for all of them: they were there before that,
 * so whatever becomes of the discussion later finds them, and tells of itself behind them.
 */
class Surroundings {
  readonly #needs: Needs
  readonly #read = new Map<string, Discussion | null>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async of({ op, subject }: LoggedEvent): Promise<Discussion | null> {
    const known = op === 'created' ? this.#read.get(subject) : undefined
    if (known !== undefined) return known
    const discussion = await this.#needs.homes.discussions.get(subject)
    this.#read.set(subject, discussion)
    return discussion
  }
}

async function follow(needs: Needs, event: LoggedEvent, discussion: Discussion | null): Promise<void> {
  if (discussion === null) return
  if (event.op === 'cut') return purge(needs, discussion, event.after as unknown as Cut)
  if ((event.epoch ?? 0) < discussion.epoch) await carryOver(needs, event)
  if (event.op === 'removed') await afterRemoval(needs, discussion, event.before as unknown as Comment)
  if (event.op === 'created') await afterCreation(needs, discussion, event)
}

async function afterRemoval(needs: Needs, discussion: Discussion, { slug }: Comment): Promise<void> {
  await mend(needs, discussion, slug)
  await removeVotes(needs, discussion._id, slug)
}

async function afterCreation(needs: Needs, discussion: Discussion, event: LoggedEvent): Promise<void> {
  const comment = event.after as unknown as Comment
  await mend(needs, discussion, comment.slug)
  await withdrawIfOrphaned(needs, { discussion: discussion._id, comment, event: event._id })
}

/** What a move copies later has been made whole before; what it has copied is whole. */
async function mend({ homes }: Needs, discussion: Discussion, slug: string): Promise<void> {
  const { layout, place } = atHome(homes, discussion)
  await layout.mend?.(place, slug)
}
