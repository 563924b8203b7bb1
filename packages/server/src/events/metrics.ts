import { Counter, Histogram } from 'prom-client'
import type { Metrics } from '../metrics.ts'
import type { QueueView } from './queue-watch.ts'

/** Told of what a queue does. */
export type QueueHooks = {
  handled: (queue: string) => void
  failed: (queue: string) => void
  dead: (queue: string) => void
  took: (queue: string, ms: number) => void
}

export const unmeasured: QueueHooks = { handled() {}, failed() {}, dead() {}, took() {} }

export function queueHooks({ registry }: Pick<Metrics, 'registry'>): QueueHooks {
  const registers = [registry]
  const counter = (name: string, help: string): ((queue: string) => void) => {
    const count = new Counter({ name, help, labelNames: ['queue'], registers })
    return (queue) => count.inc({ queue })
  }
  const duration = new Histogram({
    name: 'palaver_queue_duration_seconds',
    help: 'Time that a queue took for one event, whether it went well or not.',
    labelNames: ['queue'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
    registers,
  })
  return {
    handled: counter('palaver_queue_handled_total', 'Events that a queue has handled.'),
    failed: counter('palaver_queue_failed_total', 'Times that an event failed in a queue.'),
    dead: counter('palaver_queue_dead_total', 'Events that became dead letters of a queue.'),
    took: (queue, ms) => duration.observe({ queue }, ms / 1000),
  }
}

type Watched = { overview: () => Promise<QueueView[]> }

const FIGURES = [
  ['palaver_queue_lag_events', 'Events that a queue has yet to handle.', ({ lag }: QueueView) => lag],
  [
    'palaver_queue_oldest_seconds',
    'For how long the oldest event that a queue has yet to handle has waited; 0 where there is none.',
    ({ oldestSeconds }: QueueView) => oldestSeconds ?? 0,
  ],
  [
    'palaver_queue_waiting',
    'Events that failed in a queue and wait to be tried again.',
    (one: QueueView) => one.waiting,
  ],
  ['palaver_queue_dead_letters', 'Dead letters of a queue, up to 10000.', ({ dead }: QueueView) => dead],
  ['palaver_queue_paused', 'Whether a queue is paused.', ({ state }: QueueView) => (state === 'paused' ? 1 : 0)],
] as const

/** One look for all the figures of a scrape. */
export function observeQueues({ observe }: Pick<Metrics, 'observe'>, queues: Watched): void {
  let look: Promise<QueueView[]> | null = null
  // The rest is most wanted when the database does not answer.
  const looked = (): Promise<QueueView[]> => {
    look ??= queues
      .overview()
      .catch(() => [])
      .finally(() => (look = null))
    return look
  }
  for (const [name, help, figure] of FIGURES)
    observe({
      name,
      help,
      labels: ['queue'],
      read: async () => (await looked()).map((queue) => ({ labels: { queue: queue.name }, value: figure(queue) })),
    })
}
