import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { type CollectionOf, defineCollection, type IndexDeclaration } from '../collection.ts'
import { Duplicate, Misfit, NoIndex } from '../errors.ts'
import type { Progress } from '../progress.ts'
import { createStore, type Store } from '../store.ts'
import { end, firstLine } from '../testing/processes.ts'
import { folderForEachTest } from '../testing/torture/folder.ts'
import { spawnSource } from '../testing/torture/writing-child.ts'
import { openSqlite } from './engine.ts'
import { verifySqlite } from './verify.ts'

type Note = { _id: string; slug: string; tags: string[]; rank: number }

const inFolder = folderForEachTest()
const COUNT = 5_000

const noteAt = (at: number): Note => ({
  _id: `note-${at}`,
  slug: `slug-${at}`,
  tags: [`tag-${at % 7}`, 'all'],
  rank: at % 10,
})
const withIndexes = (...indexes: IndexDeclaration<Note>[]): CollectionOf<Note> =>
  defineCollection<Note>({ name: 'notes', indexes })

async function open(
  collection: CollectionOf<Note>,
  onProgress: (progress: Progress) => void = () => {},
): Promise<Store> {
  return createStore(await openSqlite({ file: inFolder('palaver.db'), collections: [collection], onProgress }))
}

async function using<T>(collection: CollectionOf<Note>, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await open(collection)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Notes that were written when there was no index. */
async function writeOld(count = COUNT): Promise<void> {
  const bare = withIndexes()
  await using(bare, async (store) => {
    const write = (_: unknown, at: number): Promise<void> => store.collection(bare).insert(noteAt(at))
    await Promise.all(Array.from({ length: count }, write))
  })
}

const verified = (collection: CollectionOf<Note>): Promise<object> => verifySqlite(inFolder('palaver.db'), [collection])

function schema(): string[] {
  const database = new Database(inFolder('palaver.db'), { readonly: true })
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('c_notes') as string[]
  const others = database
    .prepare("SELECT name FROM sqlite_schema WHERE name GLOB '?_notes_*'")
    .pluck()
    .all() as string[]
  database.close()
  return [...columns.filter((name) => name.startsWith('k_')), ...others].toSorted()
}

const bySlug: IndexDeclaration<Note> = { name: 'slug', on: ['slug'], unique: true }
const byTag: IndexDeclaration<Note> = { name: 'tag', on: ['tags', '-rank'], arrays: ['tags'] }
const byRank: IndexDeclaration<Note> = { name: 'rank', on: ['-rank', 'slug'] }

describe('an index that is new', () => {
  test('is built when the database is opened, step by step, and finds what was there', async () => {
    await writeOld()
    const all = withIndexes(bySlug, byTag, byRank)
    const progress: Progress[] = []
    const store = await open(all, (each) => progress.push(each))
    const found = store.collection(all)
    expect((await found.find({ where: { slug: 'slug-4321' }, limit: 5 })).docs).toEqual([noteAt(4321)])
    expect(await found.count({ where: { tags: 'tag-3' }, atMost: COUNT })).toBe(Math.ceil((COUNT - 3) / 7))
    const top = await found.find({ sort: { rank: -1, slug: 1 }, limit: 3 })
    expect(top.docs.map(({ slug }) => slug)).toEqual(['slug-1009', 'slug-1019', 'slug-1029'])
    await store.close()
    for (const { name } of [bySlug, byTag, byRank]) {
      const steps = progress.filter(({ task }) => task === `Building the index "${name}" of notes`)
      expect(steps.map(({ done, total }) => [done, total])).toEqual([
        [2_000, COUNT],
        [4_000, COUNT],
        [COUNT, COUNT],
      ])
    }
    expect(await verified(all)).toEqual({ documents: COUNT, events: 0, problems: [] })
  })

  test('is built once', async () => {
    await writeOld(100)
    await using(withIndexes(bySlug), async () => {})
    const progress: Progress[] = []
    await (await open(withIndexes(bySlug), (each) => progress.push(each))).close()
    expect(progress).toEqual([])
  })

  test.each([
    ['on a field', byRank],
    ['that is unique', bySlug],
    ['on arrays', byTag],
  ])('%s, goes on where it was when its process was killed', async (_name, index) => {
    await writeOld()
    const all = withIndexes(index)
    const child = spawnSource(new URL('../testing/torture/build-child.ts', import.meta.url), [
      inFolder('palaver.db'),
      JSON.stringify([all]),
    ])
    const [line] = await firstLine(child, /^\{.*\}$/)
    await end(child, 'SIGKILL')
    expect(JSON.parse(line)).toMatchObject({ done: 2_000, total: COUNT })
    const progress: Progress[] = []
    await (await open(all, (each) => progress.push(each))).close()
    // It may have come further before it died; but what it had built is not built again.
    expect(progress.filter(({ total }) => total > COUNT - 2_000)).toEqual([])
    expect(await verified(all)).toEqual({ documents: COUNT, events: 0, problems: [] })
  })

  test('that was half built and is declared no longer, goes', async () => {
    await writeOld()
    const args = [inFolder('palaver.db'), JSON.stringify([withIndexes(byTag, byRank)])]
    const child = spawnSource(new URL('../testing/torture/build-child.ts', import.meta.url), args)
    await firstLine(child, /^\{.*\}$/)
    await end(child, 'SIGKILL')
    await using(withIndexes(), async () => {})
    expect(schema()).toEqual([])
    expect(await verified(withIndexes())).toEqual({ documents: COUNT, events: 0, problems: [] })
  })
})

describe('an index that cannot be built', () => {
  const unfit: [string, IndexDeclaration<Note>][] = [
    ['on a field', { name: 'place', on: ['rank'], unique: true }],
    ['on arrays', { name: 'place', on: ['tags'], unique: true, arrays: ['tags'] }],
  ]

  test.each(unfit)(
    'because two documents have one key, %s, is named, and the database stays as useful as it was',
    async (_name, index) => {
      await writeOld(100)
      const error: unknown = await open(withIndexes(index)).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Duplicate)
      expect(error).toMatchObject({ collection: 'notes', index: 'place' })
      const bare = withIndexes(bySlug)
      await using(bare, (store) => store.collection(bare).insert(noteAt(100)))
      expect(await verified(bare)).toEqual({ documents: 101, events: 0, problems: [] })
    },
  )

  test('is built once the documents allow it', async () => {
    await writeOld(11)
    const unique = withIndexes({ name: 'place', on: ['rank'], unique: true })
    await expect(open(unique)).rejects.toBeInstanceOf(Duplicate)
    await using(withIndexes(), (store) => store.collection(withIndexes()).remove({ _id: 'note-10' }))
    await using(unique, (store) =>
      expect(store.collection(unique).insert(noteAt(10))).rejects.toMatchObject({ code: 'duplicate', index: 'place' }),
    )
    expect(await verified(unique)).toEqual({ documents: 10, events: 0, problems: [] })
  })

  test('because a document has an array where none is declared, says where', async () => {
    await writeOld(10)
    const error: unknown = await open(withIndexes({ name: 'tag', on: ['tags'] })).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Misfit)
    expect(error).toMatchObject({ path: 'tags' })
  })
})

describe('an index that changes', () => {
  const changes: [string, IndexDeclaration<Note>, IndexDeclaration<Note>][] = [
    ['its direction', byRank, { name: 'rank', on: ['rank', 'slug'] }],
    ['its fields', byRank, { name: 'rank', on: ['-rank', '-slug'] }],
    ['from a field to arrays', { name: 'one', on: ['slug'] }, { name: 'one', on: ['tags', 'slug'], arrays: ['tags'] }],
    ['from arrays to a field', { name: 'one', on: ['tags'], arrays: ['tags'] }, { name: 'one', on: ['-slug'] }],
    ['to be unique', { name: 'slug', on: ['slug'] }, bySlug],
    ['to be unique no longer', bySlug, { name: 'slug', on: ['slug'] }],
  ]

  test.each(changes)('%s, is built anew', async (_name, before, after) => {
    await writeOld(300)
    await using(withIndexes(before), async () => {})
    const progress: Progress[] = []
    await (await open(withIndexes(after), (each) => progress.push(each))).close()
    expect(progress.at(-1)).toMatchObject({ done: 300, total: 300 })
    expect(await verified(withIndexes(after))).toEqual({ documents: 300, events: 0, problems: [] })
  })

  test('to be unique no longer, lets duplicates in', async () => {
    await writeOld(10)
    await using(withIndexes(bySlug), async () => {})
    const loose = withIndexes({ name: 'slug', on: ['slug'] })
    await using(loose, (store) => store.collection(loose).insert({ ...noteAt(3), _id: 'again' }))
    expect(await verified(loose)).toEqual({ documents: 11, events: 0, problems: [] })
  })
})

describe('an index that is declared no longer', () => {
  test('goes with all its keys; others stay, and queries of it are refused', async () => {
    await writeOld(100)
    await using(withIndexes(bySlug, byTag, byRank), async () => {})
    expect(schema()).toEqual(['c_notes_tag', 'i_notes_rank', 'i_notes_slug', 'k_rank', 'k_slug'])
    const fewer = withIndexes(bySlug)
    await using(fewer, async (store) => {
      const found = store.collection(fewer)
      expect((await found.find({ where: { slug: 'slug-7' }, limit: 1 })).docs).toEqual([noteAt(7)])
      await expect(found.find({ where: { tags: 'all' }, limit: 1 })).rejects.toBeInstanceOf(NoIndex)
    })
    expect(schema()).toEqual(['i_notes_slug', 'k_slug'])
  })

  test('has what was written without it when it comes back', async () => {
    await writeOld(100)
    const [all, fewer] = [withIndexes(byTag, byRank), withIndexes()]
    await using(all, async () => {})
    await using(fewer, async (store) => {
      await store.collection(fewer).insert(noteAt(100))
      await store.collection(fewer).update({ _id: 'note-1' }, { $push: { tags: 'new' } })
      await store.collection(fewer).remove({ _id: 'note-2' })
    })
    await using(all, async (store) => {
      expect((await store.collection(all).find({ where: { tags: 'new' }, limit: 5 })).docs).toHaveLength(1)
    })
    expect(await verified(all)).toEqual({ documents: 100, events: 0, problems: [] })
  })
})
