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
  const live = [...before]
  // Many are asked for: each looks only at what concerns it.
  const found = new Map<CapScope, Map<string, KeptShown[]>>()
  const shownOf = (per: CapScope, id: string): readonly KeptShown[] => {
    const known = found.get(per) ?? Map.groupBy(live, (one) => one[per])
    found.set(per, known)
    return known.get(id) ?? []
  }
  return {
    isCapped(candidate, at) {
      const { caps } = candidate.flight
      if (caps.length > 0 && live.length >= MOST_KEPT) return true
      return caps.some((cap) => {
        const shown = shownOf(cap.per, scopeId(cap.per, candidate))
        return shown.filter((one) => countsFor(one, cap, { now: at, by })).length >= cap.most
      })
    },
    note(shown) {
      live.push({ ...shown, confirmed: false, by })
      found.clear()
    },
  }
}
