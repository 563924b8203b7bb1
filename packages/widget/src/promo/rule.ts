import type { Placement } from './model.ts'

/** After the first so many, and then after each so many more. */
export type Rule = { after: number; every: number | null; most: number }

/** Null where a zone is not made for lists. */
export function ruleOf(placement: Placement): Rule | null {
  if (placement.kind === 'thread') return placement
  if (placement.kind === 'feed') return { after: placement.every, every: placement.every, most: placement.most }
  return null
}

type Taken = { has: (key: string) => boolean; size: number }

/**
 * After which of these the next ads belong. What has one keeps it, wherever it has moved since: places are looked for
 * behind the last of them. Behind the last of all there is none, since that is not between two.
 */
export function nextPlaces(keys: readonly string[], taken: Taken, { after, every, most }: Rule): string[] {
  const found: string[] = []
  const start = keys.findLastIndex((key) => taken.has(key)) + 1
  let [since, all] = [0, taken.size]
  for (const key of keys.slice(start, -1)) {
    const step = all === 0 ? after : every
    if (step === null || all >= most) break
    if (++since < Math.max(step, 1)) continue
    found.push(key)
    since = 0
    all++
  }
  return found
}
