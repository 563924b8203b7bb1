import type { Consumer, LoggedEvent, Store } from '@palaver/store'
import { faultAt } from '../../fault.ts'
import { encode } from './message.ts'
import type { EventStream, OpenStream } from './stream.ts'

/** The ordered consumer that feeds the stream; forget it where NATS is no longer used, or it holds back the log. */
export const FEEDER = 'nats'

type Needs = {
  store: Store
  stream: EventStream
  now: () => number
  onError: (error: unknown) => void
  /** What it is called among the consumers. */
  name?: string
}

/** For what comes with a message: its headers. */
const HEADERS = 1_024
const ANSWER_MS = 3_000
const BATCH = 200

/**
 * Feeds the stream from the log, in order. It never waits for NATS: what cannot be published now is passed over, and
 * whoever misses it in the stream finds it in the log. So a server that is away for days holds nothing back, and a
 * server that comes back empty needs nothing but new events.
 */
export function startFeeder(needs: Needs): Consumer {
  const newest = new Map<number, LoggedEvent>()
  const feed = async (events: readonly LoggedEvent[], partition: number): Promise<void> => {
    const open = needs.stream.open
    faultAt('A3')
    if (open !== null) await publish(events.filter(isWorthIt(needs)), { open, stream: needs.stream, newest })
    faultAt('A4')
    const last = events.at(-1)
    if (last !== undefined) newest.set(partition, last)
  }
  return needs.store.consume(needs.name ?? FEEDER, feed, { batch: BATCH, onError: needs.onError })
}

/** What the stream would drop at once is not put there: on a long log the feeder is soon at its end. */
const isWorthIt = ({ stream, now }: Needs): ((event: LoggedEvent) => boolean) => {
  const oldest = new Date(now() - stream.maxAgeMs).toISOString()
  return ({ at }) => at > oldest
}

type Publishing = { open: OpenStream; stream: EventStream; newest: ReadonlyMap<number, LoggedEvent> }

async function publish(events: readonly LoggedEvent[], { open, stream, newest }: Publishing): Promise<void> {
  const most = (open.connection.info?.max_payload ?? 2 ** 20) - HEADERS
  const published = events.map(async (event, at) => {
    const before = events[at - 1] ?? newest.get(event.partition)
    const message = encode({ previous: before?.seq === event.seq - 1 ? before._id : null, event })
    if (message.length > most) return
    await open.js.publish(stream.subjectOf(event.partition), message, { msgID: event._id, timeout: ANSWER_MS })
  })
  const failed = (await Promise.allSettled(published)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') stream.distrust(open, failed.reason)
}
