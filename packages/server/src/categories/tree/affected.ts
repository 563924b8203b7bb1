import type { Former, Operation, Topic } from '../model.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * The topics that an operation writes, as they are afterwards: those it changes, and all below those whose address
 * changes, also what is retired there. It may be asked of a tree on which half of it was done: the answer is the same.
 */
export function affectedBy(snapshot: Snapshot, operation: Operation): Topic[] {
  const after = changedBy(snapshot, operation)
  const moved = operation.changes.filter(({ set }) => set.parent !== undefined || set.slug !== undefined)
  addBelow(
    snapshot,
    after,
    moved.map(({ key }) => key),
  )
  placeAll(snapshot, after, operation.version)
  return [...after.values()]
}

function changedBy({ topics, tree }: Snapshot, { changes, version }: Operation): Map<string, Topic> {
  const after = new Map<string, Topic>()
  for (const { key, set } of changes) {
    const blank = { _id: `${tree._id}~${key}`, tree: tree._id, org: tree.org, key, ancestors: [], path: '', depth: 0 }
    // What is new has all of its truth in the change.
    after.set(key, { ...blank, ...topics.get(key), ...set, version } as Topic)
  }
  return after
}

function addBelow(snapshot: Snapshot, after: Map<string, Topic>, open: string[]): void {
  const seen = new Set<string>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    for (const child of snapshot.allUnder(next)) {
      if (!after.has(child.key)) after.set(child.key, child)
      open.push(child.key)
    }
  }
}

/** Parents first. What is not written stands where it stood. */
function placeAll({ topics }: Snapshot, after: Map<string, Topic>, version: number): void {
  const placed = new Set<string>()
  const place = (key: string): Topic | null => {
    const topic = after.get(key)
    if (topic === undefined) return topics.get(key) ?? null
    if (placed.has(key)) return topic
    placed.add(key)
    const above = topic.parent === null ? null : place(topic.parent)
    const now = { ...topic, ...placeUnder(above, topic), version }
    after.set(key, now)
    return now
  }
  for (const key of after.keys()) place(key)
}

const placeUnder = (above: Topic | null, { slug }: Topic): Pick<Topic, 'ancestors' | 'path' | 'depth'> =>
  above === null
    ? { ancestors: [], path: slug, depth: 0 }
    : { ancestors: [...above.ancestors, above.key], path: `${above.path}/${slug}`, depth: above.depth + 1 }

/** The places that an operation takes from topics, as they are kept. */
export const formersOf = (tree: string, { formers }: Operation): Former[] =>
  formers.map((former) => {
    const name = `${former.topic}.${former.until}`
    return { _id: `${tree}~${name}`, tree, name, ...former }
  })
