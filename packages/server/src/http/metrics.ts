import type { Store } from '@palaver/store'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { Turns } from './turns.ts'

type Needs = { metrics: Metrics; turns: Turns; store: Pick<Store, 'events'> }

/** `/metrics` in Prometheus' text format. */
export function metricsRoute(app: FastifyInstance, { metrics, turns, store }: Needs): void {
  const { registry } = metrics
  metrics.observe({
    name: 'palaver_http_requests_under_way',
    help: 'Requests to the API that are being handled.',
    read: () => [{ value: turns.underWay }],
  })
  metrics.observe({
    name: 'palaver_http_requests_waiting',
    help: 'Requests to the API that wait for their turn, because many of the same org are being handled.',
    read: () => [{ value: turns.waiting }],
  })
  metrics.observe({
    name: 'palaver_consumer_behind_events',
    help: 'Events that a consumer has yet to handle; none are told while the database does not answer.',
    labels: ['consumer'],
    read: async () => Array.from(await behind(store), ([consumer, value]) => ({ labels: { consumer }, value })),
  })
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics()),
  )
}

/** The rest is most wanted when the database does not answer. */
const behind = ({ events }: Pick<Store, 'events'>): Promise<ReadonlyMap<string, number>> =>
  events.behind().catch(() => new Map())
