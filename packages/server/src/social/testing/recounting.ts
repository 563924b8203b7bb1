import type { CollectionOf, Store } from '@palaver/store'
import { expect } from 'vitest'
import { relations } from '../../accounts/collections.ts'
import * as all from '../collections.ts'

/** All that is in a collection. */
export async function allOf<D extends { _id: string }>(store: Store, spec: CollectionOf<D>): Promise<D[]> {
  const found: D[] = []
  for await (const { doc } of store.collection(spec).scan()) found.push(doc)
  return found
}

/** Every follow is known from both sides, none goes across a block, and what is counted is what there is. */
export async function expectWhole(store: Store): Promise<void> {
  const edges = await allOf(store, all.follows)
  const sides = (await allOf(store, all.followers)).filter(({ state }) => state === 'asked' || state === 'follows')
  const named = ({ follower, followee, state, at }: (typeof edges)[number]) => `${follower}>${followee} ${state} ${at}`
  expect(sides.map(named).toSorted(), 'both sides').toEqual(edges.map(named).toSorted())
  const blocks = (await allOf(store, relations)).filter(({ kind }) => kind === 'block')
  const across = edges.filter(({ follower, followee }) =>
    blocks.some(({ from, to }) => (from === follower && to === followee) || (from === followee && to === follower)),
  )
  expect(across, 'an edge across a block').toEqual([])
  const counted = new Map(
    (await allOf(store, all.personNumbers)).map(({ _id, org: _, seq: __, ...numbers }) => [_id, numbers]),
  )
  for (const [person, { followers, following, asked }] of counted)
    expect({ followers, following, asked }, 'numbers').toEqual({
      followers: edges.filter(({ followee, state }) => followee === person && state === 'follows').length,
      following: edges.filter(({ follower, state }) => follower === person && state === 'follows').length,
      asked: edges.filter(({ followee, state }) => followee === person && state === 'asked').length,
    })
  for (const { follower, followee } of edges)
    expect(counted.has(follower) || counted.has(followee), 'counted at all').toBe(true)
}
