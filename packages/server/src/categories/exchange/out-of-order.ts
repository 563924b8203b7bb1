import type { Snapshot } from '../tree/snapshot.ts'
import type { WantedTree } from './wish.ts'

/** The fewest topics that must be put elsewhere among those beside them to stand as in the file. */
export function outOfOrder(
  snapshot: Snapshot,
  { topics }: WantedTree,
  keyOf: (id: string | null) => string | null,
): Set<string> {
  const wanted = new Map<string | null, string[]>()
  for (const { id, parent } of topics) {
    const [key, under] = [keyOf(id) ?? '', keyOf(parent)]
    if (snapshot.live(key)?.parent !== under) continue
    const beside = wanted.get(under)
    if (beside === undefined) wanted.set(under, [key])
    else beside.push(key)
  }
  const out = new Set<string>()
  for (const [parent, keys] of wanted) {
    const places = new Map(snapshot.childrenOf(parent).map(({ key }, at) => [key, at]))
    const staying = longestRise(keys.map((key) => places.get(key) ?? 0))
    keys.forEach((key, at) => staying.has(at) || out.add(key))
  }
  return out
}

/** Where the numbers stand that rise from left to right, as many as there can be. */
function longestRise(numbers: readonly number[]): Set<number> {
  const ends: number[] = []
  const before: number[] = []
  numbers.forEach((number, at) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? -1 : (ends[low - 1] ?? -1))
    ends[low] = at
  })
  const rise = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rise.add(at)
  return rise
}
