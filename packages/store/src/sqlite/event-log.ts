import type { Database, Statement } from 'better-sqlite3'
import type { TrimRequest } from '../engine.ts'
import type { EventQuery, LoggedEvent, NewEvent } from '../events/event.ts'
import { eventJson } from '../events/json.ts'
import { partitionOf } from '../events/partition.ts'
import { eventIn, RecentEvents } from './recent-events.ts'

/** Partition and sequence number make one row number: partition * 2^40 + seq. */
const SPAN = 2 ** 40
const rowOf = (partition: number, seq: number): number => partition * SPAN + seq

/** An event as it will be written, made before the transaction. */
export type EventRow = { partition: number; id: string; subject: string; at: string; body: string }

/** The event log: written in the same transaction as the document that an event tells of. */
export class EventLog {
  readonly #partitions: number
  readonly #append: Statement
  readonly #last: Statement
  readonly #read: Statement
  readonly #readSubject: Statement
  readonly #readId: Statement
  readonly #oldest: Statement
  readonly #trim: Statement
  readonly #rewrite: Statement
  readonly #next = new Map<number, number>()
  readonly #touched = new Set<number>()
  readonly #recent = new RecentEvents()

  constructor(database: Database, partitions: number) {
    this.#partitions = partitions
    this.#append = database.prepare(
      'INSERT INTO events (n, partition, id, subject, at, body) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id, partition) DO NOTHING',
    )
    this.#last = database.prepare('SELECT max(n) FROM events WHERE n > ? AND n < ?').pluck()
    this.#read = database.prepare('SELECT n, body FROM events WHERE n > ? AND n < ? ORDER BY n LIMIT ?')
    this.#readSubject = database.prepare(
      'SELECT n, body FROM events WHERE subject = ? AND n > ? AND n < ? ORDER BY n LIMIT ?',
    )
    this.#readId = database.prepare('SELECT n, body FROM events WHERE id = ? AND partition = ? AND n > ? LIMIT ?')
    this.#oldest = database.prepare('SELECT n, at FROM events WHERE n > ? AND n <= ? ORDER BY n LIMIT ?')
    this.#trim = database.prepare('DELETE FROM events WHERE n > ? AND n < ?')
    this.#rewrite = database.prepare('UPDATE events SET body = ? WHERE n = ? AND id = ?')
  }

  rows(events: readonly NewEvent[]): EventRow[] {
    return events.map((event) => ({
      partition: partitionOf(event.org, this.#partitions),
      id: event._id,
      subject: event.subject,
      at: event.at,
      body: eventJson(event),
    }))
  }

  /** Adds events behind the newest; one whose id is there already was told before and is passed over. */
  append(events: readonly EventRow[]): void {
    for (const { partition, id, subject, at, body } of events) {
      const seq = this.#nextSeq(partition)
      const row = rowOf(partition, seq)
      const { changes } = this.#append.run(row, partition, id, subject, at, body)
      if (changes === 0) continue
      this.#recent.note(row, body)
      this.#next.set(partition, seq + 1)
      this.#touched.add(partition)
    }
  }

  #nextSeq(partition: number): number {
    const known = this.#next.get(partition)
    if (known !== undefined) return known
    return this.lastSeq(partition) + 1
  }

  lastSeq(partition: number): number {
    const n = this.#last.get(rowOf(partition, 0), rowOf(partition + 1, 0)) as number | null
    return n === null ? 0 : n - rowOf(partition, 0)
  }

  read(query: EventQuery): LoggedEvent[] {
    return (query.fresh ? null : this.#remembered(query)) ?? this.#stored(query)
  }

  /** Without asking SQLite, where all that is asked for was written here, or read just now; null where it was not. */
  #remembered({ partition, subject, id, after, limit }: EventQuery): LoggedEvent[] | null {
    const next = this.#next.get(partition)
    // What another process has appended is noticed within a second: where nothing is known to be new, it is looked for.
    if (subject !== undefined || id !== undefined || next === undefined || next <= after + 1) return null
    const events: LoggedEvent[] = []
    for (let seq = after + 1; seq < next && events.length < limit; seq++) {
      const kept = this.#recent.get(rowOf(partition, seq))
      if (kept === undefined) return null
      events.push(eventIn(kept, { partition, seq }))
    }
    return events
  }

  #stored(query: EventQuery): LoggedEvent[] {
    const { partition } = query
    return this.#rows(query).map(({ n, body }) =>
      eventIn(this.#recent.note(n, body), { partition, seq: n - rowOf(partition, 0) }),
    )
  }

  #rows({ partition, subject, id, after, limit }: EventQuery): { n: number; body: string }[] {
    const from = rowOf(partition, after)
    const until = rowOf(partition + 1, 0)
    if (id !== undefined) return this.#readId.all(id, partition, from, limit) as { n: number; body: string }[]
    const statement = subject === undefined ? this.#read : this.#readSubject
    const first = subject === undefined ? [] : [subject]
    return statement.all(...first, from, until, limit) as { n: number; body: string }[]
  }

  /** Removes from the old end; the newest event stays, so that the numbers go on behind it. */
  trim({ partition, before, upTo, limit }: TrimRequest): number {
    const from = rowOf(partition, 0)
    const newest = Math.min(upTo, this.lastSeq(partition) - 1)
    const oldest = this.#oldest.all(from, rowOf(partition, newest), limit) as { n: number; at: string }[]
    const kept = oldest.find(({ at }) => at >= before)
    const until = kept?.n ?? (oldest.at(-1)?.n ?? from) + 1
    this.#recent.clear()
    return this.#trim.run(from, until).changes
  }

  rewrite({ partition, seq, ...event }: LoggedEvent): boolean {
    this.#recent.clear()
    return this.#rewrite.run(eventJson(event), rowOf(partition, seq), event._id).changes === 1
  }

  /** Another process may have appended: what was remembered no longer holds. */
  forget(): void {
    this.#next.clear()
    this.#touched.clear()
    this.#recent.clear()
  }

  /** The partitions that got events since this was last asked. */
  takeTouched(): number[] {
    const touched = [...this.#touched]
    this.#touched.clear()
    return touched
  }
}
