import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { Refusal } from '../../api/refusal.ts'
import { type Discussion, LAYOUTS } from '../../comments/model.ts'
import type { Topic } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { allEvents, ADMIN, type ListGround, listGround, TREE } from './listings.fixtures.ts'
import { topicsHandler } from './consumer.ts'
import { survey } from './survey.ts'

const nat = fc.nat(30)
const one = <T extends string>(name: T): fc.Arbitrary<T> => fc.constant(name)

/** `at` and `to` choose among the topics or discussions that there are. */
const deeds = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: one('start'), at: nat, to: nat }) },
  { weight: 5, arbitrary: fc.record({ do: one('say'), at: nat, to: nat }) },
  { weight: 3, arbitrary: fc.record({ do: one('delete'), at: nat, to: nat }) },
  { weight: 3, arbitrary: fc.record({ do: one('refile'), at: nat, to: nat }) },
  { weight: 3, arbitrary: fc.record({ do: one('move'), at: nat, to: nat }) },
  { weight: 2, arbitrary: fc.record({ do: one('merge'), at: nat, to: nat }) },
  { weight: 2, arbitrary: fc.record({ do: one('retire'), at: nat, to: nat }) },
  { weight: 2, arbitrary: fc.record({ do: one('restore'), at: nat, to: nat }) },
  { weight: 2, arbitrary: fc.record({ do: one('hide'), at: nat, to: nat }) },
  { weight: 1, arbitrary: fc.record({ do: one('recount'), at: nat, to: nat }) },
  { weight: 1, arbitrary: fc.record({ do: one('rehouse'), at: nat, to: nat }) },
)
type Deed = typeof deeds extends fc.Arbitrary<infer D> ? D : never

class World {
  readonly ground: ListGround
  readonly topics: Topic[]
  readonly discussions: string[] = []
  readonly said: { discussion: string; slug: string }[] = []

  constructor(ground: ListGround, topics: Topic[]) {
    this.ground = ground
    this.topics = topics
  }

  async perform({ do: what, at, to }: Deed): Promise<void> {
    const { comments, topics, start, say } = this.ground
    const topic = pick(this.topics, at)
    const other = pick(this.topics, to)
    const discussion = this.discussions.length === 0 ? null : pick(this.discussions, at)
    const acts: Record<Deed['do'], () => Promise<unknown>> = {
      start: async () => this.discussions.push(await start(topic, `talk ${this.discussions.length}`, ADMIN)),
      say: async () => {
        if (discussion !== null) this.said.push({ discussion, slug: await say(discussion, ADMIN) })
      },
      delete: async () => {
        if (this.said.length === 0) return
        const { discussion: id, slug } = pick(this.said, at)
        await comments.delete({ actor: ADMIN, ref: { discussion: id } }, slug)
      },
      refile: async () => {
        if (discussion === null) return
        await comments.configure({ actor: ADMIN, ref: { discussion } }, { topic: to % 5 === 0 ? null : other._id })
      },
      move: () => topics.revise({ actor: ADMIN }, topic._id, { change: { parent: to % 4 === 0 ? null : other._id } }),
      merge: () => topics.merge({ actor: ADMIN }, topic._id, other._id),
      retire: () =>
        topics.retire({ actor: ADMIN }, topic._id, { how: to % 2 === 0 ? 'cascade' : 'reparent', to: null }),
      restore: () => topics.restore({ actor: ADMIN }, topic._id, {}),
      hide: () =>
        topics.revise({ actor: ADMIN }, topic._id, { change: { visibility: to % 2 === 0 ? 'members' : 'public' } }),
      recount: async () => discussion !== null && comments.recount(discussion),
      rehouse: async () =>
        discussion !== null && comments.move(discussion, { layout: pick([...LAYOUTS], to), order: 'threaded' }),
    }
    await acts[what]().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
}

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T

type Sum = { discussions: number; comments: number; titles: string[] }
const NONE: Sum = { discussions: 0, comments: 0, titles: [] }

/** What is in each topic, by asking each discussion and walking up from parent to parent. */
async function naive({ topics, comments }: ListGround) {
  const snapshot = await topics.operator.settle(TREE)
  const [direct, below] = [new Map<string, Sum>(), new Map<string, Sum>()]
  const add = (to: Map<string, Sum>, key: string, { comments: more, title }: Discussion): void => {
    const now = to.get(key) ?? NONE
    const titles = [...now.titles, title ?? ''].toSorted()
    to.set(key, { discussions: now.discussions + 1, comments: now.comments + more, titles })
  }
  for await (const discussion of comments.all()) {
    const key = heirOf(snapshot, discussion.topic?.split('~')[1] ?? null)
    if (key === null) continue
    add(direct, key, discussion)
    for (let at: string | null = key; at !== null; at = snapshot.get(at)?.parent ?? null) add(below, at, discussion)
  }
  return { snapshot, direct, below }
}

function heirOf(snapshot: Snapshot, first: string | null): string | null {
  let key = first
  for (let gone = retiredIn(snapshot, key); gone !== null; gone = retiredIn(snapshot, key)) key = gone.heir
  return key
}

const retiredIn = (snapshot: Snapshot, key: string | null): Topic['retired'] =>
  key === null ? null : (snapshot.get(key)?.retired ?? null)

async function expectExact(ground: ListGround): Promise<void> {
  const { topics, list } = ground
  const { snapshot, direct, below } = await naive(ground)
  const numbers = await topics.numbers(snapshot, ADMIN)
  for (const topic of snapshot.below(null)) {
    const [own, all] = [direct.get(topic.key) ?? NONE, below.get(topic.key) ?? NONE]
    expect(numbers(topic.key)).toEqual({
      discussions: own.discussions,
      comments: own.comments,
      allDiscussions: all.discussions,
      allComments: all.comments,
    })
    expect((await list(topic, { limit: 100 }, ADMIN)).toSorted()).toEqual(all.titles)
    expect((await list(topic, { limit: 100, within: 'own' }, ADMIN)).toSorted()).toEqual(own.titles)
  }
  expect((await survey(topics.listings.needs, snapshot)).wrong).toEqual([])
  expect(await topics.catchingUp(TREE)).toBe(null)
}

/** What is derived, without the marks of the events that brought it there. */
async function derived({ topics }: ListGround): Promise<unknown[]> {
  const { rows, counts } = topics.listings.needs
  const all: unknown[] = []
  for await (const { doc } of rows.scan()) {
    if (doc.audience !== 'none') all.push({ ...doc, seq: null, expires: null })
  }
  for await (const { doc } of counts.scan()) all.push([doc._id, doc.discussions, doc.comments])
  return all
}

async function prepared(ground: ListGround): Promise<World> {
  const root = await ground.add('root')
  const topics = [root]
  for (let number = 0; number < 6; number++)
    topics.push(await ground.add(`topic ${number}`, { parent: pick(topics, number)._id }))
  const world = new World(ground, topics)
  for (let number = 0; number < 8; number++) await world.perform({ do: 'start', at: number, to: 0 })
  return world
}

describeEngines('A6.11: lists and numbers', ({ kind, open }) => {
  const numRuns = kind === 'sqlite' ? 40 : 3

  it('are exact after whatever happened at the same time', { timeout: 240_000 }, async () => {
    const together = fc.array(deeds, { minLength: 4, maxLength: 14, size: 'max' })
    const batches = fc.array(together, { minLength: 2, maxLength: 6, size: 'max' })
    const layouts = fc.constantFrom(...LAYOUTS)
    await fc.assert(
      fc.asyncProperty(batches, layouts, async (all, layout) => {
        const ground = await listGround(open, { layout })
        try {
          const world = await prepared(ground)
          for (const batch of all) await Promise.all(batch.map((deed) => world.perform(deed)))
          await ground.drained()
          await expectExact(ground)
        } finally {
          await ground.close()
        }
      }),
      { numRuns },
    )
  })

  it('are the same however often and in whatever pieces events come', { timeout: 240_000 }, async () => {
    const script = fc.array(deeds, { minLength: 10, maxLength: 40, size: 'max' })
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(script, sizes, async (all, pieces) => {
        const ground = await listGround(open)
        try {
          const world = await prepared(ground)
          for (const deed of all) await world.perform(deed)
          await ground.drained()
          const before = await derived(ground)
          const events = await allEvents(ground)
          const { rows, counts, filed, walks } = ground.topics.listings.needs
          const handle = topicsHandler(ground.topics.listings.needs)
          const again = async (sizes: readonly number[]): Promise<void> => {
            for (let at = 0, turn = 0; at < events.length; turn++) {
              const some = events.slice(at, at + pick(sizes, turn))
              await handle(some, 0)
              // Some come again at once, as after a crash.
              if (turn % 2 === 0) await handle(some, 0)
              at += some.length
            }
          }
          const forgetAll = async (): Promise<void> => {
            for (const all of [rows, counts, filed, walks] as unknown as (typeof rows)[])
              for await (const { doc } of all.scan()) await all.remove({ _id: doc._id })
          }
          await again(pieces)
          expect(await derived(ground)).toEqual(before)
          await forgetAll()
          await again(pieces)
          expect(await derived(ground)).toEqual(before)
          // Of two nodes each may believe that it is the only one.
          await forgetAll()
          await Promise.all([again(pieces), again([3, 1, 7])])
          expect(await derived(ground)).toEqual(before)
        } finally {
          await ground.close()
        }
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    )
  })
})
