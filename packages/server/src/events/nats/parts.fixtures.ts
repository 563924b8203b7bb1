import { randomUUID } from 'node:crypto'
import type { Consumer, EventLogApi, EventQuery, LoggedEvent, Store } from '@palaver/store'
import { expect, onTestFinished } from 'vitest'
import { until } from '../conformance/driver.ts'
import { sqliteCluster } from '../testing/nodes.ts'
import { NatsLink } from './connect.ts'
import { FEEDER, startFeeder } from './feeder.ts'
import { sourceOf } from './source.ts'
import { EventStream, LIMITS, type StreamLimits } from './stream.ts'

/** A log that counts what is read from it, but for looks at single events. */
type CountedLog = Pick<EventLogApi, 'read' | 'lastSeq'> & { events: number }

export type Parts = {
  store: Store
  link: NatsLink
  stream: EventStream
  log: CountedLog
  partition: number
  read: (query: EventQuery) => Promise<LoggedEvent[]>
  feed: (name?: string) => Consumer
}

export const ORG = 'acme'

/** The driver in its parts, on a database of its own. */
export async function parts(url: string, limits: Partial<StreamLimits> = {}): Promise<Parts> {
  const cluster = await sqliteCluster()
  const { store } = await cluster.node()
  const link = new NatsLink({ url, random: Math.random, onLost: () => {} })
  onTestFinished(() => link.close())
  const database = randomUUID()
  const stream = new EventStream({ link, database, limits: { ...LIMITS, ...limits }, onProblem: () => {} })
  await until(() => expect(stream.open).not.toBeNull())
  const log = counted(store.events)
  const feed = (name = FEEDER): Consumer => startFeeder({ store, stream, now: cluster.now, onError: () => {}, name })
  const partition = store.events.partitionOf(ORG)
  return { store, link, stream, log, partition, read: sourceOf('queue', { stream, log }), feed }
}

function counted(log: EventLogApi): CountedLog {
  return {
    events: 0,
    lastSeq: (partition) => log.lastSeq(partition),
    async read(query) {
      const events = await log.read(query)
      if (query.limit > 1) this.events += events.length
      return events
    },
  }
}

/** All behind `after`, as a queue would read it. */
export async function readAll({ read, partition }: Parts, after = 0): Promise<LoggedEvent[]> {
  const all: LoggedEvent[] = []
  for (let events = await read({ partition, after, limit: 100 }); events.length > 0;) {
    all.push(...events)
    events = await read({ partition, after: all.at(-1)?.seq ?? after, limit: 100 })
  }
  return all
}

export const seqsOf = (events: readonly LoggedEvent[]): number[] => events.map(({ seq }) => seq)

export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)
