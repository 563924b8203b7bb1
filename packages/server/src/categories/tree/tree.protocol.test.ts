import type { CollectionSpec, Engine } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { topics, trees } from '../collections.ts'
import type { TopicRevision } from '../changes/revise.ts'
import { BY_ADMIN, idOf, MAIN } from '../testing/ground.ts'
import { expectForest } from '../testing/invariants.ts'
import {
  type Acting,
  afterRestart,
  type Ended,
  ended,
  expectSound,
  fingerprint,
  processOn,
  smallTree,
  treeOf,
  type World,
} from '../testing/stepped.ts'
import type { Snapshot } from './snapshot.ts'

type Actor = (acting: Acting) => Promise<Ended>
type Ends = Readonly<Record<string, Ended | undefined>>

const revises =
  (name: string, key: string, change: TopicRevision): Actor =>
  (acting) =>
    ended(processOn(acting, name).revise(BY_ADMIN, idOf(key), { change }))

const moves = (key: string, under: string): Actor => revises(`move${key}`, key, { parent: idOf(under) })

const creates =
  (key: string, under: string): Actor =>
  (acting) =>
    ended(processOn(acting, key).create(BY_ADMIN, 'main', { name: key, parent: idOf(under) }))

const merges =
  (key: string, into: string): Actor =>
  (acting) =>
    ended(processOn(acting, `merge${key}`).merge(BY_ADMIN, idOf(key), idOf(into)))

const helps: Actor = (acting) => ended(processOn(acting, 'help').operator.settle(MAIN))

/** Somebody who reads sees one moment, whatever is under way. */
const reads: Actor = async (acting) => {
  const { topics: seen } = await processOn(acting, 'read').snapshots.of(MAIN)
  expectForest([...seen.values()])
  return 'done'
}

type Case = {
  title: string
  actors: Record<string, Actor>
  /** What must be where all is done and told; who died has done it or not. */
  check: (snapshot: Snapshot, ends: Ends, isWhole: boolean) => void
  setUp?: () => Promise<World>
  runs?: number
}

const protocol = ({ title, actors, check, setUp = smallTree, runs = 250 }: Case) =>
  defineProtocol<World, Record<string, Ended>>({
    title,
    setUp,
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors,
    fingerprint,
    check: async (world, { acknowledged, crashed }) => {
      if (crashed.length === 0) expect((await treeOf(world))?.pending, 'nobody has finished it').toBe(null)
      const restarted = await afterRestart(world)
      await expectSound(world)
      check(await restarted.snapshots.of(MAIN), acknowledged, crashed.length === 0)
    },
    maxSteps: 1_000,
    exhaustiveUpTo: runs,
    random: 60,
  })

const parentOf = (snapshot: Snapshot, key: string): string | null | undefined => snapshot.get(key)?.parent
const pathOf = (snapshot: Snapshot, key: string): string | undefined => snapshot.get(key)?.path

/** What was acknowledged is there. */
const expectKept = (end: Ended | undefined, isThere: boolean): void => {
  if (end === 'done') expect(isThere, 'acknowledged, but not there').toBe(true)
}

const CIRCLE: Case = {
  title: 'each under the other',
  actors: { ab: moves('A', 'B'), ba: moves('B', 'A') },
  check: (snapshot, { ab, ba }, isWhole) => {
    expectKept(ab, parentOf(snapshot, 'A') === 'B')
    expectKept(ba, parentOf(snapshot, 'B') === 'A')
    for (const end of [ab, ba]) if (end !== undefined && end !== 'done') expect(end).toEqual({ refused: 'topic-cycle' })
    if (isWhole) expect([ab, ba].filter((end) => end === 'done')).toHaveLength(1)
  },
}

const RENAME_AND_CREATE: Case = {
  title: 'a new name, and a new topic under it',
  actors: { rename: revises('rename', 'A', { name: 'Alpha' }), N: creates('N', 'A'), reads },
  check: (snapshot, { rename, N }, isWhole) => {
    expectKept(rename, pathOf(snapshot, 'C') === 'alpha/c')
    expectKept(N, parentOf(snapshot, 'N') === 'A')
    if (isWhole) expect(pathOf(snapshot, 'N')).toBe('alpha/n')
  },
}

const MERGE_AND_MOVE: Case = {
  title: 'a merge, and a move under what is merged',
  actors: { merge: merges('A', 'B'), move: moves('D', 'A') },
  check: (snapshot, { merge, move }) => {
    expectKept(merge, snapshot.heirOf('A')?.key === 'B' && parentOf(snapshot, 'C') === 'B')
    const merged = snapshot.live('A') === null
    expectKept(move, parentOf(snapshot, 'D') === (merged ? 'B' : 'A'))
    if (move !== undefined && move !== 'done') expect(move).toEqual({ refused: 'topic-retired' })
  },
}

const TWO_NAMES: Case = {
  title: 'two new names, and one who helps',
  actors: { one: revises('one', 'A', { name: 'One' }), two: revises('two', 'A', { name: 'Two' }), helps },
  check: (snapshot, { one, two }) => {
    const path = pathOf(snapshot, 'C')
    if (one === 'done' && two === 'done') expect(['one/c', 'two/c'], 'a name was lost').toContain(path)
    expectKept(one, path !== 'a/c')
    expectKept(two, path !== 'a/c')
    // Who comes second has seen the name of the first.
    const formers = ['a', 'one', 'two'].filter((slug) => snapshot.formersAt(null, slug).length > 0)
    expect(formers, 'a name was lost').toHaveLength(snapshot.version - 4)
  },
}

const MERGE_BOTH_WAYS: Case = {
  title: 'each into the other',
  actors: { ab: merges('A', 'B'), ba: merges('B', 'A'), N: creates('N', 'A') },
  runs: 150,
  check: (snapshot, { ab, ba, N }, isWhole) => {
    for (const end of [ab, ba, N])
      if (end !== undefined && end !== 'done') expect(end).toEqual({ refused: 'topic-retired' })
    if (isWhole) expect([ab, ba].filter((end) => end === 'done')).toHaveLength(1)
    expectKept(N, snapshot.live('N') !== null)
    for (const key of ['A', 'B']) expect(snapshot.heirOf(key), 'nobody took over').not.toBe(null)
  },
}

type Update = Engine['update']

/** The engine, but updates of one collection do not ask for these fields. */
const withoutConditions =
  (spec: CollectionSpec, ...paths: readonly string[]) =>
  async (): Promise<World> => {
    const { engine, ...rest } = await smallTree()
    const update: Update = (collection, request) => {
      if (collection.name !== spec.name) return engine.update(collection, request)
      const where = request.where.filter((clause) => !('path' in clause) || !paths.includes(clause.path))
      return engine.update(collection, { ...request, where })
    }
    return { engine: withMembers(engine, { update }), ...rest }
  }

/** It never looks a second time at what the tree is at. */
const readsWithoutLookingAgain: Actor = (acting) => {
  let first: ReturnType<Engine['get']> | null = null
  const get: Engine['get'] = (collection, id) =>
    collection.name === trees.name ? (first ??= acting.engine.get(collection, id)) : acting.engine.get(collection, id)
  return reads({ ...acting, engine: withMembers(acting.engine, { get }) })
}

describe('changes of a tree at once, each possibly cut off anywhere', () => {
  for (const one of [CIRCLE, RENAME_AND_CREATE, MERGE_AND_MOVE, TWO_NAMES, MERGE_BOTH_WAYS])
    it(`A6.2, 4: ${one.title}`, () => exploreProtocol(protocol(one)))
})

describe('what it would be without', () => {
  it('the look at the version in the deciding write', async () => {
    const setUp = withoutConditions(trees, 'version', 'pending')
    await expectBroken(protocol({ ...CIRCLE, setUp, runs: 2_000 }), /circle|finished|acknowledged|events|cycle|done/)
  })

  it('the guard of versions on topics', async () => {
    const setUp = withoutConditions(topics, 'version')
    await expectBroken(protocol({ ...TWO_NAMES, setUp, runs: 3_000 }), /derived|lost|damaged|not there/)
  })

  it('the name of the operation in the write that ends it', async () => {
    const setUp = withoutConditions(trees, 'pending.id')
    await expectBroken(protocol({ ...TWO_NAMES, setUp, runs: 3_000 }), /derived|lost|damaged|not there|events|finished/)
  })

  it('the second look of who reads', async () => {
    const actors = { rename: revises('rename', 'A', { name: 'Alpha' }), reads: readsWithoutLookingAgain }
    await expectBroken(protocol({ ...RENAME_AND_CREATE, actors, check: () => {} }), /derived/)
  })
})
