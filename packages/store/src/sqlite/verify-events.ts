import type { Database } from 'better-sqlite3'
import type { NewEvent } from '../events/event.ts'
import { partitionOf } from '../events/partition.ts'
import type { OnProgress } from '../progress.ts'
import type { Problem } from './verify.ts'

const SPAN = 2 ** 40
const REPORT_EVERY = 10_000

type Row = { n: number; partition: number; id: string; subject: string; body: string }

/** Numbers without gaps within a partition, and each event where its org belongs. */
export function verifyEvents(database: Database, onProgress: OnProgress): { events: number; problems: Problem[] } {
  const problems: Problem[] = []
  const partitions = Number(database.prepare("SELECT value FROM meta WHERE name = 'partitions'").pluck().get() ?? 0)
  const total = database.prepare('SELECT count(*) FROM events').pluck().get() as number
  let previous = -1
  let events = 0
  for (const row of database
    .prepare('SELECT n, partition, id, subject, body FROM events ORDER BY n')
    .iterate() as Iterable<Row>) {
    const inPartition = Math.floor(previous / SPAN) === row.partition
    if (inPartition && row.n !== previous + 1)
      problems.push({
        collection: 'events',
        id: row.id,
        message: `${row.n - previous - 1} events are missing before this one.`,
      })
    const message = faultOf(row, partitions)
    if (message !== null) problems.push({ collection: 'events', id: row.id, message })
    previous = row.n
    if (++events % REPORT_EVERY === 0 || events === total) onProgress({ task: 'Checking events', done: events, total })
  }
  return { events, problems }
}

function faultOf({ n, partition, id, subject, body }: Row, partitions: number): string | null {
  try {
    const event = JSON.parse(body) as NewEvent
    if (event._id !== id || event.subject !== subject) return 'Its columns say something else than its body.'
    const right = partition === Math.floor(n / SPAN) && partition === partitionOf(event.org, partitions)
    return right ? null : `It is in partition ${partition}, where its org does not belong.`
  } catch {
    return 'Its body is not JSON.'
  }
}
