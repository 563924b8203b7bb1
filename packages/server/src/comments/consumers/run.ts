import type { Consumer, LoggedEvent, Store } from '@palaver/store'
import type { Logger } from 'pino'
import type { Needs } from '../needs.ts'
import { AUTHORED, authoredHandler } from './authored.ts'
import { COUNTERS, countersHandler } from './counters.ts'
import { FOLLOW_UP, followUp } from './follow-up.ts'

type Running = { store: Store; needs: Needs; log: Logger }

/** Starts what follows from comments: each consumer goes on where it was. They end with the store. */
export function startConsumers({ store, needs, log }: Running): Consumer[] {
  const onError = (error: unknown, partition: number): void =>
    log.error({ err: error, partition }, 'a consumer failed and will go on in a moment')
  const onPassedOver = (error: unknown, { _id }: LoggedEvent): void =>
    log.error({ err: error, event: _id }, 'what follows from an event could not be done and is passed over')
  return [
    store.consume(FOLLOW_UP, followUp(needs, onPassedOver), { onError }),
    store.consume(COUNTERS, countersHandler(needs), { onError }),
    store.consume(AUTHORED, authoredHandler(needs), { onError }),
  ]
}
