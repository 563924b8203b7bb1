import type { CollectionSpec } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import type { UpdateRequest } from '../../../../../store/src/engine.ts'
import { contentsOf } from '../../../../../store/src/testing/protocol-contents.ts'
import { withMembers } from '../../../../../store/src/testing/protocol/stepped.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../../store/src/testing/protocol.ts'
import { END, keyOf } from '../../keys.ts'
import type { Comment } from '../../model.ts'
import { type Acting, at, FIRST, FIRST_PAGE, openWithFirstPage, seriesOf } from './protocol.fixtures.ts'
import { SeriesReader } from './reader.ts'
import { splitPage } from './split.ts'
import { walk } from './walk.ts'
import { insertItem } from './write.ts'

const keys = (comments: readonly Comment[]): string[] => comments.map((each) => keyOf('chronological', each)).toSorted()

async function firstPage() {
  const engine = await openWithFirstPage()
  const written: string[] = []
  /** What was acknowledged when the reader began. */
  const look = async (): Promise<string[]> => [...keys(FIRST), ...written]
  return { engine, written, look }
}

type World = Awaited<ReturnType<typeof firstPage>>
type Actor = (world: World & Acting) => Promise<unknown>

const split =
  (limit: number): Actor =>
  (world) =>
    splitPage(seriesOf(world, limit), FIRST_PAGE, END)

/** What it was told is done is done: from then on every reader must find it. */
const write =
  (number: number, limit = 9): Actor =>
  async (world) => {
    await insertItem(seriesOf(world, limit), at(number), [])
    world.written.push(...keys([at(number)]))
  }

async function readAll(world: Acting, back: boolean): Promise<string[]> {
  const found: string[] = []
  const reader = new SeriesReader(seriesOf(world, 4))
  for await (const { key } of walk(reader, { from: '', until: END }, { back })) found.push(key)
  return found
}

const read =
  (back: boolean): Actor =>
  async (world) => {
    const must = await world.look()
    const found = await readAll(world, back)
    const inOrder = back ? found.toReversed() : found
    expect(inOrder, 'a reader saw something twice or out of order').toEqual([...new Set(inOrder)].toSorted())
    expect(inOrder, 'a reader missed what was acknowledged').toEqual(expect.arrayContaining(must))
  }

const noSleep = () => Promise.resolve()

async function check({ engine, written }: World): Promise<void> {
  const found = await readAll({ engine, sleep: noSleep }, false)
  const back = await readAll({ engine, sleep: noSleep }, true)
  expect(found, 'an acknowledged comment is lost').toEqual(expect.arrayContaining([...keys(FIRST), ...written]))
  expect(found, 'a comment is there twice or out of order').toEqual([...new Set(found)].toSorted())
  expect(back.toReversed(), 'reading back gives others').toEqual(found)
  const world = { engine, written: [], sleep: noSleep, look: async () => [] }
  for (const number of [5, 15, 25, 35, 45]) await write(number)(world)
  const after = await readAll({ engine, sleep: noSleep }, false)
  expect(after, 'a comment that is written afterwards is lost').toHaveLength(
    new Set([...found, ...keys([5, 15, 25, 35, 45].map(at))]).size,
  )
}

const splits = (title: string, actors: Record<string, Actor>, setUp: () => Promise<World> = firstPage) =>
  defineProtocol({
    title,
    setUp,
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine', 'look'],
    unstepped: ['onAppend', 'settle'],
    actors,
    fingerprint: async ({ engine, written }) => ({ contents: await contentsOf(engine), written }),
    check,
  })

/** The engine, but for the conditions that one kind of write makes. */
async function without(change: '$push' | '$pull', alter: (where: UpdateRequest['where']) => UpdateRequest['where']) {
  const { engine, ...world } = await firstPage()
  const update = (collection: CollectionSpec, request: UpdateRequest) =>
    engine.update(collection, change in request.change.source ? { ...request, where: alter(request.where) } : request)
  return { ...world, engine: withMembers(engine, { update }) }
}

const withoutRange = () =>
  without('$push', (where) => where.filter((clause) => !('path' in clause && clause.path === 'until')))
const anySplit = () =>
  without('$pull', (where) =>
    where.map((clause) =>
      'path' in clause && clause.path === 'split.to' ? { path: 'split', tests: [{ op: 'ne', value: null }] } : clause,
    ),
  )

const twoWriters = { split: split(9), write35: write(35), write15: write(15) }
const twoSplits = { splitA: split(9), splitB: split(4), write35: write(35) }

describe('a page splits, in every order of the calls and with a crash at each', { timeout: 300_000 }, () => {
  it.for([{ case: 'split, a writer, a reader', actors: { split: split(9), write35: write(35), read: read(false) } }])(
    'loses nothing and shows nothing twice: $case',
    async ({ case: title, actors }, { annotate }) => {
      const explored = await exploreProtocol(splits(title, actors))
      await annotate(explored.report)
      expect(explored.exhaustive).toBe(true)
    },
  )

  it.for([
    { case: 'split, two writers, a reader', actors: { ...twoWriters, read: read(false) } },
    { case: 'split, two writers, one reads back', actors: { ...twoWriters, read: read(true) } },
    { case: 'two splits, a writer, a reader', actors: { ...twoSplits, read: read(false) } },
    { case: 'two must split before they write', actors: { write45: write(45, 4), write25: write(25, 4) } },
  ])('loses nothing, as far as it was searched: $case', async ({ case: title, actors }, { annotate }) => {
    const { report } = await exploreProtocol({ ...splits(title, actors), exhaustiveUpTo: 700, random: 300 })
    await annotate(report)
  })

  it('loses a comment when a write does not demand the range', async () => {
    const actors = { split: split(9), write35: write(35), read: read(false) }
    await expectBroken(splits('no range', actors, withoutRange), /is lost|missed|out of order/)
  })

  it('loses comments when any split is trimmed', async () => {
    await expectBroken(splits('trims any split', twoSplits, anySplit), /is lost|missed/)
  })
})
