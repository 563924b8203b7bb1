import type { Place, Topic } from '../model.ts'
import type { TopicRow } from '../tree/rows.ts'
import { branchOf, isWithin, ROOT, type TreeState } from '../tree/state.ts'

/** Beside which row something is dropped, and where there. */
export type Drop = { row: TopicRow; where: 'before' | 'into' | 'after' }

const EDGE = 0.3

/** By how far down in a row the pointer is. */
export function whereIn(share: number): Drop['where'] {
  if (share < EDGE) return 'before'
  return share > 1 - EDGE ? 'after' : 'into'
}

/** Right under an open topic its first place is meant. */
export function placeOf({ row, where }: Drop): Place {
  const { topic } = row
  if (where === 'into') return { parent: topic.id }
  const [first] = row.rows
  if (where === 'after' && first?.kind === 'topic') return { parent: topic.id, before: first.topic.id }
  return where === 'before' ? { parent: topic.parent, before: topic.id } : { parent: topic.parent, after: topic.id }
}

const besideIn = (state: TreeState, { id, parent }: Topic): { ids: readonly string[]; at: number } => {
  const { ids } = branchOf(state, parent ?? ROOT)
  return { ids, at: ids.indexOf(id) }
}

/** Where it stands now, so that it can be put there again. */
export function placeNow(state: TreeState, topic: Topic): Place {
  const { ids, at } = besideIn(state, topic)
  const { parent } = topic
  const [before, after] = [ids[at + 1], ids[at - 1]]
  if (after !== undefined) return { parent, after }
  return before === undefined ? { parent } : { parent, before }
}

/** Nothing goes into itself, nor to where it is. */
export function isPossible(state: TreeState, topic: Topic, place: Place): boolean {
  if (isWithin(state, place.parent, topic.id)) return false
  if (place.before === topic.id || place.after === topic.id) return false
  if (place.parent !== topic.parent) return true
  const { ids, at } = besideIn(state, topic)
  if (place.after !== undefined) return ids[at - 1] !== place.after
  return place.before === undefined ? at !== ids.length - 1 : ids[at + 1] !== place.before
}

export const STEPS = ['up', 'down', 'in', 'out'] as const
export type Step = (typeof STEPS)[number]

/** Where one step leads to; null where it leads nowhere. */
export function stepFrom(state: TreeState, topic: Topic, step: Step): Place | null {
  const { ids, at } = besideIn(state, topic)
  const { parent } = topic
  const [above, below] = [ids[at - 1], ids[at + 1]]
  switch (step) {
    case 'up':
      return above === undefined ? null : { parent, before: above }
    case 'down':
      return below === undefined ? null : { parent, after: below }
    case 'in':
      return above === undefined ? null : { parent: above }
    case 'out': {
      const around = parent === null ? undefined : state.topics.get(parent)
      return around === undefined ? null : { parent: around.parent, after: around.id }
    }
  }
}
