import { expect, it } from 'vitest'
import { sqliteInMemory } from '../../../../store/src/testing/engines.ts'
import { BY_ADMIN, idOf, MAIN, topicsOn, treeGround } from '../testing/ground.ts'
import { expectSameTree } from '../testing/invariants.ts'
import { Snapshot } from './snapshot.ts'

it('a topic that a load meets before and after it was moved stands where it is', async () => {
  const { topics, close } = await treeGround(sqliteInMemory.open)
  for (const name of ['A', 'B', 'C']) await topics.create(BY_ADMIN, 'main', { name })
  const before = await topics.snapshots.of(MAIN)
  await topics.revise(BY_ADMIN, idOf('k3'), { change: { parent: idOf('k1') } })
  const after = await topics.snapshots.of(MAIN)
  const both = [...before.topics.values(), ...after.topics.values()]
  const loaded = Snapshot.empty(after.tree).with({
    tree: after.tree,
    version: after.version,
    topics: both,
    formers: [],
  })
  expectSameTree(loaded, after)
  expect(loaded.childrenOf(null).map(({ key }) => key)).toEqual(['k1', 'k2'])
  await close()
})

it('who has read an old document of the tree gets what is known to be newer, and reads nothing', async () => {
  const { store, topics, close } = await treeGround(sqliteInMemory.open)
  const old = await topics.trees.get(MAIN)
  const { snapshot } = await topics.create(BY_ADMIN, 'main', { name: 'A' })
  expect(old && (await topics.snapshots.at(old))).toBe(snapshot)
  const other = topicsOn(store, 'other')
  expectSameTree(await other.snapshots.of(MAIN), snapshot)
  await close()
})

it('what is kept of a tree goes on from where it was, in another process too', async () => {
  const { store, topics, close } = await treeGround(sqliteInMemory.open)
  const other = topicsOn(store, 'other')
  for (const name of ['A', 'B', 'C']) {
    await topics.create(BY_ADMIN, 'main', { name })
    expectSameTree(await other.snapshots.of(MAIN), await topics.snapshots.of(MAIN))
  }
  await other.merge(BY_ADMIN, idOf('k2'), idOf('k1'))
  const { snapshot } = await topics.restore(BY_ADMIN, idOf('k2'), {})
  expectSameTree(await other.snapshots.of(MAIN), snapshot)
  expect(snapshot.formersAt(null, 'b')).toHaveLength(1)
  await close()
})

it('finds a topic by its reference at each version as it was there', async () => {
  const { topics, close } = await treeGround(sqliteInMemory.open)
  const first = await topics.create(BY_ADMIN, 'main', { name: 'A', ref: 'x:1' })
  const second = await topics.create(BY_ADMIN, 'main', { name: 'B', ref: 'x:2' })
  await topics.revise(BY_ADMIN, idOf('k1'), { change: { ref: null } })
  const last = await topics.revise(BY_ADMIN, idOf('k2'), { change: { ref: 'x:1' } })
  const keys = [first, second, last].map(({ snapshot }) =>
    ['x:1', 'x:2', 'x:3'].map((ref) => snapshot.byRef(ref)?.key ?? null),
  )
  expect(keys).toEqual([
    ['k1', null, null],
    ['k1', 'k2', null],
    ['k2', null, null],
  ])
  await close()
})
