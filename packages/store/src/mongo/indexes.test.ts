import { expect, it } from 'vitest'
import { type Declaration, defineCollection } from '../collection.ts'
import { Duplicate, StorageProblem } from '../errors.ts'
import type { Progress } from '../progress.ts'
import { describeMongo } from '../testing/mongo-suite.ts'
import { openMongo } from './engine.ts'

describeMongo('indexes on MongoDB', ({ url, database, client }) => {
  const open = async (indexes: NonNullable<Declaration['indexes']>, name = 'notes'): Promise<Progress[]> => {
    const progress: Progress[] = []
    const collections = [defineCollection({ name, indexes })]
    const engine = await openMongo({ url, database, collections, onProgress: (step) => progress.push(step) })
    await engine.close()
    return progress.filter(({ task }) => task.includes(name))
  }
  const there = async (name: string) => {
    const indexes = await client.db(database).collection(name).indexes()
    return indexes.map(({ name, key, unique, sparse }) => ({
      name,
      key,
      ...(unique && { unique }),
      ...(sparse && { sparse }),
    }))
  }
  const OWN = [
    { name: '_id_', key: { _id: 1 } },
    { name: '_waiting', key: { '_waiting.partition': 1 }, sparse: true },
    { name: '_gone', key: { _gone: 1 }, sparse: true },
  ]

  it('are made as declared, once, with progress', async () => {
    const declared = [
      { name: 'newest', on: ['home', '-posted'] },
      { name: 'slug', on: ['home', 'slug'], unique: true },
    ]
    expect(await open(declared)).toContainEqual({ task: 'index "newest" of notes', done: 1, total: 1 })
    const expected = [
      ...OWN,
      { name: 'newest', key: { home: 1, posted: -1, _id: 1 } },
      { name: 'slug', key: { home: 1, slug: 1 }, unique: true },
    ]
    expect((await there('notes')).toSorted(byName)).toEqual(expected.toSorted(byName))
    expect(await open(declared)).toEqual([])
  })

  it('are made anew in another shape, and dropped when no longer declared', async () => {
    await open([{ name: 'newest', on: ['home', 'posted'] }])
    const expected = [...OWN, { name: 'newest', key: { home: 1, posted: 1, _id: 1 } }]
    expect((await there('notes')).toSorted(byName)).toEqual(expected.toSorted(byName))
  })

  it('say which index the documents do not fit', async () => {
    await client
      .db(database)
      .collection<{ _id: string }>('people')
      .insertMany([{ _id: 'a' }, { _id: 'b' }])
    await expect(open([{ name: 'byName', on: ['name'], unique: true }], 'people')).rejects.toThrow(
      new Duplicate('people', 'byName'),
    )
  })

  it('are left alone in a database of a newer version', async () => {
    const settings = client.db(database).collection<{ _id: string }>('_store')
    await settings.updateOne({ _id: 'settings' }, { $set: { format: 99 } })
    await expect(open([])).rejects.toBeInstanceOf(StorageProblem)
  })
})

const byName = (a: { name: string | undefined }, b: { name: string | undefined }): number =>
  String(a.name) < String(b.name) ? -1 : 1
