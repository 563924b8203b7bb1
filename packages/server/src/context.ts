import { createStore, type Engine, type OnProgress, type Store } from '@palaver/store'
import type { Logger } from 'pino'
import type { Config } from './config/settings.ts'
import { countedEngine } from './counted-engine.ts'
import { createLog } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openEngine } from './open-engine.ts'

/** Everything that the service's parts are given: wired by hand, here and nowhere else. */
export type Context = {
  config: Config
  log: Logger
  metrics: Metrics
  now: () => number
  random: () => number
  store: Store
}

export type Overrides = Partial<Omit<Context, 'config'>> & { engine?: Engine; onProgress?: OnProgress }

/** Wires the context from the settings; a test replaces single members. */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const { now = Date.now, random = Math.random, metrics = createMetrics(), onProgress = () => {} } = overrides
  const log = overrides.log ?? createLog(config, process.stderr)
  const open = async (): Promise<Store> => {
    const engine = overrides.engine ?? (await openEngine(config, onProgress))
    return createStore(countedEngine(engine, metrics), { now, random })
  }
  return { config, log, metrics, now, random, store: overrides.store ?? (await open()) }
}
