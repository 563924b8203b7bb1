import { createStore, type Engine } from '@palaver/store'
import { expect } from 'vitest'
import { type Contents, contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { Refusal } from '../../api/refusal.ts'
import { ADMIN } from '../../comments/testing/ground.ts'
import { topics as topicsSpec, treeCollections, trees } from '../collections.ts'
import type { Topic, Tree } from '../model.ts'
import type { Topics } from '../service.ts'
import { BY_ADMIN, idOf, MAIN, topicsOn } from './ground.ts'
import { expectForest, expectUndamaged } from './invariants.ts'
import { Reused } from './reused.ts'

/** `told`: where the log was as the run began. */
export type World = { engine: Engine; told: number }
export type Acting = Pick<World, 'engine'> & { sleep: () => Promise<void> }

/** What somebody came to: done, or why not. */
export type Ended = 'done' | { refused: string }

const NOON = Date.UTC(2026, 0, 1, 12)
const atOnce = (): Promise<void> => Promise.resolve()

/** The service as one process has it, the same in every run. */
export function processOn({ engine, sleep }: Acting, name: string): Topics {
  const world = { sleep, now: () => NOON, random: () => 0 }
  return topicsOn(createStore(engine, world), name, { ...world, newPart: () => name })
}

export async function ended(work: Promise<unknown>): Promise<Ended> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code }
    throw error
  }
}

const reused = new Reused(treeCollections)

/** `A` with `C` under it, `B`, and `D`; each is called by its key. */
async function planted(): Promise<Contents> {
  const engine = await reused.open()
  const under: Record<string, string | null> = { A: null, B: null, C: 'A', D: null }
  await processOn({ engine, sleep: atOnce }, 'seed').trees.create(ADMIN, { key: 'main', name: 'Main' })
  for (const [name, parent] of Object.entries(under)) {
    const wanted = { name, parent: parent === null ? null : idOf(parent) }
    await processOn({ engine, sleep: atOnce }, name).create(BY_ADMIN, 'main', wanted)
  }
  const contents = await contentsOf(engine)
  await engine.close()
  return contents
}

let first: Promise<Contents> | null = null

/** A small tree, of which nothing was told yet. */
export async function smallTree(): Promise<World> {
  first ??= planted().then(({ documents }) => ({ documents, events: [] }))
  const { engine, begin } = await reused.with(await first)
  return { engine, told: begin }
}

/** All that the future of a run depends on. */
export async function fingerprint({ engine, told }: World): Promise<unknown> {
  const documents = await Promise.all(treeCollections.map((spec) => engine.batch(spec, null, 100)))
  const events = await engine.readEvents({ partition: 0, after: told, limit: 100 })
  return [documents, events.map(({ _id }) => _id)]
}

export const treeOf = ({ engine }: World): Promise<Tree | null> => createStore(engine).collection(trees).get(MAIN)

/** All topics as they are stored. */
async function storedIn({ engine }: World): Promise<Topic[]> {
  const stored = await engine.batch(topicsSpec, null, 1_000)
  return stored.map(({ doc }) => doc as unknown as Topic)
}

/** As a process finds it that was started now: what is under way is finished first. */
export async function afterRestart(world: World): Promise<Topics> {
  const topics = processOn({ ...world, sleep: atOnce }, 'restart')
  await topics.operator.settle(MAIN)
  return topics
}

/** A forest in the store, as every reader sees it, of which exactly what happened was told. */
export async function expectSound(world: World): Promise<void> {
  const tree = await treeOf(world)
  expect(tree?.pending, 'nobody has finished it').toBe(null)
  expectForest(await storedIn(world))
  await expectUndamaged(createStore(world.engine), MAIN)
  const told = await world.engine.readEvents({ partition: 0, after: world.told, limit: 100 })
  expect(told.length, 'another number of events than of changes').toBe((tree?.version ?? 0) - PLANTED)
}

const PLANTED = 4
