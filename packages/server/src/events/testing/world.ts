import { setTimeout as wait } from 'node:timers/promises'
import { type Collection, createStore, type Engine, type NewEvent, type Store, type Surroundings } from '@palaver/store'
import { afterEach } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { audit as auditLines } from '../../moderation/collections.ts'
import { queueCollections, queueItems } from '../collections.ts'
import type { QueueItem } from '../item-model.ts'
import type { Delivery, QueueHandler, QueueSpec } from '../queue-model.ts'
import { Queues, type QueuesNeeds } from '../service.ts'
import { things } from './things.ts'

export const NOON = Date.UTC(2026, 5, 1, 12)
export const ORG = 'acme'

/** Time that only a test moves; who sleeps looks at it every few ms. */
export function fakeClock(): { now: () => number; pass: (ms: number) => void } {
  let ms = NOON
  return { now: () => ms, pass: (by) => void (ms += by) }
}

/** Waits for moments only. */
export const soon = (ms: number, signal?: AbortSignal): Promise<void> =>
  wait(Math.min(ms, 5), undefined, signal === undefined ? {} : { signal })

export type Ground = {
  engine: Engine
  store: Store
  clock: ReturnType<typeof fakeClock>
  /** Another node on the same database. */
  node: (surroundings?: Partial<Surroundings>, needs?: Partial<QueuesNeeds>) => Queues
  /** Writes something, and events that tell of it. */
  tell: (...events: (string | (Partial<NewEvent> & { _id: string }))[]) => Promise<void>
  items: () => Promise<QueueItem[]>
  /** Passes time until there is nothing more to do. */
  pastRetries: (queues: Queues, rounds?: number) => Promise<void>
}

const event = (given: string | (Partial<NewEvent> & { _id: string })): NewEvent => ({
  org: ORG,
  subject: 'd1',
  type: 'thing',
  op: 'created',
  at: new Date(NOON).toISOString(),
  ...(typeof given === 'string' ? { _id: given } : given),
})

/** A database of its own for each test, with nodes on it; all end with the test. */
export function grounds(engineOf: TestEngine): () => Promise<Ground> {
  const open: { engine: Engine; queues: Queues[] }[] = []
  afterEach(async () => {
    for (const { engine, queues } of open.splice(0)) {
      await Promise.all(queues.map((one) => one.stop()))
      await engine.close()
    }
  })
  return async () => {
    const engine = await engineOf.open([things, auditLines, ...queueCollections])
    const opened = { engine, queues: [] as Queues[] }
    open.push(opened)
    return groundOn(engine, opened.queues)
  }
}

function groundOn(engine: Engine, nodes: Queues[]): Ground {
  const clock = fakeClock()
  const store = createStore(engine, { now: clock.now, sleep: soon })
  const items = store.collection(queueItems)
  let written = 0
  let ids = 0
  return {
    engine,
    store,
    clock,
    node: (surroundings = {}, needs = {}) => {
      const own = createStore(engine, { now: clock.now, sleep: soon, ...surroundings })
      const log = { warn: () => {}, error: () => {} } as QueuesNeeds['log']
      const newId = (): string => `id${++ids}`
      const queues = new Queues({ store: own, now: clock.now, random: () => 0.5, newId, log, sleep: soon, ...needs })
      nodes.push(queues)
      return queues
    },
    tell: async (...events) => {
      for (const one of events)
        await store.collection(things).insert({ _id: `t${++written}` }, { events: [event(one)] })
      await store.events.settle()
    },
    items: async () => (await items.find({ sort: { _id: 1 }, limit: 100 })).docs,
    pastRetries: async (queues, rounds = 4) => {
      for (let round = 0; round < rounds; round++) {
        await queues.drained()
        await untilNoneWaits(items, clock)
      }
      await queues.drained()
    },
  }
}

/** Goes to when the last of those that wait is due, and waits until all were brought back. */
async function untilNoneWaits(items: Collection<QueueItem>, clock: Ground['clock']): Promise<void> {
  const dueAt = async (): Promise<number[]> => {
    const { docs } = await items.find({ sort: { _id: 1 }, limit: 100 })
    return docs.flatMap(({ state, runAt }) => (state === 'waiting' ? [Date.parse(runAt)] : []))
  }
  clock.pass(Math.max(0, ...(await dueAt()).map((runAt) => runAt - clock.now())))
  while ((await dueAt()).some((runAt) => runAt <= clock.now())) await wait(2)
}

/** A queue that notes what it is given. */
export function noting(
  name: string,
  handle: (delivery: Delivery) => Promise<void> | void = () => {},
  rest: Partial<Omit<QueueSpec, 'handler'>> & { handler?: Partial<QueueHandler> } = {},
): QueueSpec & { seen: string[]; deliveries: Delivery[] } {
  const seen: string[] = []
  const deliveries: Delivery[] = []
  const handler: QueueHandler = {
    laneOf: ({ type, subject }) => (type === 'thing' ? subject : null),
    handle: async (delivery) => {
      seen.push(delivery.event._id)
      deliveries.push(delivery)
      await handle(delivery)
    },
    ...rest.handler,
  }
  return { name, retryMs: [1_000, 10_000], timeoutMs: 20_000, batch: 10, ...rest, handler, seen, deliveries }
}
