import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  httpDuration: Histogram<'method' | 'route' | 'status'>
  storeCalls: Counter<'operation' | 'outcome'>
}

/** All that is measured, in a registry of its own, so that two services in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    httpDuration: new Histogram({
      name: 'palaver_http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    storeCalls: new Counter({
      name: 'palaver_store_calls_total',
      help: 'Calls to the database by operation, and whether they failed.',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
  }
}
