import type { Consumer, EventQuery, LoggedEvent } from '@palaver/store'
import { onTestFinished, vi } from 'vitest'
import type { Cluster, TestNode } from '../testing/nodes.ts'

/** What a driver does for one node. */
export type NodeDriver = {
  readerOf?: (queue: string) => (query: EventQuery) => Promise<LoggedEvent[]>
  wake?: (consumers: readonly Consumer[]) => void
  /** Resolves when it works as it should on a good day. */
  ready: () => Promise<void>
}

export type TestDriver = { name: string; on: (node: TestNode, cluster: Cluster) => Promise<NodeDriver> }

type Working = TestNode & Pick<NodeDriver, 'ready'> & { consume: (handler: Handler, batch?: number) => Consumer }
type Handler = (events: readonly LoggedEvent[]) => Promise<void> | void

const PATIENCE = { timeout: 120_000, interval: 20 }

/** A node with the driver, which may not be ready yet. */
export async function starting(driver: TestDriver, cluster: Cluster): Promise<Working> {
  const node = await cluster.node()
  const { readerOf, wake, ready } = await driver.on(node, cluster)
  return {
    ...node,
    ready,
    consume: (handler, batch = 100) => {
      const read = readerOf?.('queue')
      const options = { batch, onError: () => {}, ...(read === undefined ? {} : { read }) }
      const consumer = node.store.consume('queue', async (events) => handler(events), options)
      wake?.([consumer])
      return consumer
    },
  }
}

/** A node with the driver. */
export async function working(driver: TestDriver, cluster: Cluster): Promise<Working> {
  const node = await starting(driver, cluster)
  await node.ready()
  return node
}

export const until = (condition: () => void | Promise<void>): Promise<void> => vi.waitFor(condition, PATIENCE)

/** Ends what a driver began when the test is over, before its database goes. */
export const stopAfter = (stop: () => Promise<void>): void => onTestFinished(stop)
