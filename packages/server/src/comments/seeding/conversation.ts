import { pathUnder } from '../keys.ts'
import type { Author, Comment } from '../model.ts'
import { Dice } from './dice.ts'
import { nameOf } from './names.ts'
import { openingOf, textOf } from './text.ts'
import { timesOf } from './times.ts'

export type ConversationPlan = {
  /** The same one gives the same conversation. */
  seed: string
  count: number
  /** When the article came out, in milliseconds. */
  published: number
  maxDepth: number
}

type Path = Pick<Comment, 'slug' | 'fullSlug'>

/** What can be replied to: no more of it than a reply needs, as many of them are kept. */
export type Said = Path & { number: number; depth: number; author: Author; opening: string }

/** One comment before it is rendered and stored. */
export type Utterance = Path & {
  number: number
  part: string
  parent: Said | null
  depth: number
  posted: string
  author: Author
  text: string
}

/** How many are roots; the others are replies, where somebody is there to reply to. */
const ROOTS = 0.35
const MOST_RECENT = 200
const MOST_POPULAR = 1_000
const MOST_NAMES = 10_000

/**
 * A conversation as it may have gone, in the order of time. It is the same for the same plan, and made as it is taken:
 * a million comments need no more memory than a thousand.
 */
export function* conversation({ seed, count, published, maxDepth }: ConversationPlan): Generator<Utterance> {
  const dice = new Dice(`${seed} conversation`)
  const timeOf = timesOf(new Dice(`${seed} times`), count)
  const crowd = new Crowd(seed, count)
  const floor = new Floor(dice, maxDepth)
  for (let number = 0; number < count; number++) {
    const parent = dice.happens(ROOTS) ? null : floor.pick()
    const author = crowd.pick(dice, parent?.author ?? null)
    const posted = new Date(published + timeOf(number)).toISOString()
    const part = dice.part()
    const path = pathUnder(parent, posted, part)
    const depth = parent === null ? 0 : parent.depth + 1
    const text = textOf(dice, parent)
    yield { ...path, number, part, parent, depth, posted, author, text }
    floor.add({ ...path, number, depth, author, opening: openingOf(text) }, parent)
  }
}

/** Who talks: a few talk much, most say one thing. */
class Crowd {
  readonly #seed: string
  readonly #size: number
  readonly #names = new Map<number, string>()

  constructor(seed: string, count: number) {
    this.#seed = seed
    this.#size = Math.max(3, Math.ceil(count ** 0.8))
  }

  /** Seldom one who answers himself. */
  pick(dice: Dice, answered: Author | null): Author {
    const first = this.#someone(dice)
    return first.id === answered?.id ? this.#someone(dice) : first
  }

  #someone(dice: Dice): Author {
    const number = Math.floor(this.#size * dice.next() ** 2)
    const name = this.#names.get(number) ?? nameOf(this.#seed, number)
    if (this.#names.size < MOST_NAMES) this.#names.set(number, name)
    return { id: `seed-${number.toString(36)}`, name }
  }
}

/** What can be replied to: what was said last, and what many have replied to. */
class Floor {
  readonly #dice: Dice
  readonly #maxDepth: number
  readonly #recent: Said[] = []
  readonly #popular: Said[] = []
  #next = 0

  constructor(dice: Dice, maxDepth: number) {
    this.#dice = dice
    this.#maxDepth = maxDepth
  }

  add(said: Said, parent: Said | null): void {
    this.#recent[this.#next++ % MOST_RECENT] = said
    // Each reply adds its parent once more, so that what has replies gets more of them.
    const popular = parent ?? (this.#dice.happens(0.3) ? said : null)
    if (popular === null) return
    if (this.#popular.length < MOST_POPULAR) this.#popular.push(popular)
    else this.#popular[this.#dice.below(MOST_POPULAR)] = popular
  }

  /** The deeper a comment lies, the fewer reply to it. */
  pick(): Said | null {
    for (let tries = 0; tries < 4; tries++) {
      const found = this.#dice.happens(0.6) ? this.#someRecent() : this.#popular[this.#dice.below(this.#popular.length)]
      if (found === undefined) return null
      if (found.depth < this.#maxDepth && this.#dice.happens(0.92 ** found.depth)) return found
    }
    return null
  }

  #someRecent(): Said | undefined {
    const ago = Math.floor(Math.min(this.#next, MOST_RECENT) * this.#dice.next() ** 2)
    return this.#recent[(this.#next - 1 - ago) % MOST_RECENT]
  }
}
