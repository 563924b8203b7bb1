import { createStore, Duplicate, type Engine, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../store/src/testing/protocol.ts'
import { queueCollections, queueItems, queueTrials } from './collections.ts'
import type { QueueItem } from './item-model.ts'
import { unmeasured } from './metrics.ts'
import { queueEvent } from './queue-events.ts'
import { QueueItems } from './queue-items.ts'
import { Queue } from './queue.ts'
import { things } from './testing/things.ts'
import { Trials } from './trials.ts'

type Sleep = (ms?: number) => Promise<void>
type World = { engine: Engine }
type Acting = World & { sleep: Sleep }
type Actor = (world: Acting) => Promise<void>
/** What brings an item back; another one for a control. */
type Bring = (items: QueueItems, item: QueueItem, world: { acting: Acting; name: string }) => Promise<void>

const NOW = Date.UTC(2026, 0, 1)
const AT = new Date(NOW).toISOString()
const atOnce: Sleep = () => Promise.resolve()

/** A queue as one process has it; every wait is over at once. */
function processOn({ engine, sleep }: Acting, name: string, isUp = true) {
  let ids = 0
  const newId = (): string => `${name}${++ids}`
  const now = (): number => NOW
  const store = createStore(engine, { sleep, now, random: () => 0, newId })
  const items = new QueueItems({ items: store.collection(queueItems), log: store.events, now, newId })
  const handle = async ({ event }: { event: { _id: string } }): Promise<void> => {
    if (!isUp) throw new Error('down')
    await store
      .collection(things)
      .insert({ _id: `done-${event._id}` })
      .catch((error: unknown) => {
        if (!(error instanceof Duplicate)) throw error
      })
  }
  const queue = new Queue(
    { name: 'q', handler: { laneOf: ({ subject }) => subject, handle }, retryMs: [0, 0], timeoutMs: 60_000, batch: 10 },
    {
      items,
      trials: new Trials(store.collection(queueTrials)),
      now,
      random: () => 0,
      hooks: unmeasured,
      giveWay: async () => {},
      stopping: new AbortController().signal,
      onFailure: () => {},
    },
  )
  return { items, queue, store }
}

const rightly: Bring = (items, item) => items.bringBack(item)

/** First the state, and only then what tells of it. */
const inTwoWrites: Bring = async (_items, { _id, attempts }, { acting, name }) => {
  const { store } = processOn(acting, name)
  const id = `torn-${name}`
  const where = { _id, state: 'waiting', attempts } as const
  const { outcome } = await store.collection(queueItems).update(where, { $set: { state: 'again', again: id } })
  if (outcome !== 'updated') return
  const events = [queueEvent({ id, op: 'again', queue: 'q', org: 'acme', at: AT, item: _id })]
  await store.collection(things).insert({ _id: id }, { events })
}

const brings =
  (name: string, bring: Bring): Actor =>
  async (acting) => {
    const { items } = processOn(acting, name)
    for (const item of await items.waiting('q', 10)) await bring(items, item, { acting, name })
  }

/** Reads the whole log, as one does whose position was lost. */
const consumes =
  (name: string, isUp: boolean, behind = 0): Actor =>
  async (acting) => {
    const { queue } = processOn(acting, name, isUp)
    const events = await acting.engine.readEvents({ partition: 0, after: behind, limit: 100 })
    if (events.length > 0) await queue.handle(events, 0, { isNew: false })
  }

/** A log with an event that has failed once. */
async function failedOnce(): Promise<World> {
  let version = 0
  const firstVersion = (): number => (version += 1_000)
  const collections = [things, ...queueCollections]
  const engine = await openSqlite({ file: ':memory:', collections, partitions: 1, firstVersion })
  const told = { _id: 'e', org: 'acme', subject: 'd', type: 'thing', op: 'created', at: AT }
  const { store } = processOn({ engine, sleep: atOnce }, 'seed')
  await store.collection(things).insert({ _id: 'thing' }, { events: [told] })
  await consumes('seed', false)({ engine, sleep: atOnce })
  return { engine }
}

type Case = { isUp: boolean; bring?: Bring }

const protocol = (title: string, { isUp, bring = rightly }: Case) =>
  defineProtocol<World, Record<string, void>>({
    title,
    setUp: failedOnce,
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors: {
      one: brings('one', bring),
      two: brings('two', bring),
      consumer: consumes('consumer', isUp, 1),
      rival: consumes('rival', isUp, 1),
    },
    fingerprint: async ({ engine }) => {
      const { documents, events } = await contentsOf(engine)
      return [documents, events.map(({ _id }) => _id)]
    },
    exhaustiveUpTo: 800,
    random: 200,
    check: async ({ engine }) => {
      const acting = { engine, sleep: atOnce }
      for (const life of ['x', 'y', 'z']) {
        await brings(`bring${life}`, rightly)(acting)
        await consumes(`consume${life}`, isUp, 1)(acting)
      }
      const { store } = processOn(acting, 'look')
      const item = await store.collection(queueItems).get('q~e')
      const isDone = (await store.collection(things).get('done-e')) !== null
      expect(isUp ? isDone && item === null : item?.state === 'dead' && item.attempts === 3, 'lost').toBe(true)
    },
  })

describe(
  'what failed and comes again, in every order of the calls and with a crash at each',
  { timeout: 120_000 },
  () => {
    it('is handled, and never lost', async ({ annotate }) => {
      const { report } = await exploreProtocol(protocol('again', { isUp: true }))
      await annotate(report)
    })

    it('is a dead letter after as many tries as the table has', async ({ annotate }) => {
      const { report } = await exploreProtocol(protocol('again in vain', { isUp: false }))
      await annotate(report)
    })

    it('is lost where its state is written first, and only then what tells of it', async () => {
      await expectBroken(protocol('two writes', { isUp: true, bring: inTwoWrites }), /lost/)
    })
  },
)
