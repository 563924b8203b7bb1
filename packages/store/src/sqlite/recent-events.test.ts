import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { defineCollection } from '../collection.ts'
import type { LoggedEvent } from '../events/event.ts'
import { createStore, type Store } from '../store.ts'
import { openSqlite } from './engine.ts'
import { eventIn, RecentEvents } from './recent-events.ts'

type Thing = { _id: string }
const things = defineCollection<Thing>({ name: 'things' })
const LONG_AGO = '2020-01-01T00:00:00.000Z'

async function openedTwice(): Promise<{ one: Store; two: Store; stored: () => unknown[]; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-recent-'))
  const file = join(folder, 'file.sqlite')
  const open = async () => createStore(await openSqlite({ file, collections: [things], partitions: 1 }))
  const [one, two] = [await open(), await open()]
  const raw = new Database(file, { readonly: true })
  const stored = () =>
    raw
      .prepare('SELECT n, body FROM events ORDER BY n')
      .all()
      .map((row) => {
        const { n, body } = row as { n: number; body: string }
        return { ...JSON.parse(body), partition: 0, seq: n }
      })
  const end = async (): Promise<void> => {
    raw.close()
    await Promise.all([one.close(), two.close()])
    rmSync(folder, { recursive: true, force: true })
  }
  return { one, two, stored, end }
}

/** As consumers read it: behind what they have, so many at a time. */
async function pagesOf({ events }: Store, limit: number): Promise<LoggedEvent[]> {
  const all: LoggedEvent[] = []
  for (;;) {
    const page = await events.read({ partition: 0, after: all.at(-1)?.seq ?? 0, limit })
    if (page.length === 0) return all
    all.push(...page)
  }
}

const step = fc.record({
  who: fc.constantFrom('one' as const, 'one' as const, 'two' as const),
  does: fc.constantFrom('tell' as const, 'tell' as const, 'tell' as const, 'redact' as const, 'trim' as const),
  limit: fc.integer({ min: 1, max: 5 }),
})

it('is what the file has, whoever wrote it, changed it or took it away', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const { end, stored, ...stores } = await openedTwice()
      try {
        for (const [number, { who, does, limit }] of steps.entries()) {
          const store = stores[who]
          const event = { org: 'org', subject: 's', type: 't', op: 'told', at: LONG_AGO, after: { number } }
          if (does !== 'trim')
            await store.collection(things).insert({ _id: `${number}` }, { events: [{ _id: `e${number}`, ...event }] })
          const [first] = await store.events.read({ partition: 0, after: 0, limit: 1 })
          if (does === 'redact' && first !== undefined) await store.events.redact(first, { after: 'gone' })
          if (does === 'trim') await store.events.trim({ keepMs: 0, limit: 2 })
          // Whoever writes notices what others have written.
          expect(await pagesOf(store, limit)).toEqual(stored())
        }
      } finally {
        await end()
      }
    }),
    { numRuns: 40 },
  )
})

it('is as the file has it for who asks for that: what another process took out does not come back', async () => {
  const { one, two, stored, end } = await openedTwice()
  onTestFinished(end)
  const told = { _id: 'e', org: 'o', subject: 's', type: 't', op: 'told', at: LONG_AGO }
  await one
    .collection(things)
    .insert({ _id: 'x' }, { events: [{ ...told, before: 'words of Bob', after: 'words of Ada' }] })
  const read = async ({ events }: Store) => {
    const [event] = await events.read({ partition: 0, after: 0, limit: 1, fresh: true })
    if (event === undefined) throw new Error('There is no event.')
    return event
  }
  const byTwo = await read(two)
  await two.events.redact(byTwo, { before: null, after: byTwo.after ?? null })
  const byOne = await read(one)
  await one.events.redact(byOne, { before: byOne.before ?? null, after: null })
  expect(JSON.stringify(stored())).not.toContain('words')
})

it('is the same object for all who read it', async () => {
  const { one, end } = await openedTwice()
  onTestFinished(end)
  const event = { org: 'org', subject: 's', type: 't', op: 'told', at: LONG_AGO }
  await one.collection(things).insert({ _id: 'a' }, { events: [{ _id: 'e', ...event }] })
  const read = () => one.events.read({ partition: 0, after: 0, limit: 10 })
  expect((await read())[0]).toBe((await read())[0])
})

it('holds no more than it may, and a text that was changed once only', () => {
  const recent = new RecentEvents()
  const body = JSON.stringify({ text: 'x'.repeat(10_000) })
  for (let row = 0; row < 1000; row++) recent.note(row, body)
  expect(Array.from({ length: 1000 }, (_, row) => row).filter((row) => recent.get(row)).length).toBeLessThan(210)
  expect(recent.get(999)).toBeDefined()
  const before = eventIn(recent.note(999, body), { partition: 0, seq: 1 })
  expect(eventIn(recent.note(999, body), { partition: 0, seq: 1 })).toBe(before)
  expect(eventIn(recent.note(999, '{"text":"new"}'), { partition: 0, seq: 1 })).toEqual({
    text: 'new',
    partition: 0,
    seq: 1,
  })
})
