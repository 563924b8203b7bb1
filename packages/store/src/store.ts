import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Collection, collectionOn } from './collection-api.ts'
import type { CollectionOf } from './collection.ts'
import type { Engine } from './engine.ts'
import { Consumer, type ConsumerOptions, type Handler } from './events/consumer.ts'
import { consumerPort, stateId } from './events/consumer-port.ts'
import { type EventLogApi, eventLogOn } from './events/log.ts'
import { sweepExpired } from './sweep.ts'
import { consumerStates } from './system.ts'

/** Clock, randomness and waiting are passed in, so that tests decide them. */
export type Surroundings = {
  now: () => number
  random: () => number
  /** Ends early, with an error, when the signal says so. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  newId: () => string
}

const REAL: Surroundings = {
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
  newId: randomUUID,
}

export type Store = {
  readonly kind: Engine['kind']
  readonly events: EventLogApi
  collection<T extends { _id: string }>(spec: CollectionOf<T>): Collection<T>
  /** Starts an ordered consumer: `handler` gets each partition's events in order, from where `name` had come. */
  consume(name: string, handler: Handler, options: ConsumerOptions): Consumer
  /** Forgets how far a consumer had come, so that it no longer holds back `events.trim`; stop it first. */
  forgetConsumer(name: string): Promise<void>
  /** Removes what has expired, at most `limit` documents a collection; true when more is left. */
  sweep(limit?: number): Promise<boolean>
  /** Resolves when the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

export function createStore(engine: Engine, surroundings: Partial<Surroundings> = {}): Store {
  const world = { ...REAL, ...surroundings }
  const consumers = new Set<Consumer>()
  const states = collectionOn(engine, consumerStates, world)
  return {
    kind: engine.kind,
    events: eventLogOn(engine, { states, now: world.now }),
    collection: (spec) => collectionOn(engine, spec, world),
    consume(name, handler, options) {
      const consumer = new Consumer(consumerPort(engine, { name, states, world }), handler, options)
      consumers.add(consumer)
      return consumer
    },
    async forgetConsumer(name) {
      const ids = Array.from({ length: engine.partitions }, (_, partition) => stateId(name, partition))
      await Promise.all(ids.map((_id) => states.remove({ _id })))
    },
    async sweep(limit = 500) {
      const left = await Promise.all(
        engine.collections.map((spec) => sweepExpired(engine, spec, { now: world.now(), limit })),
      )
      return left.includes(true)
    },
    ping: () => engine.ping(),
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop()))
      await engine.close()
    },
  }
}
