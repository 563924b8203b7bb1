import type { Store } from '@palaver/store'
import { expect } from 'vitest'
import { isLive, slugsOf, type Topic } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { verifyTree } from '../verify/verify.ts'

/** Every topic hangs under what is there, none under itself, and what follows from the parents is what they say. */
export function expectForest(topics: readonly Topic[]): void {
  const byKey = new Map(topics.map((topic) => [topic.key, topic]))
  for (const topic of topics) {
    const above = walk(byKey, topic)
    const slugs = [...above, topic].map(({ slug }) => slug)
    expect(topic, 'derived is not what the parents say').toMatchObject({
      ancestors: above.map(({ key }) => key),
      depth: above.length,
      path: slugs.join('/'),
    })
    if (isLive(topic)) expect(above.every(isLive), `${topic.key} is live under a retired one`).toBe(true)
  }
  expectDistinct(topics.filter(isLive))
}

/** By the parents alone, the root first. */
function walk(byKey: ReadonlyMap<string, Topic>, { key, parent }: Topic): Topic[] {
  const above: Topic[] = []
  for (let next = parent; next !== null;) {
    const topic = byKey.get(next)
    if (topic === undefined) throw new Error(`${key} is an orphan: ${next} is not there`)
    if (topic.key === key || above.includes(topic)) throw new Error(`${key} is in a circle`)
    above.unshift(topic)
    next = topic.parent
  }
  return above
}

/** Slugs of all languages and orders, each once under a parent; so are the paths. */
function expectDistinct(live: readonly Topic[]): void {
  const slugs = live.flatMap((topic) => slugsOf(topic).map((slug) => `${topic.parent ?? ''}/${slug}`))
  expect(slugs, 'a slug is there twice').toEqual([...new Set(slugs)])
  const orders = live.map(({ parent, order }) => `${parent ?? ''}/${order}`)
  expect(orders, 'an order is there twice').toEqual([...new Set(orders)])
  const paths = live.map(({ path }) => path)
  expect(paths, 'a path is there twice').toEqual([...new Set(paths)])
}

/** Two views of one tree are the same in all that can be asked of them. */
export function expectSameTree(one: Snapshot, other: Snapshot): void {
  expect(one.version).toBe(other.version)
  const sorted = ({ topics }: Snapshot): Topic[] => [...topics.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  expect(sorted(one)).toEqual(sorted(other))
  expect([...one.below(null)].map(({ key }) => key)).toEqual([...other.below(null)].map(({ key }) => key))
}

export async function expectUndamaged(store: Store, tree: string): Promise<void> {
  for await (const { kind, document, says } of verifyTree({ store }, tree))
    throw new Error(`damaged: ${kind} ${document}: ${says}`)
}
