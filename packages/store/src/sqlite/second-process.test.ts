import { afterEach, describe, expect, test } from 'vitest'
import type { LoggedEvent } from '../events/event.ts'
import { createStore } from '../store.ts'
import { check } from '../testing/torture/check.ts'
import { collectionsOf, tallies } from '../testing/torture/collections.ts'
import { nothingFound } from '../testing/torture/findings.ts'
import { folderForEachTest } from '../testing/torture/folder.ts'
import { Journal } from '../testing/torture/journal.ts'
import type { Operation } from '../testing/torture/operation.ts'
import { perform } from '../testing/torture/perform.ts'
import { WritingChild } from '../testing/torture/writing-child.ts'
import { openSqlite } from './engine.ts'

const inFolder = folderForEachTest()
const children: WritingChild[] = []

afterEach(async () => {
  await stopAll()
})

/** Each of them is gone before anything is said of one that had ended by itself. */
async function stopAll(): Promise<void> {
  const ends = await Promise.allSettled(children.splice(0).map((child) => child.kill()))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

type Starting = { incarnation: number; journal: Journal; writers?: number }

function startWriting({ incarnation, journal, writers = 8 }: Starting): WritingChild {
  const settings = { file: inFolder('palaver.db'), incarnation, hot: 'shared', seed: incarnation, writers, again: [] }
  const child = new WritingChild(settings, { journal })
  children.push(child)
  return child
}

const writtenBy = (journal: Journal, incarnation: number): number => journal.acknowledgedBy.get(incarnation) ?? 0

describe('two processes that write to one file', () => {
  test('lose no update of a document that both change, and their events are in one order without gaps', async () => {
    const journal = new Journal()
    const [one, other] = [startWriting({ incarnation: 0, journal }), startWriting({ incarnation: 2, journal })]
    await one.until(() => writtenBy(journal, 0) > 500)
    await other.until(() => writtenBy(journal, 2) > 500)
    await stopAll()
    expect(journal.failures).toEqual([])
    expect(await check(inFolder('palaver.db'), collectionsOf(0), journal)).toEqual(nothingFound())
  })

  test('one of them this very process, which reads what the other wrote', async () => {
    const journal = new Journal()
    const file = inFolder('palaver.db')
    const store = createStore(await openSqlite({ file, collections: collectionsOf(0) }))
    const child = startWriting({ incarnation: 2, journal })
    let done = 0
    const write = async (): Promise<void> => {
      const op = `tally:0.0.${done++}`
      const operation: Operation = { kind: 'tally', op, id: 'tally-shared-0', org: 'org0' }
      journal.note({ says: 'begin', operation, again: false })
      expect(await perform(store, operation)).toBe(true)
      journal.note({ says: 'done', op })
      const { ops } = (await store.collection(tallies).get(operation.id)) ?? { ops: [] }
      expect(ops).toContain(op)
    }
    let going = true
    const bothWrote = child.until(() => done > 200 && writtenBy(journal, 2) > 300).finally(() => (going = false))
    while (going) await Promise.all([write(), write(), write()])
    await bothWrote
    const shared = await store.collection(tallies).get('tally-shared-0')
    expect(shared?.ops.some((op) => op.startsWith('tally:2.'))).toBe(true)
    await store.close()
    await stopAll()
    expect(journal.failures).toEqual([])
    expect(await check(file, collectionsOf(0), journal)).toEqual(nothingFound())
  })
})

describe('events that another process appends', () => {
  test('wake those who listen, who wrote nothing themselves', async () => {
    const engine = await openSqlite({ file: inFolder('palaver.db'), collections: collectionsOf(0) })
    const woken = new Promise<number>((resolve) => engine.onAppend(resolve))
    startWriting({ incarnation: 2, journal: new Journal(), writers: 1 })
    expect(await woken).toBeLessThan(engine.partitions)
    await engine.close()
  })

  test('reach a consumer, all of them and in order', async () => {
    const journal = new Journal()
    const store = createStore(await openSqlite({ file: inFolder('palaver.db'), collections: collectionsOf(0) }))
    const seen: LoggedEvent[] = []
    const failures: unknown[] = []
    const watch = async (events: readonly LoggedEvent[]): Promise<void> => {
      seen.push(...events)
    }
    const consumer = store.consume('watcher', watch, { onError: (error) => failures.push(error) })
    const child = startWriting({ incarnation: 2, journal, writers: 4 })
    await child.until(({ acknowledged }) => acknowledged > 100)
    await stopAll()
    await consumer.drained()
    expect(failures).toEqual([])
    const partitions = Array.from({ length: store.events.partitions }, (_, partition) => partition)
    for (const partition of partitions) {
      const numbers = seen.filter((event) => event.partition === partition).map(({ seq }) => seq)
      const last = await store.events.lastSeq(partition)
      expect(numbers).toEqual(Array.from({ length: last }, (_, at) => at + 1))
    }
    const ids = new Set(seen.map(({ _id }) => _id))
    for (const op of journal.acknowledgedSoFar()) expect(ids).toContain(op)
    await store.close()
  })
})

describe('processes that start at the same moment', () => {
  const others = [0, 2, 4, 6]

  test('on a file that is not there yet make it once', async () => {
    const journal = new Journal()
    const started = others.map((incarnation) => startWriting({ incarnation, journal, writers: 2 }))
    await Promise.all(started.map((child, at) => child.until(() => writtenBy(journal, others[at] ?? 0) > 20)))
    await stopAll()
    expect(journal.failures).toEqual([])
    expect(await check(inFolder('palaver.db'), collectionsOf(0), journal)).toEqual(nothingFound())
  })

  test('and declare a new index build it together', async () => {
    const journal = new Journal()
    const first = startWriting({ incarnation: 0, journal, writers: 16 })
    await first.until(({ acknowledged }) => acknowledged > 6_000)
    await stopAll()
    const later = [1, 3, 5, 7]
    const started = later.map((incarnation) => startWriting({ incarnation, journal, writers: 2 }))
    await Promise.all(started.map((child, at) => child.until(() => writtenBy(journal, later[at] ?? 0) > 20)))
    await stopAll()
    expect(journal.failures).toEqual([])
    expect(await check(inFolder('palaver.db'), collectionsOf(1), journal)).toEqual(nothingFound())
  })
})
