import { createStore, type Engine, type OnProgress, type Store } from '@palaver/store'
import type { Logger } from 'pino'
import { orgs } from './accounts/collections.ts'
import { realChance } from './accounts/ids.ts'
import { Accounts } from './accounts/service.ts'
import { PageCache } from './api/page-cache.ts'
import { Comments, readOrgSettings } from './comments/service.ts'
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
  accounts: Accounts
  comments: Comments
  /** Public pages as bytes; whoever writes to a discussion tells it. */
  pages: PageCache
}

export type Overrides = Partial<Omit<Context, 'config'>> & { engine?: Engine; onProgress?: OnProgress }

const BYTES_PER_MB = 1_000_000

/** Wires the context from the settings; a test replaces single members. */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const { now = Date.now, random = Math.random, metrics = createMetrics(), onProgress = () => {} } = overrides
  const log = overrides.log ?? createLog(config, process.stderr)
  const open = async (): Promise<Store> => {
    const engine = overrides.engine ?? (await openEngine(config, onProgress))
    return createStore(countedEngine(engine, metrics), { now, random })
  }
  const store = overrides.store ?? (await open())
  const accounts = overrides.accounts ?? new Accounts({ orgs: store.collection(orgs), now, chance: realChance })
  const pages = overrides.pages ?? new PageCache({ bytes: config.cacheMb * BYTES_PER_MB, now })
  const comments =
    overrides.comments ??
    new Comments({
      store,
      world: { now, random },
      changed: (discussion, event) => pages.changed(discussion, event),
      rulesOf: async (id) => {
        const org = await accounts.get(id)
        return org === null ? null : { ...org, settings: readOrgSettings(org.settings) }
      },
    })
  return { config, log, metrics, now, random, store, accounts, comments, pages }
}
