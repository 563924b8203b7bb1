import type { Consumer, EventQuery, LoggedEvent, Store } from '@palaver/store'
import type { Signals } from '../signals.ts'
import { NatsLink } from './connect.ts'
import { startFeeder } from './feeder.ts'
import { natsSignals } from './live.ts'
import { sourceOf } from './source.ts'
import { wakeBy } from './wake.ts'
import { EventStream, LIMITS, type StreamLimits } from './stream.ts'

export type NatsOptions = {
  url: string
  store: Store
  /** Which of the databases that use the same NATS this is. */
  database: string
  now: () => number
  random: () => number
  /** Told of what went wrong, in words; nothing is lost by it. */
  onProblem: (error: unknown, what: string) => void
  limits?: Partial<StreamLimits>
}

/** Events through NATS. All of it works while the server is away, and then reads the log. */
export type NatsDriver = {
  signals: Signals
  /** For `read` of a consumer: the same events as in the log. */
  readerOf: (queue: string) => (query: EventQuery) => Promise<LoggedEvent[]>
  /** Wakes these when another node has appended events. */
  wake: (consumers: readonly Pick<Consumer, 'wake'>[]) => void
  /** Whether events go through NATS at the moment. */
  isUp: () => boolean
  /** Takes the events of an org out of the stream, with those of others in its partition. */
  forget: (org: string) => Promise<void>
  close: () => Promise<void>
}

export function startNats({ url, store, database, now, random, onProblem, limits = {} }: NatsOptions): NatsDriver {
  const on = (what: string) => (error: unknown) => onProblem(error, what)
  const link = new NatsLink({ url, random, onLost: on('NATS cannot be reached: events are read from the log') })
  const stream = new EventStream({
    link,
    database,
    limits: { ...LIMITS, ...limits },
    onProblem: on('the stream in NATS cannot be used: events are read from the log'),
  })
  const signals = natsSignals({ link, database, onError: on('a signal could not be handled') })
  const feeder = startFeeder({ store, stream, now, onError: on('the feeder of NATS could not go on') })
  const awake = [wakeBy(signals.ofOthers, [feeder])]
  return {
    signals,
    wake: (consumers) => void awake.push(wakeBy(signals.ofOthers, consumers)),
    readerOf: (queue) => sourceOf(queue, { stream, log: store.events }),
    isUp: () => stream.open !== null,
    forget: (org) => stream.purge(store.events.partitionOf(org)),
    close: async () => {
      for (const stop of awake) stop()
      await feeder.stop()
      await link.close()
    },
  }
}
