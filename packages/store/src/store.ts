import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Collection, collectionOn } from './collection-api.ts'
import type { CollectionOf } from './collection.ts'
import type { Engine } from './engine.ts'
import { Duplicate } from './errors.ts'
import { Consumer, type ConsumerOptions, type Handler } from './events/consumer.ts'
import { consumerPort, stateId } from './events/consumer-port.ts'
import { type EventLogApi, eventLogOn } from './events/log.ts'
import { sweepExpired } from './sweep.ts'
import { type ConsumerState, consumerStates } from './system.ts'

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
  /** Keeps a consumer's place for it, where it has not begun: from then on `events.trim` leaves it what there is. */
  enlist(name: string): Promise<void>
  /** Forgets how far a consumer had come, so that it no longer holds back `events.trim`; stop it first. */
  forgetConsumer(name: string): Promise<void>
  /** Removes what has expired, at most `limit` documents a collection; true when more is left. */
  sweep(limit?: number): Promise<boolean>
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Has something end before the store does. */
  beforeClose(end: () => Promise<void>): void
  close(): Promise<void>
}

export function createStore(engine: Engine, surroundings: Partial<Surroundings> = {}): Store {
  const world = { ...REAL, ...surroundings }
  const consumers = new Set<Consumer>()
  const ends: (() => Promise<void>)[] = []
  const states = collectionOn(engine, consumerStates, world)
  return {
    kind: engine.kind,
    events: eventLogOn(engine, { states, now: world.now }),
    collection: (spec) => collectionOn(engine, spec, world),
    consume(name, handler, options) {
      const consumer: Consumer = new Consumer(consumerPort(engine, { name, states, world }), handler, {
        ...options,
        onStop: () => {
          consumers.delete(consumer)
          options.onStop?.()
        },
      })
      consumers.add(consumer)
      return consumer
    },
    async enlist(name) {
      const places = Array.from({ length: engine.partitions }, (_, partition) => placeOf(name, partition))
      await Promise.all(places.map((place) => insertOnce(states, place)))
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
    beforeClose: (end) => void ends.push(end),
    async close() {
      await Promise.all(ends.splice(0).map((end) => end()))
      await Promise.all([...consumers].map((consumer) => consumer.stop()))
      await engine.close()
    },
  }
}

const placeOf = (name: string, partition: number): ConsumerState => ({
  _id: stateId(name, partition),
  name,
  partition,
  position: 0,
  holder: '',
  until: new Date(0).toISOString(),
})

async function insertOnce(states: Collection<ConsumerState>, place: ConsumerState): Promise<void> {
  if ((await states.get(place._id)) !== null) return
  try {
    await states.insert(place)
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
  }
}
