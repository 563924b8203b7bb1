import type { Consumer, Store } from '@palaver/store'
import type { Logger } from 'pino'
import { ERASING, erasingHandler } from './erasing.ts'
import type { People } from '../accounts/service.ts'
import type { PersonalPlace } from './place.ts'

type Running = {
  store: Store
  places: readonly PersonalPlace[]
  people: Pick<People, 'erasedAmong'>
  log: Logger
}

/** Starts what follows when somebody is erased. It ends with the store. */
export function startErasing({ store, places, people, log }: Running): Consumer {
  const onError = (error: unknown, partition: number): void =>
    log.warn({ err: error, partition }, 'erasing has to wait and will go on in a moment')
  return store.consume(ERASING, erasingHandler({ places, erasedAmong: (org, ids) => people.erasedAmong(org, ids) }), {
    onError,
  })
}
