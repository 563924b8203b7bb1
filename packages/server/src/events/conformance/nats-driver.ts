import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { Announcer } from '../announcer.ts'
import { databaseId } from '../nats/database-id.ts'
import { type NatsDriver, startNats } from '../nats/driver.ts'
import type { Cluster, TestNode } from '../testing/nodes.ts'
import { stopAfter, type TestDriver, until } from './driver.ts'

type Place = { url: string; node: TestNode; cluster: Cluster }

async function natsOn({ url, node: { store }, cluster: { now } }: Place): Promise<NatsDriver> {
  const database = await databaseId(store, randomUUID)
  const nats = startNats({ url, store, database, now, random: Math.random, onProblem: () => {} })
  const announcer = new Announcer({ log: store.events, signals: nats.signals, onError: () => {} })
  await announcer.start()
  stopAfter(async () => {
    await announcer.stop()
    await nats.close()
  })
  return nats
}

/** NATS as the queues use it. */
export const natsDriver = (url: string): TestDriver => ({
  name: 'through NATS',
  on: async (node, cluster) => {
    const nats = await natsOn({ url, node, cluster })
    return { ...nats, ready: () => until(() => expect(nats.isUp()).toBe(true)) }
  },
})
