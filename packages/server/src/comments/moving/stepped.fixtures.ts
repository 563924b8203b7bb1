import { createStore, type Engine, type NewEvent, openSqlite, type Store } from '@palaver/store'
import { expect } from 'vitest'
import { consumerStates } from '../../../../store/src/system.ts'
import { contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { comments, discussions, oldHomes } from '../collections.ts'
import { COUNTERS } from '../consumers/counters.ts'
import { changesWith } from '../editing.ts'
import { changeEvent, commentEvent } from '../events.ts'
import { atHome, writeAtHome } from '../home.ts'
import { comment as commentOf, instant } from '../layouts/conformance/conversation.ts'
import { createLayouts } from '../layouts/layouts.ts'
import type { Comment, Discussion } from '../model.ts'
import { carryOver } from './carry-over.ts'
import type { MoveNeeds } from './mover.ts'

export type Sleep = (ms?: number) => Promise<void>
export type Acting = { engine: Engine; sleep: Sleep }

export const ID = 'd'
const atOnce = (): Promise<void> => Promise.resolve()
const clock = { now: () => Date.parse(instant(0)), random: () => 0 }

/** What a process of this name has. All it names bears its name, so a run is the same every time. */
export function needsOn({ engine, sleep }: Acting, name: string): MoveNeeds & { store: Store } {
  let ids = 0
  const world = { ...clock, sleep, newId: () => `${name}${++ids}`, newPart: () => name }
  const store = createStore(engine, world)
  const homes = {
    discussions: store.collection(discussions),
    layouts: createLayouts(store, world),
    world,
    patience: 2,
    outgrow: () => Promise.reject(new Error('nothing grows here')),
  }
  return { store, homes, world, log: store.events, oldHomes: store.collection(oldHomes), changed: () => {} }
}

/** There from the beginning; a vote for it is in the log, and not counted yet. */
const FIRST = commentOf('x', { ms: 1 })
const LATER = commentOf('k', { ms: 2 })

const discussion: Discussion = {
  _id: ID,
  org: 'org',
  resource: { type: 'page', id: '1' },
  title: null,
  url: null,
  created: instant(0),
  settings: {},
  layout: 'per-comment',
  order: 'chronological',
  home: 'h',
  epoch: 1,
  switching: null,
  moving: null,
  arrived: null,
  cuts: [],
  comments: 1,
  counted: 0,
  rev: 1,
  embedded: {},
}

export async function smallWorld(): Promise<{ engine: Engine }> {
  const all = [discussions, comments, oldHomes]
  let version = 0
  const firstVersion = (): number => (version += 1_000)
  const engine = await openSqlite({ file: ':memory:', collections: all, partitions: 1, firstVersion })
  const { store, homes } = needsOn({ engine, sleep: atOnce }, 'seed')
  const voted = { slug: FIRST.slug, value: 1, reactions: [] }
  const vote = changeEvent(discussion, { id: 'vote', type: 'vote', op: 'voted', at: instant(1), after: voted })
  await store.collection(discussions).insert(discussion, { events: [vote] })
  const { layout, place } = atHome(homes, discussion)
  await layout.insert(place, FIRST, [])
  return { engine }
}

/** It has moved before, and one who wrote into the home it left has yet to do that again. */
export async function lateWorld(): Promise<{ engine: Engine }> {
  const { engine } = await smallWorld()
  const { homes } = needsOn({ engine, sleep: atOnce }, 'seed')
  await homes.discussions.update({ _id: ID }, { $set: { epoch: 2, arrived: { epoch: 2, seq: 1 } } })
  const { layout, place } = atHome(homes, discussion)
  await layout.insert({ ...place, home: 'before' }, LATER, [createdLater(discussion)])
  return { engine }
}

/** Somebody is about to delete the comment, and found no reply. */
export async function markedWorld(): Promise<{ engine: Engine }> {
  const { engine } = await smallWorld()
  const { layout, place } = atHome(needsOn({ engine, sleep: atOnce }, 'seed').homes, discussion)
  await layout.change(place, FIRST.slug, () => ({ set: { deleting: 'mark' }, events: [] }))
  return { engine }
}

const createdLater = (now: Discussion): NewEvent =>
  commentEvent(now, { id: 'created', op: 'created', at: LATER.posted, before: null, after: LATER })

/** The writer's side as the service has it; or, in a control, without the second look. */
export type Write = typeof writeAtHome

export async function insertLater(acting: Acting, write: Write = writeAtHome): Promise<string> {
  const { homes } = needsOn(acting, 'insert')
  await write(homes, ID, async ({ layout, place, discussion: now }) => ({
    written: await layout.insert(place, LATER, [createdLater(now)]),
  }))
  return 'created'
}

export async function editFirst(acting: Acting, id: string, write: Write = writeAtHome): Promise<string> {
  const { homes } = needsOn(acting, id)
  await write(homes, ID, ({ layout, place, discussion: now }) =>
    layout.change(place, FIRST.slug, (before) => {
      if (before.changes.includes(id)) return null
      const set = { text: `by ${id}`, rev: before.rev + 1, changes: changesWith(before, id) }
      const after = { ...before, ...set }
      return { set, events: [commentEvent(now, { id, op: 'edited', at: instant(3), before, after })] }
    }),
  )
  return id
}

export async function removeFirst(acting: Acting): Promise<string> {
  const { homes } = needsOn(acting, 'remove')
  await writeAtHome(homes, ID, ({ layout, place, discussion: now }) =>
    layout.change(place, FIRST.slug, (before) => ({
      remove: true,
      events: [commentEvent(now, { id: 'removed', op: 'removed', at: instant(3), before, after: null })],
    })),
  )
  return 'removed'
}

/** Who replies takes the mark of a deletion back, which tells nothing. */
export async function takeMarkBack(acting: Acting): Promise<string> {
  const { homes } = needsOn(acting, 'unmark')
  await writeAtHome(homes, ID, ({ layout, place }) =>
    layout.change(place, FIRST.slug, ({ deleting }) =>
      deleting === null ? null : { set: { deleting: null }, events: [] },
    ),
  )
  return 'unmarked'
}

export async function expectUnmarked(engine: Engine, acknowledged: Readonly<Record<string, unknown>>): Promise<void> {
  const { homes } = needsOn({ engine, sleep: atOnce }, 'check')
  const now = await homes.discussions.get(ID)
  if (now === null) throw new Error('no discussion')
  const { layout, place } = atHome(homes, now)
  const [first = null] = await layout.get(place, [FIRST.slug])
  const expected = Object.values(acknowledged).includes('unmarked') ? [null] : [null, 'mark']
  expect(expected, 'marked again').toContain(first?.deleting)
}

/** As the consumer of counters does it: the count, and then how far it has come. */
export async function countVote(acting: Acting, write: Write = writeAtHome): Promise<string> {
  const { store, homes } = needsOn(acting, 'count')
  await write(homes, ID, ({ layout, place }) =>
    layout.change(place, FIRST.slug, ({ counted, votes }) =>
      counted >= 1 ? null : { set: { counted: 1, votes: { ...votes, up: votes.up + 1 } }, events: [] },
    ),
  )
  const state = { _id: `${COUNTERS}~0`, name: COUNTERS, partition: 0, position: 1, holder: 'count', until: instant(0) }
  await store.collection(consumerStates).insert(state)
  return 'count'
}

/**
 * What was acknowledged is where the discussion is now. Then what the log tells is carried over, as its consumer does,
 * and what was told is there too: once, and for good.
 */
export async function expectKept(engine: Engine, acknowledged: Readonly<Record<string, unknown>>): Promise<void> {
  const needs = needsOn({ engine, sleep: atOnce }, 'check')
  const done = new Set(Object.values(acknowledged).filter((id) => typeof id === 'string'))
  expect(await missing(needs, done), 'acknowledged, but not there').toEqual([])
  const { events } = await contentsOf(engine)
  for (const event of events) if (event.type === 'comment') await carryOver(needs, event)
  const told = events.filter(({ type }) => type === 'comment').map(({ _id }) => _id)
  expect(told, 'told twice').toEqual([...new Set(told)])
  expect(await missing(needs, new Set([...done, ...told])), 'told, but not there').toEqual([])
}

async function missing({ homes }: MoveNeeds, wanted: ReadonlySet<unknown>): Promise<string[]> {
  const now = await homes.discussions.get(ID)
  if (now === null) return ['the discussion']
  const { layout, place } = atHome(homes, now)
  const [first = null, later = null] = await layout.get(place, [FIRST.slug, LATER.slug])
  const listed = await layout.list(place, 'chronological', { limit: 9 })
  expect(listed).toEqual([first, later].filter((comment) => comment !== null))
  expect(first?.votes.up ?? 0).toBeLessThan(2)
  expect(first === null || isConsistent(first), 'another number of writes than there were changes').toBe(true)
  return [...wanted].map(String).filter((id) => {
    if (id === 'created') return later === null
    if (id === 'removed') return first !== null
    if (first === null) return !wanted.has('removed')
    return id === 'count' ? first.votes.up !== 1 : !first.changes.includes(id)
  })
}

const isConsistent = ({ writes, rev, votes }: Comment): boolean => writes === rev + votes.up
