import type { Vote } from '../model.ts'
import type { Utterance } from './conversation.ts'
import { Dice } from './dice.ts'

export type Ballot = { slug: string; user: string; value: Vote['value'] }

/** Votes are documents, each with its event, so they take as long as comments: about so many at most. */
const MOST_VOTES = 10_000
const VOTES_EACH = 2.5
const MOST_ON_ONE = 300

/** Who votes for what: most comments get none, a few get many. */
export class Ballots {
  readonly #dice: Dice
  readonly #share: number
  readonly all: Ballot[] = []

  constructor(seed: string, count: number) {
    this.#dice = new Dice(`${seed} votes`)
    this.#share = Math.min(0.08, MOST_VOTES / VOTES_EACH / count)
  }

  consider({ slug, author }: Utterance): void {
    if (!this.#dice.happens(this.#share)) return
    const count = Math.min(MOST_ON_ONE, Math.floor((1 - this.#dice.next()) ** (-1 / 1.5)))
    const first = this.#dice.below(1_000_000)
    for (let voter = first; voter < first + count; voter++) {
      const user = `voter-${voter.toString(36)}`
      if (user !== author.id) this.all.push({ slug, user, value: this.#dice.happens(0.15) ? -1 : 1 })
    }
  }
}
