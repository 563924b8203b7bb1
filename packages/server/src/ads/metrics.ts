import { Counter, type Registry } from 'prom-client'
import type { TrackingNeeds } from './tracking/track.ts'

const NAMES = { i: 'impression', v: 'viewable', c: 'click', a: 'conversion' } as const

/** Counts what pages tell of ads, and what became of it. */
export function adCounter(registry: Registry): TrackingNeeds['count'] {
  const told = new Counter({
    name: 'palaver_ad_events_total',
    help: 'What pages told of ads, by what became of it: billed, free, repeat, bot, late, unknown and others.',
    labelNames: ['event', 'verdict'],
    registers: [registry],
  })
  return (kind, verdict) => told.inc({ event: NAMES[kind], verdict })
}
