import type { LoggedEvent } from '@palaver/store'
import type { Needs } from '../needs.ts'
import { type CommentFact, type Counted, factOf, type Stand, type VoteFact } from './counters-facts.ts'

const BATCH = 500

export type Moment = { discussion: string; partition: number; position: number }

/**
 * How comments and votes were at a place in the log, where something happened to them behind it: the first event there
 * says how it was before. What it says holds against whatever is stored, if it is read after that.
 */
export class Later {
  /** By slug: as it was, or as it came to be where it was not there. */
  readonly comments = new Map<string, { comment: Counted; wasThere: boolean }>()
  readonly #votes = new Map<string, Map<string, Stand>>()
  readonly #log: Needs['log']
  readonly #moment: Moment
  #read: number

  constructor(log: Needs['log'], moment: Moment) {
    this.#log = log
    this.#moment = moment
    this.#read = moment.position
  }

  /** Votes of a comment, by user, that were others at the time. */
  votesOf(slug: string): ReadonlyMap<string, Stand> {
    return this.#votes.get(slug) ?? new Map()
  }

  /** Takes in what was written up to now. */
  async readOn(): Promise<void> {
    await this.#log.settle()
    const { discussion: subject, partition } = this.#moment
    for (;;) {
      const events = await this.#log.read({ partition, subject, after: this.#read, limit: BATCH })
      for (const event of events) this.#take(event)
      this.#read = events.at(-1)?.seq ?? this.#read
      if (events.length < BATCH) return
    }
  }

  /** One that cannot be read will not be counted either when its turn comes. */
  #take(event: LoggedEvent): void {
    const fact = factOf(event)
    if (fact?.about === 'comment') this.#takeComment(fact)
    if (fact?.about === 'vote') this.#takeVote(fact)
  }

  #takeComment({ comment, before }: CommentFact): void {
    if (!this.comments.has(comment.slug)) this.comments.set(comment.slug, { comment, wasThere: before !== null })
  }

  #takeVote({ user, before }: VoteFact): void {
    const ofComment = this.#votes.get(before.slug) ?? new Map<string, Stand>()
    if (!ofComment.has(user)) ofComment.set(user, before)
    this.#votes.set(before.slug, ofComment)
  }
}
