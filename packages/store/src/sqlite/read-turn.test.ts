import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defineCollection } from '../collection.ts'
import { createStore } from '../store.ts'
import { openSqlite } from './engine.ts'
import { ReadTurn } from './read-turn.ts'

type Thing = { _id: string; count: number }
const things = defineCollection<Thing>({ name: 'things' })

/** A store, and another program that has its file open. */
async function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-turn-'))
  const file = join(folder, 'file.sqlite')
  const store = createStore(await openSqlite({ file, collections: [things] }))
  const collection = store.collection(things)
  await collection.insert({ _id: 'a', count: 0 })
  const other = new Database(file)
  onTestFinished(async () => {
    other.close()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const write = (count: number) =>
    other.prepare("UPDATE c_things SET doc = json_set(doc, '$.count', ?), version = version + 1").run(count)
  const read = async () => (await collection.get('a'))?.count
  return { store, collection, other, write, read }
}

describe('what is read without a pause', () => {
  it('is of one moment', async () => {
    const { collection, write } = await opened()
    const first = collection.get('a')
    write(1)
    const second = collection.get('a')
    expect(await Promise.all([first, second])).toEqual([
      { _id: 'a', count: 0 },
      { _id: 'a', count: 0 },
    ])
  })

  it('is what others have written, once the event loop went on', async () => {
    const { write, read } = await opened()
    await read()
    for (let count = 1; count < 20; count++) {
      write(count)
      await nextTurn()
      expect(await read()).toBe(count)
    }
  })

  it('is what others have written also for who reads on and on', async () => {
    const { write, read } = await opened()
    await read()
    write(1)
    let reads = 0
    while ((await read()) === 0) reads++
    expect(reads).toBeLessThanOrEqual(1000)
  })

  it('has in it what was acknowledged, whoever wrote it', async () => {
    const { collection, read } = await opened()
    for (let count = 1; count < 50; count++) {
      const reading = read()
      await collection.update({ _id: 'a' }, { $set: { count } })
      expect(await read()).toBe(count)
      expect(await reading).toBe(count - 1)
    }
  })
})

it('nothing is held while the event loop goes on: the log of the file can be emptied', async () => {
  const { other, read, collection } = await opened()
  for (let count = 0; count < 10; count++) {
    await collection.update({ _id: 'a' }, { $inc: { count: 1 } })
    await Promise.all([read(), read()])
    await nextTurn()
    expect(other.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }])
  }
})

it('who closes the store has all written that waits, also where somebody reads whenever they hear of events', async () => {
  const { store, collection } = await opened()
  store.events.onAppend((partition) => void store.events.read({ partition, after: 0, limit: 1 }))
  const told = { org: 'o', subject: 's', type: 't', op: 'told', at: '2026-01-01T00:00:00.000Z' }
  const writes = Array.from({ length: 600 }, (_, count) =>
    collection.insert({ _id: `${count}`, count }, { events: [{ ...told, _id: `e${count}` }] }),
  )
  await store.close()
  expect((await Promise.allSettled(writes)).filter(({ status }) => status === 'rejected')).toEqual([])
})

it('makes nothing permanent that a writer could not undo', async () => {
  const database = new Database(':memory:')
  database.exec('CREATE TABLE t (x)')
  const turn = new ReadTurn(database)
  database.exec('BEGIN; INSERT INTO t VALUES (1)')
  turn.take()
  await nextTurn()
  expect(database.prepare('SELECT count(*) FROM t').pluck().get()).toBe(0)
})

it('who closes the store while somebody reads gives the file back', async () => {
  const { store, read, other } = await opened()
  const reading = read()
  await store.close()
  expect(await reading).toBe(0)
  expect(other.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }])
})
