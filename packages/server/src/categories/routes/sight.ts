import type { Actor } from '../../api/actor.ts'
import { audienceOf, seesAudience, type Viewer, viewerOf } from '../listings/audience.ts'
import { isLive, type Topic } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'

/** What somebody sees of a tree. What they do not see is for them as if it never was. */
export type Sight = {
  sees: (topic: Topic) => boolean
  /** Those that are there. */
  topics: number
  /** Whether nothing is hidden from them. */
  isWhole: boolean
}

const known = new WeakMap<Snapshot, Map<Viewer, Sight>>()

/** The same for all of a kind: it is found out once for each of them and each state of the tree. */
export function sightOf(snapshot: Snapshot, actor: Actor | null): Sight {
  const viewers = known.get(snapshot) ?? new Map<Viewer, Sight>()
  known.set(snapshot, viewers)
  const viewer = viewerOf(actor)
  const sight = viewers.get(viewer) ?? newSight(snapshot, viewer)
  viewers.set(viewer, sight)
  return sight
}

function newSight(snapshot: Snapshot, viewer: Viewer): Sight {
  const all = [...snapshot.topics.values()]
  const sees = (topic: Topic): boolean => seesAudience(viewer, audienceOf(snapshot, topic))
  const seen = all.filter(sees)
  const isWhole = seen.length === all.length
  return { sees: isWhole ? () => true : sees, topics: seen.filter(isLive).length, isWhole }
}
