import { RecentMap } from '../../api/recent-map.ts'
import type { Candidate, Reserved } from '../decision/model.ts'
import type { LeaseNeeds } from './lease.ts'
import { feePaid, feeState } from './fees.ts'
import { Purse, type PurseNeeds } from './purse.ts'
import { termsOf } from './terms.ts'

export type PursesNeeds = LeaseNeeds & { onError?: (error: unknown) => void }

/** Slices of so many flights are found by the impressions of what was decided from them. */
const MOST_KEPT = 20_000

/** Of no slice: there is nothing to be given back. */
const NOWHERE: Reserved = { slice: '', index: 0 }

/** What this node may show, by flights: parts of budgets that it has leased. */
export class Purses {
  readonly #needs: PurseNeeds
  readonly #purses = new Map<string, Purse>()
  /** Whose a slice is. */
  readonly #owners = new RecentMap<Purse>({ capacity: MOST_KEPT })

  constructor({ onError = () => {}, ...needs }: PursesNeeds) {
    this.#needs = { ...needs, onError, isPaid: (candidate, now) => feePaid(needs, candidate, now) }
  }

  /** At once while the flight's slice has room; null: no budget, not its turn, or its goal is reached. */
  reserve(candidate: Candidate, now: number): Reserved | null | Promise<Reserved | null> {
    const purse = this.#purses.get(candidate.flight._id) ?? this.#open(candidate, now)
    const reserved = purse.reserve(candidate, now)
    if (reserved === null) return null
    if (reserved instanceof Promise) return reserved.then((one) => (one === null ? null : this.#own(one, purse)))
    return this.#own(reserved, purse)
  }

  /** The same for who only wants to know: what costs a price once is not paid by that. */
  async tryOut(candidate: Candidate, now: number): Promise<Reserved | null> {
    const state = candidate.flight.pricing.model === 'flat' ? await feeState(this.#needs, candidate, now) : 'billed'
    if (state === 'billed') return this.reserve(candidate, now)
    const campaign = state === 'full' ? null : await this.#needs.campaigns.get(candidate.campaign._id)
    return campaign === null || termsOf({ ...candidate, campaign, now }) === null ? null : NOWHERE
  }

  /** A decision that was not made after all. */
  release(reserved: Reserved): void {
    this.#owners.peek(reserved.slice)?.release(reserved)
  }

  /** Its impression came. */
  landed(reserved: Reserved): void {
    this.#owners.peek(reserved.slice)?.landed(reserved)
  }

  /** There may be something again of what there was nothing. */
  changed(campaign: string): void {
    for (const purse of this.#purses.values()) if (purse.campaign === campaign) purse.changed()
  }

  #own(reserved: Reserved, purse: Purse): Reserved {
    if (this.#owners.peek(reserved.slice) === undefined) this.#owners.set(reserved.slice, purse)
    return reserved
  }

  #open({ flight, campaign }: Candidate, now: number): Purse {
    const purse = new Purse(this.#needs, campaign._id)
    if (this.#purses.size >= MOST_KEPT)
      for (const [id, one] of this.#purses) if (one.isIdle(now)) this.#purses.delete(id)
    this.#purses.set(flight._id, purse)
    return purse
  }
}
