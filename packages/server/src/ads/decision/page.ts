import type { CapScope } from '../model.ts'
import type { Ask, Candidate } from './model.ts'

/** What stands on the page, from an earlier answer or from this one. */
export type Standing = {
  advertiser: string
  category: string | null
  campaign: string
  isRoadblock: boolean
  /** Null where nobody said. */
  creative: string | null
}

type Directory = {
  advertisers: ReadonlyMap<string, { category: string | null }>
  campaigns: ReadonlyMap<string, { roadblock: boolean }>
}

/** What one answer puts on a page, and what was there before. */
export class Page {
  readonly #standing: Standing[]
  readonly #creatives = new Set<string>()
  /** Flights that had no money, or not now: none of their other creatives is asked for. */
  readonly #broke = new Set<string>()

  constructor(beside: Ask['beside'], { advertisers, campaigns }: Directory) {
    this.#standing = beside.map(({ advertiser, campaign, creative = null }) => ({
      advertiser,
      category: advertisers.get(advertiser)?.category ?? null,
      campaign,
      isRoadblock: campaigns.get(campaign)?.roadblock ?? false,
      creative,
    }))
    for (const { creative } of beside) if (creative !== undefined) this.#creatives.add(creative)
  }

  get standing(): readonly Standing[] {
    return this.#standing
  }

  has(creative: string): boolean {
    return this.#creatives.has(creative)
  }

  add({ advertiser, campaign, creative }: Candidate): Standing {
    const standing = {
      advertiser: advertiser._id,
      category: advertiser.category,
      campaign: campaign._id,
      isRoadblock: campaign.roadblock,
      creative: creative._id,
    }
    this.#creatives.add(creative._id)
    this.#standing.push(standing)
    return standing
  }

  isBroke(flight: string): boolean {
    return this.#broke.has(flight)
  }

  noteBroke(flight: string): void {
    this.#broke.add(flight)
  }

  /** Those that may not stand beside the candidate: all but what the same roadblock put there. */
  isRivalled({ campaign }: Candidate, isRival: (one: Standing) => boolean): boolean {
    return this.#standing.some((one) => isRival(one) && !(campaign.roadblock && one.campaign === campaign._id))
  }

  /** How many of a cap's scope stand on the page: all that can be counted where nothing is kept of the person. */
  countOf(per: CapScope, candidate: Candidate): number {
    return this.#standing.filter((one) => one[per] === candidate[per]._id).length
  }
}
