import type { Engine } from '../engine.ts'
import type { MongoOptions } from './engine.ts'
import type { runShardPlan as run } from './run-shard-plan.ts'

export type { MongoOptions } from './engine.ts'

// The driver is loaded where it is used: it takes more memory than all the rest of the store.

export async function openMongo(options: MongoOptions): Promise<Engine> {
  const engine = await import('./engine.ts')
  return engine.openMongo(options)
}

export async function runShardPlan(...args: Parameters<typeof run>): Promise<void> {
  const running = await import('./run-shard-plan.ts')
  return running.runShardPlan(...args)
}
