import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  httpDuration: Histogram<'method' | 'route' | 'status'>
  storeCalls: Counter<'operation' | 'outcome'>
  /** Calls of one kind, to be counted in it. */
  tally: (labels: Tally['labels']) => Tally
  rateLimited: Counter<'cost' | 'by'>
  /** For those who look at it often: how many requests this process has answered. */
  answered: { requests: number }
  /** Adds a figure that is looked up whenever somebody asks for it. */
  observe: (figure: Figure) => void
}

/** A plain number, since each read and write is counted; the counter has it when somebody asks. */
type Tally = { labels: { operation: string; outcome: string }; calls: number }

type Value = { labels?: Record<string, string>; value: number }
type Figure = { name: string; help: string; labels?: string[]; read: () => Value[] | Promise<Value[]> }

/** All that is measured, in a registry of its own, so that two services in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const tallies: Tally[] = []
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
      collect() {
        for (const { labels, calls } of tallies.filter((tally) => tally.calls > 0)) this.inc(labels, calls)
        for (const tally of tallies) tally.calls = 0
      },
    }),
    tally: (labels) => {
      const tally = { labels, calls: 0 }
      tallies.push(tally)
      return tally
    },
    rateLimited: new Counter({
      name: 'palaver_rate_limited_total',
      help: 'Requests that were refused because somebody asked too much, by what they cost and by whose limit it was.',
      labelNames: ['cost', 'by'],
      registers,
    }),
    answered: { requests: 0 },
    observe: (figure) => {
      registry.removeSingleMetric(figure.name)
      gauge(figure, registers)
    },
  }
}

function gauge({ name, help, labels = [], read }: Figure, registers: Registry[]): void {
  const figure: Gauge = new Gauge({
    name,
    help,
    labelNames: labels,
    registers,
    async collect() {
      for (const { labels: of = {}, value } of await read()) figure.set(of, value)
    },
  })
}
