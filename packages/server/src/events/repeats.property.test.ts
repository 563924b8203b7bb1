import { createStore, Duplicate, type LoggedEvent, openSqlite } from '@palaver/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { queueCollections, queueItems, queueTrials } from './collections.ts'
import { unmeasured } from './metrics.ts'
import { QueueItems } from './queue-items.ts'
import { Queue } from './queue.ts'
import { things } from './testing/things.ts'
import { Trials } from './trials.ts'

const NOW = Date.UTC(2026, 0, 1)
const collections = [things, ...queueCollections]

/** Which event of five is delivered, whether this call of it fails, and whether the process has just begun. */
const deliveries = fc.array(fc.record({ event: fc.nat(4), fails: fc.boolean(), isNew: fc.boolean() }), {
  maxLength: 20,
})

it('C1: each event delivered up to five times, in any order and with failures, has one effect', async () => {
  await fc.assert(
    fc.asyncProperty(deliveries, async (given) => {
      const engine = await openSqlite({ file: ':memory:', collections, partitions: 1 })
      const store = createStore(engine)
      const effects: string[] = []
      let isDown = false
      let ids = 0
      const needs = { now: () => NOW, newId: () => `id${++ids}` }
      const items = new QueueItems({ items: store.collection(queueItems), log: store.events, ...needs })
      const handle = async ({ event }: { event: LoggedEvent }): Promise<void> => {
        if (isDown) throw new Error('down')
        try {
          await store.collection(things).insert({ _id: `done-${event._id}` })
          effects.push(event._id)
        } catch (error) {
          if (!(error instanceof Duplicate)) throw error
        }
      }
      const queue = new Queue(
        {
          name: 'q',
          handler: { laneOf: ({ _id }) => _id, handle },
          retryMs: [0, 0, 0, 0, 0],
          timeoutMs: 9_999,
          batch: 5,
        },
        {
          items,
          trials: new Trials(store.collection(queueTrials)),
          now: needs.now,
          random: () => 0,
          hooks: unmeasured,
          giveWay: async () => {},
          stopping: new AbortController().signal,
          onFailure: () => {},
        },
      )
      const at = new Date(NOW).toISOString()
      for (let n = 0; n < 5; n++)
        await store
          .collection(things)
          .insert({ _id: `t${n}` }, { events: [{ _id: `e${n}`, org: 'acme', subject: 's', type: 't', op: 'o', at }] })
      const told = await store.events.read({ partition: 0, after: 0, limit: 5 })
      const each = told.map((_, event) => ({ event, fails: true, isNew: false }))
      for (const { event, fails, isNew } of [...given, ...each]) {
        isDown = fails
        await queue.handle(told.slice(event, event + 1), 0, { isNew })
      }
      isDown = false
      for (const item of await items.waiting('q', 100)) await items.bringBack(item)
      const back = await store.events.read({ partition: 0, after: 5, limit: 100 })
      for (let time = 0; time < 2; time++) await queue.handle(back, 0, { isNew: false })
      expect(effects.toSorted()).toEqual(['e0', 'e1', 'e2', 'e3', 'e4'])
      expect(await items.waiting('q', 100)).toEqual([])
      await store.close()
    }),
    { numRuns: 40 },
  )
})
