import { decide } from './deciding.ts'
import type { Ask, Chosen, Means } from './model.ts'
import { PLACE_RULES } from './rules.ts'
import { knownOf } from './scene.ts'
import type { Snapshot } from './snapshot.ts'

/** What is shown in the places of a page, place by place, the best first. */
export const choose = (snapshot: Snapshot, ask: Ask, means: Means): Promise<Chosen[]> =>
  decide({ snapshot, ask, means, watcher: null })

/** Whether a zone shows ads at all on this page and to this person: its own house ads as little as others. */
export function isOpen({ places }: Snapshot, ask: Ask, zone: string): boolean {
  const place = places.get(zone)
  return place !== undefined && PLACE_RULES.every(({ holds }) => holds({ ...knownOf(ask), place }))
}
