import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomNumbers } from '../../../../store/src/testing/protocol/random.ts'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { problemStatus } from '../../api/problem-codes.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Topics } from '../service.ts'
import { BY_ADMIN, idOf, MAIN, topicsOn, treeGround, type TreeGround } from '../testing/ground.ts'
import { expectForest, expectSameTree, expectUndamaged } from '../testing/invariants.ts'

const AT_ONCE = 64
const PROCESSES = 16
const FIRST = 24

describeEngines('many who change one tree at once', (engine) => {
  let ground: TreeGround
  let processes: Topics[]
  beforeAll(async () => {
    ground = await treeGround(engine.open)
    // Each has its own turns and its own tree in memory, as processes have.
    processes = Array.from({ length: PROCESSES }, (_, number) => topicsOn(ground.store, `p${number}x`))
    for (let number = 1; number <= FIRST; number++) {
      const parent = number < 5 ? null : idOf(`k${Math.floor(number / 3)}`)
      await ground.topics.create(BY_ADMIN, 'main', { name: `T${number}`, parent })
    }
  })
  afterAll(() => ground.close())

  const expectSound = async (): Promise<void> => {
    const fresh = await topicsOn(ground.store, 'fresh').snapshots.of(MAIN)
    expectForest([...fresh.topics.values()])
    await expectUndamaged(ground.store, MAIN)
    for (const one of processes) expectSameTree(await one.snapshots.of(MAIN), fresh)
    expect((await ground.topics.trees.get(MAIN))?.pending).toBe(null)
  }

  /** How many of them were done; who was not was told why, and that it is a conflict. */
  const done = async (work: readonly Promise<unknown>[]): Promise<number> => {
    const ends = await Promise.allSettled(work)
    const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
    for (const reason of lost)
      if (!(reason instanceof Refusal) || problemStatus[reason.code] !== 409)
        throw new Error('not a conflict', { cause: reason })
    return ends.length - lost.length
  }

  for (const seed of [1, 2, 3])
    it(`A6.2: ${AT_ONCE} moves, creates and merges end in a forest (seed ${seed})`, async () => {
      const random = randomNumbers(seed)
      const any = (): string => idOf(`k${1 + Math.floor(random() * FIRST)}`)
      const before = (await ground.topics.snapshots.of(MAIN)).version
      const work = Array.from({ length: AT_ONCE }, (_, number) => {
        const topics = processes[number % PROCESSES] as Topics
        const what = random()
        if (what < 0.6) return topics.revise(BY_ADMIN, any(), { change: { parent: any() } })
        if (what < 0.85) return topics.create(BY_ADMIN, 'main', { name: 'New', parent: any() })
        return topics.merge(BY_ADMIN, any(), any())
      })
      const wins = await done(work)
      await expectSound()
      const { version } = await ground.topics.snapshots.of(MAIN)
      expect(version - before, 'a change was lost').toBeGreaterThan(0)
      expect(version - before, 'a change was made twice').toBeLessThanOrEqual(wins)
    })

  it('A6.2: of two moves that make a circle one wins, each time', async () => {
    for (let round = 0; round < 10; round++) {
      const pair = ['one', 'two'].map((name) => ground.topics.create(BY_ADMIN, 'main', { name: `${name} ${round}` }))
      const [one, two] = (await Promise.all(pair)).map(({ topic }) => topic._id) as [string, string]
      const [first, second] = processes as [Topics, Topics]
      const work = [
        first.revise(BY_ADMIN, one, { change: { parent: two } }),
        second.revise(BY_ADMIN, two, { change: { parent: one } }),
      ]
      expect(await done(work)).toBe(1)
    }
    await expectSound()
  })

  it('A6.6: topics of one name made at once have slugs of their own', async () => {
    const work = processes.map((topics) => topics.create(BY_ADMIN, 'main', { name: 'The Same' }))
    const slugs = (await Promise.all(work)).map(({ topic }) => topic.slug)
    const numbers = Array.from({ length: PROCESSES - 1 }, (_, number) => `the-same-${number + 2}`)
    expect(slugs.sort()).toEqual(['the-same', ...numbers].sort())
  })

  it('A6.9: those put at one place at once stand in one order for everybody', async () => {
    const { topic: beside } = await ground.topics.create(BY_ADMIN, 'main', { name: 'Beside' })
    await Promise.all(processes.map((topics) => topics.create(BY_ADMIN, 'main', { name: 'Put', before: beside._id })))
    await expectSound()
  })
})
