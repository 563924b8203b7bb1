import type { Engine } from '@palaver/store'
import { describe, it } from 'vitest'
import { contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { atHome } from '../home.ts'
import type { Discussion, Order } from '../model.ts'
import { moveDiscussion } from './move.ts'
import {
  type Acting,
  countVote,
  editFirst,
  expectKept,
  expectUnmarked,
  ID,
  insertLater,
  lateWorld,
  markedWorld,
  needsOn,
  removeFirst,
  smallWorld,
  takeMarkBack,
  type Write,
} from './stepped.fixtures.ts'

type Actor = (acting: Acting) => Promise<string | void>
type Actors = Readonly<Record<string, Actor>>

type Needs = ReturnType<typeof needsOn>
type Variant = (needs: Needs) => Partial<Needs>

const moveWith =
  (variant: Variant, ...orders: readonly Order[]) =>
  (name: string): Actor =>
  async (acting) => {
    const needs = needsOn(acting, name)
    const varied = { ...needs, ...variant(needs) }
    for (const order of orders) await moveDiscussion(varied, { id: ID, layout: 'per-comment', order })
  }

/** The counters have counted all that is in the log. */
const allCounted: Variant = ({ log }) => ({
  log: withMembers(log, { positionOf: (_: string, partition: number) => log.lastSeq(partition) }),
})

const move = moveWith(() => ({}), 'threaded')
const moveAllCounted = moveWith(allCounted, 'threaded')
const moveThereAndBack = moveWith(allCounted, 'threaded', 'chronological')

const edit =
  (id: string): Actor =>
  (acting) =>
    editFirst(acting, id)

type Case = {
  title: string
  actors: Actors
  setUp?: typeof smallWorld
  check?: typeof expectKept
  exhaustiveUpTo?: number
}

const protocol = ({ title, actors, setUp = smallWorld, check = expectKept, exhaustiveUpTo = 250 }: Case) =>
  defineProtocol({
    title,
    setUp,
    tearDown: ({ engine }: { engine: Engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors,
    fingerprint: ({ engine }) => contentsOf(engine),
    check: ({ engine }, { acknowledged }) => check(engine, acknowledged),
    maxSteps: 1_000,
    exhaustiveUpTo,
    random: 50,
  })

/** Most time goes into opening databases, so the bounds are low; 4,000 runs of each and 1,000 at random held too. */
const CASES: readonly Case[] = [
  { title: 'one moves, one inserts, one edits', actors: { move: move('m'), insert: insertLater, edit: edit('e1') } },
  { title: 'one moves, one edits, one counts', actors: { move: move('m'), edit: edit('e1'), count: countVote } },
  { title: 'two move, two edit', actors: { one: move('m'), two: move('n'), a: edit('e1'), b: edit('e2') } },
  { title: 'two move, one removes', actors: { one: move('m'), two: move('n'), remove: removeFirst } },
  { title: 'one moves there and back, one inserts', actors: { move: moveThereAndBack('m'), insert: insertLater } },
  {
    title: 'one moves, one does again what came late for the move before',
    setUp: lateWorld,
    actors: { move: moveAllCounted('m'), insert: insertLater },
  },
  {
    title: 'one moves, one takes the mark of a deletion back',
    setUp: markedWorld,
    actors: { move: moveAllCounted('m'), unmark: takeMarkBack },
    check: expectUnmarked,
  },
]

describe('a discussion moves while people write', { timeout: 60_000 }, () => {
  it.for(CASES)('$title', async (each, { annotate }) => {
    const { report } = await exploreProtocol(protocol(each))
    await annotate(report)
  })
})

/** Writes where the discussion is, and does not look again. */
const writeOnce: Write = async (homes, read, attempt) => {
  const discussion = typeof read === 'string' ? await homes.discussions.get(read) : read
  if (discussion === null) throw new Error('no discussion')
  return attempt(atHome(homes, discussion))
}

const withoutLastCopy = moveWith(({ log, homes }) => {
  const isSwitching = async (): Promise<boolean> => (await homes.discussions.get(ID))?.switching !== null
  const read: typeof log.read = async (query) => ((await isSwitching()) ? [] : log.read(query))
  return { log: withMembers(log, { read }) }
}, 'threaded')

const withoutWhatWasLate = moveWith((needs) => {
  const { homes } = needs
  const get = async (id: string): Promise<Discussion | null> => {
    const found = await homes.discussions.get(id)
    return found === null ? null : { ...found, arrived: null }
  }
  return { ...allCounted(needs), homes: { ...homes, discussions: withMembers(homes.discussions, { get }) } }
}, 'threaded')

const CONTROLS: readonly Case[] = [
  {
    title: 'when writers do not look again',
    actors: { move: move('m'), insert: (acting) => insertLater(acting, writeOnce) },
  },
  { title: 'when the mover leaves out the last copy', actors: { move: withoutLastCopy('m'), edit: edit('e1') } },
  {
    title: 'when the mover takes for counted what is not',
    actors: { move: moveAllCounted('m'), count: countVote },
  },
  {
    title: 'when the mover forgets what came late for the move before',
    setUp: lateWorld,
    actors: { move: withoutWhatWasLate('m'), insert: insertLater },
  },
]

describe('loses something', { timeout: 60_000 }, () => {
  it.for(CONTROLS)('$title', async (each) => {
    await expectBroken(protocol({ ...each, exhaustiveUpTo: 5_000 }), /acknowledged, but not there/)
  })
})
