import { Counter, type Registry } from 'prom-client'
import type { Outcome } from './sender.ts'

/** Counts what became of push messages: `refused` is what to be alarmed by. */
export function pushCounter(registry: Registry): (outcome: Outcome['kind']) => void {
  const messages = new Counter({
    name: 'palaver_push_messages_total',
    help: 'Push messages by what push services made of them: sent, gone (no such browser), refused, later.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => messages.inc({ outcome })
}
