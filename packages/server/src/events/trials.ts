import type { Collection } from '@palaver/store'
import type { QueueTrial } from './item-model.ts'
import { Hopeless } from './queue-model.ts'

/** Processes that one event may take down with it. */
const MOST_DEATHS = 3

const ENDED = 'The process ended while it was handled.'

/**
 * Notes which event is about to be handled by who has just taken a partition over: where it ends the process, the
 * next one finds the note.
 */
export class Trials {
  readonly #trials: Collection<QueueTrial>

  constructor(trials: Collection<QueueTrial>) {
    this.#trials = trials
  }

  /** Why an event is not to be handled, where it has ended too many processes. */
  async begin(name: string, seq: number): Promise<Hopeless | null> {
    const { doc } = await this.#trials.change(name, (trial, to) => {
      if (trial === null) return to.insert({ _id: name, seq, tries: 1 })
      // What lies before the noted one was handled in an earlier life, and comes once more.
      if (seq < trial.seq) return null
      return to.change({ $set: { seq, tries: trial.seq === seq ? trial.tries + 1 : 1 } })
    })
    return doc !== null && doc.seq === seq && doc.tries > MOST_DEATHS ? new Hopeless(ENDED) : null
  }

  /** The process lives: whatever went wrong is not the event's doing. */
  async forget(name: string): Promise<void> {
    await this.#trials.remove({ _id: name })
  }
}
