import type { Slice } from '../model.ts'
import type { Held, Terms } from './held.ts'
import type { MoneyNeeds } from './needs.ts'
import type { Settled } from './noting.ts'
import { isFull, settledOf } from './spend.ts'

/** So many are looked at with one lease. */
const MOST_LOOKED_AT = 4
/** Impressions come some seconds after a decision; where they do not, it is worth a look less and less often. */
const LOOK_MS = 5000
const RARER = 4
const MOST_LOOKS = 6
/** Of a flight that uses up more than these in half an hour, what does not come is taken back when it is settled. */
const MOST_WAITING = 200

type Used = { held: Held; lookAt: number; looks: number }

/** Slices of one flight that are used up: some of what they were used for may not come, and then they can be used again. */
export class Waiting {
  readonly #slices: MoneyNeeds['slices']
  #used: Used[] = []

  constructor(slices: MoneyNeeds['slices']) {
    this.#slices = slices
  }

  add(held: Held, now: number): void {
    this.#used.push({ held, lookAt: now + LOOK_MS, looks: 0 })
    if (this.#used.length > MOST_WAITING) this.#used.shift()
  }

  find(key: string): Held | undefined {
    return this.#used.find(({ held }) => held.key === key)?.held
  }

  /** Whether it was there. */
  remove(held: Held): boolean {
    const before = this.#used.length
    this.#used = this.#used.filter((used) => used.held !== held)
    return this.#used.length < before
  }

  get isEmpty(): boolean {
    return this.#used.length === 0
  }

  /** Those of which all has come, so that they can be settled; and those that have room again. */
  async look(terms: Terms, now: number): Promise<{ full: Settled[]; free: Held[] }> {
    const due = this.#used.filter(({ held, lookAt }) => lookAt <= now || held.hasLate(now)).slice(0, MOST_LOOKED_AT)
    const found = await Promise.all(due.map(({ held }) => this.#slices.get(held.id)))
    const full = found.filter((slice): slice is Slice => slice !== null && isFull(slice))
    const free: Held[] = []
    due.forEach((used, at) => {
      used.held.compare(found[at]?.viewed ?? [], now)
      used.lookAt = now + LOOK_MS * RARER ** ++used.looks
      if (found[at]?.state === 'open' && used.held.serves(terms, now)) free.push(used.held)
    })
    const isFullOne = ({ held }: Used): boolean => full.some(({ _id }) => _id === held.id)
    const isOver = ({ held, looks }: Used): boolean => looks >= MOST_LOOKS || (held.until <= now && looks > 0)
    this.#used = this.#used.filter((used) => !isFullOne(used) && !isOver(used) && !free.includes(used.held))
    return { full: full.map((slice) => settledOf({ id: slice._id, closes: slice.closes }, slice)), free }
  }
}
