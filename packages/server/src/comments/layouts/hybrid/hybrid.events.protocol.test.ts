import { type CollectionSpec, createStore, type Engine, type NewEvent, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import type { UpdateRequest } from '../../../../../store/src/engine.ts'
import { contentsOf } from '../../../../../store/src/testing/protocol-contents.ts'
import { withMembers } from '../../../../../store/src/testing/protocol/stepped.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../../store/src/testing/protocol.ts'
import { END, keyOf } from '../../keys.ts'
import { pages } from './collection.ts'
import { hybridLayout } from './hybrid.ts'
import { part, placeIn, quietPage, roots, TINY } from './hybrid.fixtures.ts'

const place = placeIn('chronological')
const FIRST = roots(4)
const WHICH = part(3)

const eventOf = (op: string): NewEvent => ({
  _id: op,
  org: 'org',
  subject: 'd',
  type: 'comment',
  op,
  at: '2026-01-01T00:00:00.000Z',
})

/** As on MongoDB: events wait in their document until somebody brings them into the log, document by document. */
async function waitingWorld({ settles }: { settles: boolean }) {
  let versions = 0
  const firstVersion = () => (versions += 1_000)
  const engine = await openSqlite({ file: ':memory:', collections: [pages], partitions: 1, firstVersion })
  await engine.insert(pages, quietPage('h', { from: '', until: END }, FIRST), [])
  const waiting: Record<string, string[]> = { 'h~': ['created'] }
  const log: string[] = []
  const leave = (id: string, events: readonly NewEvent[]): void => {
    if (events.length > 0) waiting[id] = [...(waiting[id] ?? []), ...events.map(({ op }) => op)]
  }
  const tell = async (id: string): Promise<void> => {
    log.push(...(waiting[id] ?? []))
    delete waiting[id]
  }
  const update = async (collection: CollectionSpec, request: UpdateRequest) => {
    const answer = await engine.update(collection, { ...request, events: [] })
    if (answer.outcome === 'updated') leave(request.id, request.events)
    return answer
  }
  const settle = async (): Promise<void> => {
    if (settles) for (const id of Object.keys(waiting)) await tell(id)
  }
  return { engine: withMembers(engine, { update, settle }), waiting, log, tell }
}

type Acting = { engine: Engine; sleep: (ms?: number) => Promise<void> }

function layoutOf({ engine, sleep }: Acting) {
  const world = { sleep, random: () => 0 }
  return hybridLayout(createStore(engine, { ...world, now: () => 0, newId: () => 'id' }), world, TINY)
}

/** The fifth comment splits the page of the fourth, which another edits. */
const edits = (title: string, settles: boolean) =>
  defineProtocol({
    title,
    setUp: () => waitingWorld({ settles }),
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine', 'tell'],
    unstepped: ['onAppend'],
    actors: {
      post: (world) => layoutOf(world).put(place, { ...roots(1, 4)[0], ...FIRST[0], ...roots(1, 4)[0] }),
      edit: (world) =>
        layoutOf(world).change(place, WHICH, () => ({ set: { text: 'edited' }, events: [eventOf('edited')] })),
      sequencer: async ({ engine, tell }) => {
        const { docs } = await createStore(engine).collection(pages).find({ where: { home: 'h' }, sort: { from: -1 }, limit: 9 })
        for (const { _id } of docs) await tell(_id)
      },
    },
    mayCrash: ['post', 'edit'],
    fingerprint: async ({ engine, waiting, log }) => ({ contents: await contentsOf(engine), waiting, log }),
    check: async ({ waiting, log, tell }) => {
      for (const id of Object.keys(waiting).toReversed()) await tell(id)
      expect(log, 'an event is told out of order').toEqual(log.includes('edited') ? ['created', 'edited'] : ['created'])
    },
    exhaustiveUpTo: 1_500,
    random: 300,
  })
