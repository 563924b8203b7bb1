import { setTimeout as wait } from 'node:timers/promises'
import { createStore, Duplicate, openSqlite } from '@palaver/store'
import { queueCollections } from '../collections.ts'
import { Queues } from '../service.ts'
import { things } from './things.ts'

/** A process with a queue that is killed by one event; it says so when it has come to the end of the log. */
const [, , file = '', life = '0'] = process.argv
// Each comes after the lease of the one before has run out.
const now = (): number => Date.now() + Number(life) * 20_000
const store = createStore(await openSqlite({ file, collections: [things, ...queueCollections] }), { now })
const log = { warn: () => {}, error: () => {} } as ConstructorParameters<typeof Queues>[0]['log']
const queues = new Queues({ store, now, random: Math.random, newId: () => crypto.randomUUID(), log })
queues.start([
  {
    name: 'q',
    retryMs: [],
    timeoutMs: 10_000,
    batch: 10,
    handler: {
      laneOf: ({ subject }) => subject,
      handle: async ({ event }) => {
        if (event._id === 'deadly') {
          process.kill(process.pid, 'SIGKILL')
          await wait(60_000)
        }
        await store
          .collection(things)
          .insert({ _id: `done-${event._id}` })
          .catch((error: unknown) => {
            if (!(error instanceof Duplicate)) throw error
          })
      },
    },
  },
])
await queues.drained()
await queues.stop()
await store.close()
process.stdout.write('drained\n')
