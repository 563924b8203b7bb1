import { allOf, type Bits, drop } from './bits.ts'
import type { Entry } from './entry.ts'
import type { Standing } from './page.ts'

/** Where fewer have something in common, it is faster to look at each. */
const MANY = 64

/** Whom an ad on the page keeps off it. Not roadblocks: these may stand beside themselves, so each is looked at. */
export class Rivals {
  readonly #allBut = new Map<string, Bits>()

  constructor(entries: readonly Entry[]) {
    const groups = new Map<string, number[]>()
    for (const { candidate, rank } of entries) {
      if (candidate.campaign.roadblock) continue
      add(groups, ofAdvertiser(candidate.advertiser._id), rank)
      if (candidate.advertiser.category !== null) add(groups, ofCategory(candidate.advertiser.category), rank)
    }
    for (const [key, ranks] of groups) {
      if (ranks.length < MANY) continue
      const others = allOf(entries.length)
      for (const rank of ranks) drop(others, rank)
      this.#allBut.set(key, others)
    }
  }

  allBut({ advertiser, category }: Standing): Bits[] {
    const keys = category === null ? [ofAdvertiser(advertiser)] : [ofAdvertiser(advertiser), ofCategory(category)]
    return keys.flatMap((key) => this.#allBut.get(key) ?? [])
  }
}

const ofAdvertiser = (id: string): string => `advertiser ${id}`
const ofCategory = (category: string): string => `category ${category}`

function add(groups: Map<string, number[]>, key: string, rank: number): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [rank])
  else group.push(rank)
}
