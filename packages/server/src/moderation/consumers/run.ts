import type { Consumer, Store } from '@palaver/store'
import type { Logger } from 'pino'
import type { Needs } from '../needs.ts'
import { AUDIT, auditHandler } from './audit.ts'
import { BULK, bulkHandler } from './bulk.ts'
import { FOLLOWING, followingHandler } from './following.ts'

type Running = { store: Store; needs: Needs; log: Logger }

/** Starts what follows from the acts of moderators: each consumer goes on where it was. They end with the store. */
export function startModeration({ store, needs, log }: Running): Consumer[] {
  const onError = (error: unknown, partition: number): void =>
    log.error({ err: error, partition }, 'a consumer failed and will go on in a moment')
  return [
    store.consume(FOLLOWING, followingHandler(needs), { onError }),
    store.consume(AUDIT, auditHandler(needs), { onError }),
    store.consume(BULK, bulkHandler(needs), { onError }),
  ]
}
