import type { Candidate, Reserved } from '../decision/model.ts'
import { SLICE_MS } from '../lifetimes.ts'
import { dayIn, nextHour } from './days.ts'
import { Held } from './held.ts'
import { lease, type LeaseNeeds } from './lease.ts'
import { Waiting } from './waiting.ts'

export type PurseNeeds = LeaseNeeds & {
  /** Before the first lease of a flight that costs a price once; false: it cannot be paid. */
  isPaid: (candidate: Candidate, now: number) => Promise<boolean>
  onError: (error: unknown) => void
}

/** That nothing is left is believed for so long. */
const EMPTY_MS = 1000
/** With less than this part of a slice left the next one is fetched. */
const LITTLE = 0.1
/** Small slices are of budgets at their end, or of flights that are shown slowly: there nothing is taken before it is needed. */
const WORTH_PREFETCHING = 10
/** Of many who wait for one lease some find it used up by the others, and wait again. */
const MOST_WAITS = 100

/** What this node may show of one flight. */
export class Purse {
  readonly campaign: string
  readonly #needs: PurseNeeds
  readonly #waiting: Waiting
  /** Those with room; more than one only while the next is fetched already. */
  #open: Held[] = []
  #leasing: Promise<void> | null = null
  #emptyUntil = 0

  constructor(needs: PurseNeeds, campaign: string) {
    this.#needs = needs
    this.#waiting = new Waiting(needs.slices)
    this.campaign = campaign
  }

  /** At once while a slice has room. */
  reserve(candidate: Candidate, now: number): Reserved | null | Promise<Reserved | null> {
    const reserved = this.#take(candidate, now)
    if (reserved !== null) return reserved
    return now < this.#emptyUntil ? null : this.#wait(candidate, now)
  }

  release({ slice, index }: Reserved): void {
    const held = this.#find(slice)
    held?.release(index)
    if (held === undefined || held.free === 0 || !this.#waiting.remove(held)) return
    this.#open.push(held)
    this.#emptyUntil = 0
  }

  landed({ slice, index }: Reserved): void {
    this.#find(slice)?.landed(index)
  }

  /** There may be something again. */
  changed(): void {
    this.#emptyUntil = 0
  }

  isIdle(now: number): boolean {
    return this.#leasing === null && this.#waiting.isEmpty && this.#open.every(({ until }) => until <= now)
  }

  #find(key: string): Held | undefined {
    return this.#open.find((held) => held.key === key) ?? this.#waiting.find(key)
  }

  #take(candidate: Candidate, now: number): Reserved | null {
    for (let held = this.#open[0]; held !== undefined; held = this.#open[0]) {
      if (held.serves(candidate, now)) {
        const index = held.reserve(now)
        if (held.free <= held.room * LITTLE && this.#open.length === 1) this.#prefetch(held, candidate, now)
        return { slice: held.key, index }
      }
      this.#open.shift()
      this.#waiting.add(held, now)
    }
    return null
  }

  #prefetch({ room }: Held, candidate: Candidate, now: number): void {
    if (room < WORTH_PREFETCHING || this.#leasing !== null || now < this.#emptyUntil) return
    this.#lease(candidate, now).catch(this.#needs.onError)
  }

  async #wait(candidate: Candidate, now: number): Promise<Reserved | null> {
    for (let wait = 0; wait < MOST_WAITS; wait++) {
      await this.#lease(candidate, now)
      const reserved = this.#take(candidate, now)
      if (reserved !== null) return reserved
      if (now < this.#emptyUntil) return null
    }
    return null
  }

  /** All who want one wait for the same. */
  #lease(candidate: Candidate, now: number): Promise<void> {
    return (this.#leasing ??= this.#next(candidate, now).finally(() => (this.#leasing = null)))
  }

  async #next(candidate: Candidate, now: number): Promise<void> {
    const isFlat = candidate.flight.pricing.model === 'flat'
    try {
      const { full, free } = await this.#waiting.look(candidate, now)
      this.#open.push(...free)
      if (free.length > 0 && full.length === 0) return
      const isPaid = !isFlat || (await this.#needs.isPaid(candidate, now))
      const slice = isPaid ? await lease(this.#needs, { candidate, now, settled: full }) : null
      if (slice !== null) this.#open.push(new Held(slice, untilOf(candidate, now), candidate))
      else if (free.length === 0) this.#emptyUntil = now + EMPTY_MS
    } catch (error) {
      // Others may have something to show: this one is asked again soon.
      this.#emptyUntil = now + EMPTY_MS
      this.#needs.onError(error)
    }
  }
}

/** A slice is of one day; one that is spread evenly, of one hour. */
function untilOf({ campaign: { timeZone }, flight: { pacing } }: Candidate, now: number): number {
  const next = nextHour(timeZone, now)
  const isOfHour = pacing === 'even' || dayIn(timeZone, next) !== dayIn(timeZone, now)
  return Math.min(now + SLICE_MS, isOfHour ? next : Infinity)
}
