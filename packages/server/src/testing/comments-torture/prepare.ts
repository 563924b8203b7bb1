import { readSettings } from '../../config/read-settings.ts'
import { type Context, createContext } from '../../context.ts'
import { RESOURCES } from './client.ts'

/** The service's parts on its folder, in this process: before it runs, and after it was killed for the last time. */
export async function openContext(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<Context> {
  const { config, problems } = readSettings({ PALAVER_DATA: folder, PALAVER_LOG_LEVEL: 'warn', ...settings })
  if (config === null) throw new Error(problems.join(' '))
  return createContext(config)
}

/** An org, a discussion of each layout, and tokens for so many people. */
export async function prepare(folder: string, people: number): Promise<string[]> {
  const { accounts, comments, moderation, store } = await openContext(folder)
  try {
    await accounts.ensureFirst()
    const admin = { org: 'main', id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
    // So many posts of so few people are what other rules are there to stop.
    await moderation.putRules(admin, [{ phase: 'banned' }], null)
    for (const layout of RESOURCES) {
      const resource = { type: 'torture', id: layout }
      await comments.open(admin, { org: 'main', resource, settings: { layout, maxDepth: 5 } })
    }
    const names = Array.from({ length: people }, (_, number) => `User ${number}`)
    return await Promise.all(names.map((name) => accounts.issue('main', { id: name, username: name }, 1)))
  } finally {
    await store.close()
  }
}
