import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connect, type Palaver } from '@palaver/client'
import type { OrgChange, Person } from '../../../server/src/accounts/model.ts'
import {
  type Context,
  createApp,
  createContext,
  listen,
  readSettings,
  startFollowing,
} from '../../../server/src/index.ts'
import { type Site, startSite } from './site.ts'

/** The org that is there from the start. */
export const ORG = 'main'
const DAYS = 1

export type Stage = {
  /** Where the service is. */
  url: string
  context: Context
  /** Somebody else's site, whose pages have the service's script. */
  site: Site
  /** Resolves when all that follows from what was written so far has followed. */
  settled: () => Promise<void>
  /** Makes an org and says its id. */
  newOrg: (name: string, change?: OrgChange) => Promise<string>
  /** A token as the host would sign it; a name alone is a member who is called so. */
  token: (person: string | Person, org?: string) => Promise<string>
  /** The API as that person, or as nobody. */
  as: (person: string | Person | null, org?: string) => Promise<Palaver>
  close: () => Promise<void>
}

/** Settings by the names of their variables, and the clock of the service. */
export type StageOptions = { settings?: Readonly<Record<string, string>>; now?: () => number }

export const moderator = (id: string): Person => ({ id, username: id, role: 'moderator' })
export const admin = (id: string): Person => ({ id, username: id, role: 'admin' })

/** A whole service on a port and a database of its own, and a site beside it. Whoever starts it closes it. */
export async function startStage({ settings = {}, now = Date.now }: StageOptions = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-stage-'))
  const env = { PALAVER_DATA: folder, PALAVER_PORT: '0', PALAVER_LOG_LEVEL: 'silent', ...settings }
  const { config, problems } = readSettings(env)
  if (config === null) throw new Error(problems.join('\n'))
  const context = await createContext(config, { now })
  const { accounts, store, notifications } = context
  await accounts.ensureFirst()
  const { drained } = startFollowing(context)
  const app = await createApp(context)
  const url = await listen(app, config)
  notifications.reached.at = url
  const site = await startSite(`${url}/embed.js`)
  const token: Stage['token'] = (person, org = ORG) =>
    accounts.issue(org, typeof person === 'string' ? { id: person, username: person } : person, DAYS)
  return {
    url,
    context,
    site,
    token,
    settled: drained,
    newOrg: async (name, change = {}) => {
      const { _id } = await accounts.create(name)
      await accounts.change(_id, change)
      return _id
    },
    as: async (person, org = ORG) => connect({ url, org, token: person === null ? null : await token(person, org) }),
    close: async () => {
      await site.close()
      // Nobody will ask anything more: there is nothing to wait for.
      app.server.closeAllConnections()
      await app.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same for one test, closed when it is over. */
export async function stage(options: StageOptions = {}): Promise<Stage> {
  const started = await startStage(options)
  onTestFinished(() => started.close())
  return started
}
