import { createStore, type Engine, openSqlite, type Store } from '@palaver/store'
import { expect, it } from 'vitest'
import type { UpdateRequest } from '../../../../../store/src/engine.ts'
import { contentsOf } from '../../../../../store/src/testing/protocol-contents.ts'
import { withMembers } from '../../../../../store/src/testing/protocol/stepped.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../../store/src/testing/protocol.ts'
import { discussions } from '../../collections.ts'
import { comment } from '../conformance/conversation.ts'
import { blankDiscussion } from '../conformance/ground.ts'
import type { Layout, Place } from '../layout.ts'
import { embeddedLayout } from './embedded.ts'

const PARENT = comment('b')
const REPLY = comment('x', { under: PARENT })
const ID = 'd'

type World = { engine: Engine }
type Stepped = World & { sleep: (ms?: number) => Promise<void> }

const storeOn = ({ engine, sleep }: Stepped): Store =>
  createStore(engine, { sleep, now: () => 0, random: () => 0, newId: () => 'id' })

const layoutOn = (world: Stepped): Layout => embeddedLayout(storeOn(world), { sleep: world.sleep, random: () => 0 })

const PLACE: Place = { discussion: ID, home: `${ID}first`, order: 'threaded', epoch: 1 }

async function placeSeen(world: Stepped): Promise<Place> {
  const seen = await storeOn(world).collection(discussions).get(ID)
  return seen === null ? PLACE : { ...PLACE, seen }
}

/** Each looks at the discussion as a writer does, and then writes. */
const replies = async (world: Stepped): Promise<string> => layoutOn(world).insert(await placeSeen(world), REPLY, [])

const removes = async (world: Stepped): Promise<string> => {
  const { written } = await layoutOn(world).change(await placeSeen(world), 'b', () => ({ remove: true, events: [] }))
  return written
}

const votes = async (world: Stepped): Promise<string> => {
  const place = await placeSeen(world)
  const { written, comment: after } = await layoutOn(world).change(place, 'b', (found) => ({
    set: { votes: { up: found.votes.up + 1, down: 0 } },
    events: [],
  }))
  return after === null ? `${written}, not there` : written
}

/** Closes the place: what is written here afterwards would be lost. */
const leaves = async (world: Stepped): Promise<string> => {
  const all = storeOn(world).collection(discussions)
  await all.update({ _id: ID, epoch: 1 }, { $set: { switching: 'mover' } })
  const left = (await all.get(ID)) ?? expect.unreachable()
  await all.update({ _id: ID, epoch: 1 }, { $set: { home: 'next', switching: null }, $inc: { epoch: 1 } })
  return JSON.stringify(left.embedded)
}

async function setUp(): Promise<World> {
  const engine = await openSqlite({
    file: ':memory:',
    collections: [discussions],
    partitions: 1,
    firstVersion: () => 1,
  })
  const { home, ...discussion } = blankDiscussion(ID, 'embedded', 'threaded')
  await createStore(engine)
    .collection(discussions)
    .insert({ ...discussion, home })
  const place: Place = { discussion: ID, home, order: 'threaded', epoch: 1 }
  const layout = embeddedLayout(createStore(engine), { sleep: () => Promise.resolve(), random: () => 0 })
  await layout.insert(place, PARENT, [])
  return { engine }
}

type Results = Record<string, string>
type Acknowledged = { acknowledged: Partial<Results> }

async function check({ engine }: World, { acknowledged }: Acknowledged): Promise<void> {
  const world = { engine, sleep: () => Promise.resolve() }
  const now = await storeOn(world).collection(discussions).get(ID)
  const [parent, reply] = await layoutOn(world).get(PLACE, ['b', 'b/x'])
  if (acknowledged['replies'] === 'done') expect(reply, 'an acknowledged reply is lost').toEqual(REPLY)
  if (acknowledged['repliesToo'] === 'done') expect(now?.embedded[PLACE.home]?.count, 'a reply is there twice').toBe(2)
  if (acknowledged['removes'] === 'done') expect(parent, 'a removed comment is there').toBeNull()
  const voted = [acknowledged['votes'], acknowledged['votesToo']].filter((written) => written === 'done')
  if (parent) expect(parent.votes.up, 'a vote is lost').toBeGreaterThanOrEqual(voted.length)
  const left = acknowledged['leaves']
  if (left !== undefined) expect(JSON.stringify(now?.embedded), 'written after it was left').toBe(left)
}

const protocol = (actors: Record<string, (world: Stepped) => Promise<string>>, make: () => Promise<World> = setUp) =>
  defineProtocol<World, Results>({
    title: Object.keys(actors).join(', '),
    setUp: make,
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors,
    fingerprint: ({ engine }) => contentsOf(engine),
    check,
  })

it.for([
  { case: 'a reply and the removal of its parent', actors: { replies, removes, votes } },
  { case: 'two votes and a removal', actors: { votes, votesToo: votes, removes } },
  { case: 'a reply, a vote and a move', actors: { replies, votes, leaves } },
  { case: 'the same reply twice', actors: { replies, repliesToo: replies } },
])('keeps what it acknowledged, in every order of the calls: $case', async ({ actors }, { annotate }) => {
  const explored = await exploreProtocol(protocol(actors))
  await annotate(explored.report)
  expect(explored.exhaustive).toBe(true)
})

it('loses votes and writes to a place that was left, when its writes are not guarded', async () => {
  const unguarded = async (): Promise<World> => {
    const { engine } = await setUp()
    const update = (collection: typeof discussions, request: UpdateRequest) =>
      engine.update(collection, { ...request, where: [] })
    return { engine: withMembers(engine, { update }) }
  }
  await expectBroken(protocol({ votes, votesToo: votes }, unguarded), /a vote is lost/)
  await expectBroken(protocol({ replies, leaves }, unguarded), /written after it was left/)
})
