import { type Bits, countIn, drop, lowest, narrow, WORD, within, wordOf } from './bits.ts'
import type { Entry } from './entry.ts'
import type { Heard } from './hearing.ts'
import { BOOSTS } from './scoring.ts'

/** Candidates in their order: by tier, and in a tier the highest eCPM first. */
export type Order = {
  entries: readonly Entry[]
  ecpms: Float64Array
  /** For each, where those of the same tier and eCPM end. */
  runEnds: Int32Array
  /** Where each tier ends. */
  tierEnds: readonly number[]
}

type Needs = {
  order: Order
  /** Those that may come. It is used up. */
  left: Bits
  /** Null where keywords do not count. */
  heard: Heard | null
  random: () => number
}

const NONE = -1
/** Words in which nothing is left are passed over, so many at a time. */
const STRIDE = 8
const MANY = 256
const SAMPLES = 8

/**
 * Candidates for one place, the best first, those that are as good as each other in random order. Each is found when it
 * is asked for: every level of keywords is a list in the order of eCPM, and these are merged by score, as far as needed.
 */
export class Ranking {
  readonly #order: Order
  readonly #heard: Heard | null
  readonly #random: () => number
  readonly #left: Bits
  /** Of each level: nothing before this rank is left. */
  readonly #at: number[]
  /** Taken into account when the next is asked for: most often nobody asks. */
  readonly #narrower: Bits[] = []
  #tier = 0

  constructor({ order, left, heard, random }: Needs) {
    this.#order = order
    this.#heard = heard
    this.#random = random
    this.#left = left
    this.#at = Array.from({ length: 1 + (heard?.levels ?? 0) }, () => 0)
  }

  /** From now on, only those that are in these sets too. */
  narrow(sets: readonly Bits[]): void {
    this.#narrower.push(...sets)
  }

  next(): Entry | null {
    for (let set = this.#narrower.pop(); set !== undefined; set = this.#narrower.pop()) narrow(this.#left, set)
    for (; this.#tier < this.#order.tierEnds.length; this.#tier++) {
      const end = this.#order.tierEnds[this.#tier] ?? 0
      const entry = this.#best(end)
      if (entry !== null) return entry
      this.#at.fill(end)
    }
    return null
  }

  #best(end: number): Entry | null {
    for (;;) {
      let score = NONE
      for (let level = 0; level < this.#at.length; level++) score = Math.max(score, this.#couldBe(level, end))
      if (score === NONE) return null
      let isSettled = true
      for (let level = 0; level < this.#at.length; level++)
        if (this.#couldBe(level, end) === score && this.#move(level, end)) isSettled = false
      if (isSettled) return this.#draw(score, end)
    }
  }

  /** What the next of a level scores, if it is there. */
  #couldBe(level: number, end: number): number {
    const at = this.#at[level] ?? end
    return at < end ? (this.#order.ecpms[at] ?? 0) * (BOOSTS[level] ?? 1) : NONE
  }

  /** Towards the next that is left, but not far. False where the level stands at it. */
  #move(level: number, end: number): boolean {
    const at = this.#at[level] ?? end
    let word = at >>> 5
    let left = this.#word(level, word) & within(word, at, end)
    for (let step = 0; left === 0 && step < STRIDE && word * WORD < end; step++) {
      word = this.#skip(level, word + 1)
      left = this.#word(level, word) & within(word, at, end)
    }
    const next = left === 0 ? Math.min(end, word * WORD) : word * WORD + lowest(left)
    this.#at[level] = Math.max(at, next)
    return next > at
  }

  /** One of all that score the same, each as likely as the others. */
  #draw(score: number, end: number): Entry {
    const levels = []
    for (let level = 0; level < this.#at.length; level++) if (this.#couldBe(level, end) === score) levels.push(level)
    return (levels.length === 1 ? this.#sample(levels[0] ?? 0) : null) ?? this.#drawFrom(levels)
  }

  /** Of many it is faster to try some at random than to count all that are left. */
  #sample(level: number): Entry | null {
    const from = this.#at[level] ?? 0
    const size = this.#runEnd(level) - from
    if (size === 1) return this.#take(from)
    for (let tries = size < MANY || level > 0 ? 0 : SAMPLES; tries > 0; tries--) {
      const rank = from + Math.floor(this.#random() * size)
      if ((this.#word(level, rank >>> 5) & (1 << (rank & 31))) !== 0) return this.#take(rank)
    }
    return null
  }

  #drawFrom(levels: readonly number[]): Entry {
    const counts = levels.map((level) => this.#count(level))
    const total = counts.reduce((sum, count) => sum + count, 0)
    let nth = total === 1 ? 0 : Math.floor(this.#random() * total)
    const at = counts.findIndex((count) => (nth -= count) < 0)
    return this.#takeNth(levels[at] ?? 0, nth + (counts[at] ?? 0))
  }

  /** Where those end that score what the next of a level does. */
  #runEnd(level: number): number {
    return this.#order.runEnds[this.#at[level] ?? 0] ?? 0
  }

  #count(level: number): number {
    const from = this.#at[level] ?? 0
    const to = this.#runEnd(level)
    let count = 0
    for (let word = from >>> 5; word * WORD < to; word = this.#skip(level, word + 1))
      count += countIn(this.#word(level, word) & within(word, from, to))
    return count
  }

  #takeNth(level: number, nth: number): Entry {
    const from = this.#at[level] ?? 0
    const to = this.#runEnd(level)
    let before = nth
    for (let word = from >>> 5; word * WORD < to; word = this.#skip(level, word + 1)) {
      let left = this.#word(level, word) & within(word, from, to)
      const count = countIn(left)
      if (before >= count) before -= count
      else {
        for (; before > 0; before--) left &= left - 1
        return this.#take(word * WORD + lowest(left))
      }
    }
    throw new RangeError('random() must be below 1')
  }

  #take(rank: number): Entry {
    drop(this.#left, rank)
    return this.#order.entries[rank] as Entry
  }

  /** The next word in which a level may have anybody. */
  #skip(level: number, word: number): number {
    return this.#heard === null ? word : this.#heard.skip(level, word)
  }

  #word(level: number, word: number): number {
    const left = wordOf(this.#left, word)
    return this.#heard === null || left === 0 ? left : left & this.#heard.word(level, word)
  }
}
