import { once } from 'node:events'
import { join } from 'node:path'
import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { createStore, openSqlite, type Store } from '@palaver/store'
import { expect, it, onTestFinished } from 'vitest'
import { randomNumbers } from '../../../../store/src/testing/protocol/random.ts'
import { spawnSource } from '../../../../store/src/testing/torture/writing-child.ts'
import { ADMIN } from '../../comments/testing/ground.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { addTopic } from '../changes/create.ts'
import { Draft } from '../changes/draft.ts'
import { treeCollections } from '../collections.ts'
import type { Topic } from '../model.ts'
import { MAIN, topicsOn } from '../testing/ground.ts'
import { expectForest, expectSameTree, expectUndamaged } from '../testing/invariants.ts'

const BELOW = 3_000
const KILLS = 5
const AT = '2026-01-01T00:00:00.000Z'

type Ground = { file: string; store: Store }

/** `root` with thousands under it, and two others to move it to. */
async function ground(): Promise<Ground> {
  const file = join(await tempFolder(), 'tree.db')
  const store = createStore(await openSqlite({ file, collections: treeCollections }))
  onTestFinished(() => store.close())
  const topics = topicsOn(store, 'first')
  await topics.trees.create(ADMIN, { key: 'main', name: 'Main' })
  const plan = (snapshot: Draft['snapshot']) => {
    const draft = new Draft(snapshot)
    for (const key of ['root', 'one', 'two']) addTopic(draft, { key, topic: { name: key }, at: AT })
    for (let number = 0; number < BELOW; number++) {
      const parent = number < 10 ? 'root' : `n${Math.floor(number / 10)}`
      addTopic(draft, { key: `n${number}`, topic: { name: `N${number}`, parent }, at: AT })
    }
    return draft.planned('imported')
  }
  await topics.run(ADMIN, { tree: MAIN, id: 'import', plan })
  return { file, store }
}

type Dying = { isAlive: () => boolean; gone: Promise<string> }

/** A process that dies on the way. */
function dying({ file }: Ground, args: readonly string[]): Dying {
  const child = spawnSource(new URL('../testing/killed-child.fixtures.ts', import.meta.url), [file, ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null
  return { isAlive, gone: once(child, 'close').then(() => `${child.signalCode ?? child.exitCode} ${said}`) }
}

/** Whoever reads sees one moment: one who reads what has changed since, and one who has just been started. */
async function readWhile({ store }: Ground, isGoing: () => boolean): Promise<void> {
  const lasting = topicsOn(store, 'reader')
  for (let look = 0; isGoing(); look++) {
    const reader = look % 4 === 0 ? topicsOn(store, 'fresh') : lasting
    expectWhole([...(await reader.snapshots.of(MAIN)).topics.values()])
    // Else nobody would hear that the process is gone.
    await eventLoopTurn()
  }
}

/** All under the root bear the address that the root has. */
function expectWhole(topics: readonly Topic[]): void {
  const root = topics.find(({ key }) => key === 'root')
  const below = topics.filter(({ ancestors }) => ancestors.includes('root'))
  expect(below).toHaveLength(BELOW)
  expect(below.find(({ path }) => !path.startsWith(`${root?.path}/`))?.path, 'half of it is done').toBe(undefined)
}

async function expectSound({ store }: Ground): Promise<void> {
  await expectUndamaged(store, MAIN)
  const snapshot = await topicsOn(store, 'fresh').snapshots.of(MAIN)
  expectWhole([...snapshot.topics.values()])
  expectSameTree(snapshot, await topicsOn(store, 'another').snapshots.of(MAIN))
  expectForest([...snapshot.topics.values()].filter(({ key }) => key.length < 5))
}

it(`A6.4, 5: a move of ${BELOW} with a new name, killed at any write, is finished by whoever comes next`, async () => {
  const g = await ground()
  const random = randomNumbers(7)
  for (let kill = 1; kill <= KILLS; kill++) {
    const [name, under] = [`Name ${kill}`, kill % 2 === 0 ? 'one' : 'two']
    // The deciding write, such as come after it, and such as finish what the one before has left.
    const killAt = kill === 1 ? 1 : Math.ceil(random() * BELOW * (1 + (kill % 2)))
    const child = dying(g, [name, under, String(killAt), random() < 0.5 ? 'after' : 'before'])
    const [how] = await Promise.all([child.gone, readWhile(g, child.isAlive)])
    expect(how).toMatch(/^(SIGKILL begins|0 begins\s+done)\s*$/)
    // Each second time it is the next process that finds what is left.
    if (kill % 2 === 0) continue
    const left = await topicsOn(g.store, 'look').trees.get(MAIN)
    const settled = await topicsOn(g.store, 'restart').operator.settle(MAIN)
    await expectSound(g)
    const decided = left?.pending?.changes.find(({ key }) => key === 'root')
    expect(settled.get('root')).toMatchObject(decided?.set ?? {})
  }
  await topicsOn(g.store, 'restart').operator.settle(MAIN)
  await expectSound(g)
})
