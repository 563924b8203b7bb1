import { defineCollection, openSqlite } from '@palaver/store'
import { expect, test } from 'vitest'
import { collections } from './collections.ts'
import { testContext } from './testing/test-context.ts'

type Note = { _id: string; text: string }
const notes = defineCollection<Note>({ name: 'notes' })

const inMemory = () => openSqlite({ file: ':memory:', collections: [...collections, notes] })

test('single members can be replaced, and the others are wired to them', async () => {
  const { store, now } = await testContext({ engine: await inMemory(), now: () => 42 })
  const collection = store.collection(notes)
  await collection.insert({ _id: 'a', text: 'hello' })
  expect(await collection.get('a')).toMatchObject({ text: 'hello' })
  expect(now()).toBe(42)
})

test('reads and writes of the store are counted, failed ones apart', async () => {
  const { store, metrics } = await testContext({ engine: await inMemory() })
  const collection = store.collection(notes)
  await collection.insert({ _id: 'a', text: 'hello' })
  await expect(collection.insert({ _id: 'a', text: 'again' })).rejects.toMatchObject({ code: 'duplicate' })
  await collection.get('a')
  await collection.get('b')
  const read = async (): Promise<Record<string, number>> => {
    const { values } = await metrics.storeCalls.get()
    return Object.fromEntries(values.map(({ labels, value }) => [`${labels.operation} ${labels.outcome}`, value]))
  }
  const counts = await read()
  /** The key of the database's files is made and kept when it is first opened. */
  const before = { insert: 1, get: 1 }
  expect(counts).toMatchObject({ 'insert ok': 1 + before.insert, 'insert failed': 1, 'get ok': 2 + before.get })
  expect(await read(), 'asked again, nothing is counted twice').toEqual(counts)
})
