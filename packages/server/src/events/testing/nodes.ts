import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createStore, defineCollection, type Engine, openMongo, openSqlite, type Store } from '@palaver/store'
import { describe, inject, onTestFinished } from 'vitest'
import { dropDatabase } from '../../../../store/src/testing/engines.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { databases } from '../nats/database-id.ts'

export const pads = defineCollection<{ _id: string }>({ name: 'pads' })

export type TestNode = { store: Store; die: () => Promise<void> }

/** One database on which several nodes run. */
export type Cluster = {
  /** Moves the clock of all nodes on. */
  later: (ms: number) => void
  now: () => number
  node: () => Promise<TestNode>
}

type Open = (collections: readonly [typeof pads, typeof databases]) => Promise<Engine>

const mongo = inject('mongo')

/** The same suite on each engine, where every test makes as many nodes as it wants. */
export function describeClusters(name: string, suite: (newCluster: () => Promise<Cluster>) => void): void {
  describe(`${name}, on SQLite`, () => {
    suite(sqliteCluster)
  })
  const isMissing = 'missing' in mongo
  describe.skipIf(isMissing)(`${name}, on MongoDB${isMissing ? ` (${mongo.missing})` : ''}`, () => {
    suite(() => mongoCluster(isMissing ? '' : mongo.url))
  })
}

export async function sqliteCluster(): Promise<Cluster> {
  const file = join(await tempFolder(), 'palaver.db')
  return clusterOf((collections) => openSqlite({ file, collections, partitions: 4 }))
}

async function mongoCluster(url: string): Promise<Cluster> {
  const database = `palaver-test-${randomUUID()}`
  onTestFinished(() => dropDatabase(url, database))
  return clusterOf((collections) => openMongo({ url, database, collections, partitions: 4 }))
}

function clusterOf(open: Open): Cluster {
  let skew = 0
  const now = (): number => Date.now() + skew
  return {
    now,
    later: (ms) => {
      skew += ms
    },
    node: async () => {
      const engine = await open([pads, databases])
      const store = createStore(engine, { now })
      let isDead = false
      onTestFinished(async () => {
        if (!isDead) await store.close()
      })
      /** Nothing is said to the others, and nothing is given back. */
      const die = async (): Promise<void> => {
        isDead = true
        await engine.close()
      }
      return { store, die }
    },
  }
}
