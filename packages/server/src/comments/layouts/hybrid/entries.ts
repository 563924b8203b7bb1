import type { RawItem } from './raw-page.ts'

export type Entry = { key: string; item: RawItem }

/** Keys from `from` on, before `until`. */
export type Span = { from: string; until: string }

export type Part = {
  entries: Entry[]
  /** What is still to be read; null at the end. */
  rest: Span | null
}

/** How many entries lie before a key; they are sorted. */
export function countBefore(entries: readonly Entry[], key: string): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle] as Entry).key < key) low = middle + 1
    else high = middle
  }
  return low
}

export const rest = (from: string, until: string): Span | null => (from < until ? { from, until } : null)
