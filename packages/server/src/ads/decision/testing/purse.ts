import type { Candidate, Means, Reserved } from '../model.ts'
import { seeded } from './parts.ts'

type Kept = { advertiser: string; campaign: string; creative: string }
type Needs = {
  /** How many more each flight may show; as many as anybody likes where nothing is said. */
  money: ReadonlyMap<string, number>
  /** What the person was shown before; null where nothing is kept of them. */
  before: readonly Kept[] | null
  seed: number
  isSlow?: boolean
}

/** Money and caps as one decision sees them, and what it took of them. */
export class Purse {
  readonly means: Means
  readonly taken: { candidate: Candidate; reserved: Reserved }[] = []
  readonly asked: string[] = []
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
    this.means = {
      isCapped: needs.before === null ? null : (candidate) => this.isCapped(candidate),
      reserve: (candidate) => {
        const reserved = this.#reserve(candidate)
        return needs.isSlow === true ? Promise.resolve(reserved) : reserved
      },
      release: (_, reserved) => {
        this.taken.splice(
          this.taken.findIndex((one) => one.reserved === reserved),
          1,
        )
      },
      random: seeded(needs.seed),
    }
  }

  /** Of the first so many that were taken. */
  isCapped({ flight, advertiser, campaign, creative }: Candidate, taken = this.taken.length): boolean {
    const ids: Kept = { advertiser: advertiser._id, campaign: campaign._id, creative: creative._id }
    const now = this.taken.slice(0, taken).map(({ candidate: one }) => ({
      advertiser: one.advertiser._id,
      campaign: one.campaign._id,
      creative: one.creative._id,
    }))
    const shown = [...(this.#needs.before ?? []), ...now]
    return flight.caps.some(({ per, most }) => shown.filter((one) => one[per] === ids[per]).length >= most)
  }

  #reserve(candidate: Candidate): Reserved | null {
    const flight = candidate.flight._id
    this.asked.push(flight)
    const used = this.taken.filter((one) => one.candidate.flight._id === flight).length
    if (used >= (this.#needs.money.get(flight) ?? Number.POSITIVE_INFINITY)) return null
    const reserved = { slice: flight, index: used }
    this.taken.push({ candidate, reserved })
    return reserved
  }
}
