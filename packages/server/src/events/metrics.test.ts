import { expect, test } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { observeQueues, queueHooks } from './metrics.ts'
import type { QueueView } from './queue-watch.ts'

const view: QueueView = {
  name: 'email',
  state: 'paused',
  by: null,
  since: '',
  lag: 7,
  oldestSeconds: 12,
  rate: null,
  waiting: 2,
  dead: 3,
  failures: null,
}

test('L4: each queue has figures, looked up once a scrape, and the rest is there when that fails', async () => {
  const metrics = createMetrics()
  const hooks = queueHooks(metrics)
  let looks = 0
  let isUp = true
  const overview = async (): Promise<QueueView[]> => {
    looks++
    if (!isUp) throw new Error('away')
    return [view]
  }
  observeQueues(metrics, { overview })
  hooks.handled('email')
  hooks.failed('email')
  hooks.dead('email')
  hooks.took('email', 20)
  const text = await metrics.registry.metrics()
  for (const line of [
    'palaver_queue_handled_total{queue="email"} 1',
    'palaver_queue_failed_total{queue="email"} 1',
    'palaver_queue_dead_total{queue="email"} 1',
    'palaver_queue_duration_seconds_bucket{le="0.05",queue="email"} 1',
    'palaver_queue_lag_events{queue="email"} 7',
    'palaver_queue_oldest_seconds{queue="email"} 12',
    'palaver_queue_waiting{queue="email"} 2',
    'palaver_queue_dead_letters{queue="email"} 3',
    'palaver_queue_paused{queue="email"} 1',
  ])
    expect(text).toContain(line)
  expect(looks).toBe(1)
  isUp = false
  expect(await metrics.registry.metrics()).toContain('palaver_queue_handled_total{queue="email"} 1')
})
