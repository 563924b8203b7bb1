import type { Candidate } from '../decision/model.ts'
import type { CapScope, KeptShown, Shown } from '../model.ts'
import { countsFor, type Moment, MOST_KEPT, scopeId } from './counting.ts'
import type { Living } from './keeping.ts'

/** What a decision shows, until its impression comes. */
export type NewShown = Omit<Shown, 'confirmed'>

/** What one decision is told of the caps. */
export type Capping = {
  /** Whether one more would go past a cap. */
  isCapped: (candidate: Candidate, now: number) => boolean
  /** What the decision has chosen counts for what it chooses next: two places of one page. */
  note: (shown: NewShown) => void
}

/** For whom nothing can be counted: nothing that has a cap is shown. */
export const allCapped: Capping = { isCapped: ({ flight }) => flight.caps.length > 0, note: () => {} }

export function cappingOn({ shown: before, over }: Living, { by }: Moment): Capping {
  if (over !== null) return allCapped
  const known = new ByScope(before)
  const noted: KeptShown[] = []
  return {
    isCapped(candidate, now) {
      const { caps } = candidate.flight
      if (caps.length > 0 && before.length + noted.length >= MOST_KEPT) return true
      return caps.some((cap) => {
        const id = scopeId(cap.per, candidate)
        const counts = (one: KeptShown): boolean => one[cap.per] === id && countsFor(one, cap, { now, by })
        return countOf(known.of(cap.per, id), counts) + countOf(noted, counts) >= cap.most
      })
    },
    note: (shown) => void noted.push({ ...shown, confirmed: false, by }),
  }
}

/** Finds those of one advertiser, campaign or creative. Mostly one is asked for: only who asks on is worth sorting for. */
class ByScope {
  readonly #all: readonly KeptShown[]
  readonly #sorted = new Map<CapScope, Map<string, KeptShown[]> | null>()

  constructor(all: readonly KeptShown[]) {
    this.#all = all
  }

  /** All of them, and maybe others. */
  of(per: CapScope, id: string): readonly KeptShown[] {
    const sorted = this.#sorted.get(per)
    if (sorted === undefined) {
      this.#sorted.set(per, null)
      return this.#all
    }
    const found = sorted ?? Map.groupBy(this.#all, (one) => one[per])
    this.#sorted.set(per, found)
    return found.get(id) ?? []
  }
}

function countOf(all: readonly KeptShown[], counts: (one: KeptShown) => boolean): number {
  let count = 0
  for (const one of all) if (counts(one)) count += 1
  return count
}
