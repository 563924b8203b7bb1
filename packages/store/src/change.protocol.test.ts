import { describe, expect, it } from 'vitest'
import type { Decision, Verbs } from './change.ts'
import { type CollectionSpec, defineCollection } from './collection.ts'
import type { Engine, UpdateRequest } from './engine.ts'
import type { NewEvent } from './events/event.ts'
import { openSqlite } from './sqlite/engine.ts'
import { createStore } from './store.ts'
import { contentsOf } from './testing/protocol-contents.ts'
import { withMembers } from './testing/protocol/stepped.ts'
import { defineProtocol, expectBroken, exploreProtocol } from './testing/protocol.ts'

type Tally = { _id: string; count: number; names: string[] }
type Deed = 'adds' | 'clears'
type Deeds = Record<string, Deed>

const tallies = defineCollection<Tally>({ name: 'tallies' })
const ID = 'tally'

const told = (name: string, op: Deed): NewEvent => ({
  _id: `event-of-${name}`,
  org: 'org',
  subject: ID,
  type: 'tally',
  op,
  at: '2020-01-01T00:00:00.000Z',
  actor: name,
})

type Wanted = { name: string; deed: Deed }

function decide(to: Verbs<Tally>, doc: Tally | null, { name, deed }: Wanted): Decision<Tally> | null {
  const events = [told(name, deed)]
  if (deed === 'clears') return doc === null ? null : to.remove({ events })
  if (doc === null) return to.insert({ _id: ID, count: 1, names: [name] }, { events })
  return to.change({ $set: { count: doc.count + 1, names: [...doc.names, name] } }, { events })
}

const actor =
  (name: string, deed: Deed) =>
  async ({ engine, sleep }: { engine: Engine; sleep: (ms: number) => Promise<void> }): Promise<boolean> => {
    const store = createStore(engine, { sleep, now: () => 0, random: () => 0, newId: () => name })
    const { changed } = await store.collection(tallies).change(ID, (doc, to) => decide(to, doc, { name, deed }))
    return changed
  }

/** As far apart as the real ones are, and the same in every run. */
const countedVersions = () => {
  let last = 0
  return () => (last += 1_000)
}

const emptyWorld = async () => ({
  engine: await openSqlite({
    file: ':memory:',
    collections: [tallies],
    partitions: 1,
    firstVersion: countedVersions(),
  }),
  versionAtFirst: null as number | null,
})

async function worldWithDocument() {
  const world = await emptyWorld()
  await world.engine.insert(tallies, { _id: ID, count: 1, names: ['seed'] }, [told('seed', 'adds')])
  const stored = await world.engine.get(tallies, ID)
  return { ...world, versionAtFirst: stored?.version ?? null }
}

type World = Awaited<ReturnType<typeof emptyWorld>>

/** Events tell what happened, in order: they lead to the document, and every acknowledged change is among them. */
async function checkAgainstEvents({ engine, versionAtFirst }: World, acknowledged: Record<string, unknown>) {
  const { documents, events } = await contentsOf(engine)
  const stored = documents[tallies.name] ?? []
  const names = events.map((event) => event.actor)
  expect(events.map((event) => event.seq)).toEqual(names.map((_, at) => at + 1))
  expect(names, 'an event is there twice').toEqual([...new Set(names)])
  const sure = Object.keys(acknowledged).filter((name) => acknowledged[name] === true)
  expect(names, 'an acknowledged change is lost').toEqual(expect.arrayContaining(sure))
  const cleared = events.findLastIndex((event) => event.op === 'clears')
  const since = names.slice(cleared + 1)
  const expected = since.length === 0 ? [] : [{ _id: ID, count: since.length, names: since }]
  expect(
    stored.map(({ doc }) => doc),
    'the document is not what the events say',
  ).toEqual(expected)
  if (versionAtFirst !== null && cleared < 0 && stored[0]?.version !== versionAtFirst + events.length - 1)
    throw new Error(`the version is ${stored[0]?.version} after ${events.length} writes`)
}

const changes = (deeds: Deeds, setUp: () => Promise<World>) =>
  defineProtocol({
    title: Object.entries(deeds).flat().join(' '),
    setUp,
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors: Object.fromEntries(Object.entries(deeds).map(([name, deed]) => [name, actor(name, deed)])),
    fingerprint: ({ engine }) => contentsOf(engine),
    check: (world, { acknowledged }) => checkAgainstEvents(world, acknowledged),
  })

async function worldWithoutCompareAndSet(): Promise<World> {
  const { engine, ...world } = await worldWithDocument()
  const update = (collection: CollectionSpec, request: UpdateRequest) =>
    engine.update(collection, { ...request, version: null })
  return { ...world, engine: withMembers(engine, { update }) }
}

const two: Deeds = { alice: 'adds', bob: 'adds' }
const three: Deeds = { ...two, carol: 'adds' }
const clearing: Deeds = { ...two, carol: 'clears' }

describe('change, in every order of its calls and with a crash at each', { timeout: 120_000 }, () => {
  it.for([
    { case: 'two change a document', deeds: two, setUp: worldWithDocument },
    { case: 'two make a document', deeds: two, setUp: emptyWorld },
    { case: 'three change a document', deeds: three, setUp: worldWithDocument },
    { case: 'three make a document', deeds: three, setUp: emptyWorld },
    { case: 'one removes what two change', deeds: clearing, setUp: worldWithDocument },
  ])('keeps every acknowledged change exactly once: $case', async ({ deeds, setUp }, { annotate }) => {
    const explored = await exploreProtocol(changes(deeds, setUp))
    await annotate(explored.report)
    expect(explored.exhaustive).toBe(true)
  })

  it('loses one when compare-and-set is switched off', async () => {
    const protocol = changes(two, worldWithoutCompareAndSet)
    const { schedule } = await expectBroken(protocol, /the document is not what the events say/)
    expect(schedule).toBe('alice:get bob:get bob:update alice:update')
  })
})
