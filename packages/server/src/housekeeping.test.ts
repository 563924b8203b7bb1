import { defineCollection, type NewEvent, openSqlite } from '@palaver/store'
import { expect, test, vi } from 'vitest'
import { collections } from './collections.ts'
import { startHousekeeping } from './housekeeping.ts'
import { testContext } from './testing/test-context.ts'

type Session = { _id: string; until: string }
const sessions = defineCollection<Session>({ name: 'sessions', expires: 'until' })
const january = (day: number): string => new Date(Date.UTC(2030, 0, day)).toISOString()
const patiently = { timeout: 60_000 }

test('what has expired goes, documents and events, however much it is; the rest stays', async () => {
  const engine = await openSqlite({ file: ':memory:', collections: [...collections, sessions] })
  const { store, ...context } = await testContext({ engine, now: () => Date.parse(january(40)) })
  const collection = store.collection(sessions)
  const begin = (n: number, day: number): Promise<void> => {
    const event: NewEvent = { _id: `e${n}`, org: 'o', subject: 's', type: 'session', op: 'created', at: january(day) }
    return collection.insert({ _id: `s${n}`, until: january(day) }, { events: [event] })
  }
  await Promise.all(Array.from({ length: 1200 }, (_, n) => begin(n, 1)))
  await begin(1200, 50)
  const partition = store.events.partitionOf('o')
  const eventsLeft = async (): Promise<string[]> => {
    const events = await store.events.read({ partition, after: 0, limit: 10 })
    return events.map(({ _id }) => _id)
  }
  const stop = startHousekeeping({ ...context, store })
  await vi.waitFor(async () => expect(await collection.count({ atMost: 10 })).toBe(1), patiently)
  await vi.waitFor(async () => expect(await eventsLeft()).toEqual(['e1200']), patiently)
  await stop()
  expect(await collection.get('s1200')).not.toBeNull()
})

test('a store that fails is tried again later, and stopping does not wait for that', async () => {
  const context = await testContext()
  const failing = vi.fn<() => Promise<boolean>>(() => Promise.reject(new Error('gone')))
  const stop = startHousekeeping({ ...context, store: { ...context.store, sweep: failing } })
  await vi.waitFor(() => expect(failing).toHaveBeenCalledOnce(), patiently)
  await stop()
})
