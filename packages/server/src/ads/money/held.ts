import type { Campaign, Flight, Slice } from '../model.ts'
import { IMPRESSION_MS } from '../lifetimes.ts'

const LANDED = -1

/** What decides on how a slice may be used. */
export type Terms = { flight: Pick<Flight, 'pricing' | 'goal'>; campaign: Pick<Campaign, 'dailyCap'> }

/** A slice as the node has it that decides from it: which places are free, and since when others are reserved. */
export class Held {
  readonly key: string
  readonly id: string
  readonly room: number
  /** Nothing is decided from it later. */
  readonly until: number
  readonly #pricing: Flight['pricing']
  readonly #goal: number
  readonly #dailyCap: number
  free: number
  /** When each number was reserved, or that nothing is waited for any more. A number is never used twice. */
  readonly #reserved: number[] = []
  /** All before it are done with. */
  #oldest = 0

  constructor(slice: Slice, until: number, { flight, campaign }: Terms) {
    this.key = slice.key
    this.id = slice._id
    this.room = slice.room
    this.free = slice.room
    this.until = until
    // No more is kept of them: a slice outlives the inventory that it was taken by.
    this.#pricing = flight.pricing
    this.#goal = flight.goal ?? Infinity
    this.#dailyCap = campaign.dailyCap ?? Infinity
  }

  /** Whether one can be shown from it as things are now: at this price, and for no less than it was taken for. */
  serves({ flight, campaign }: Terms, now: number): boolean {
    const { price, model } = flight.pricing
    if (this.free <= 0 || now >= this.until || price !== this.#pricing.price || model !== this.#pricing.model)
      return false
    return (flight.goal ?? Infinity) >= this.#goal && (campaign.dailyCap ?? Infinity) >= this.#dailyCap
  }

  /** The number of a place that is free. */
  reserve(now: number): number {
    this.free--
    return this.#reserved.push(now) - 1
  }

  /** What is not shown after all leaves its place to another. */
  release(index: number): void {
    if (this.#isWaited(index)) this.free++
    this.landed(index)
  }

  /** Its place is taken for good. */
  landed(index: number): void {
    if (this.#isWaited(index)) this.#reserved[index] = LANDED
    while (this.#reserved[this.#oldest] === LANDED) this.#oldest++
  }

  /** Whether something has been waited for too long, so that it is worth a look what has come. */
  hasLate(now: number): boolean {
    const oldest = this.#reserved[this.#oldest]
    return oldest !== undefined && oldest + IMPRESSION_MS <= now
  }

  /** What came, as the slice has it; what has not and is late leaves its place to others. */
  compare(viewed: readonly number[], now: number): void {
    const came = new Set(viewed)
    let waited = 0
    for (let at = this.#oldest; at < this.#reserved.length; at++) {
      const since = this.#reserved[at] ?? LANDED
      if (since === LANDED) continue
      if (came.has(at) || since + IMPRESSION_MS <= now) this.#reserved[at] = LANDED
      else waited++
    }
    while (this.#reserved[this.#oldest] === LANDED) this.#oldest++
    this.free = Math.max(0, this.room - viewed.length - waited)
  }

  #isWaited(index: number): boolean {
    return index >= this.#oldest && (this.#reserved[index] ?? LANDED) !== LANDED
  }
}
