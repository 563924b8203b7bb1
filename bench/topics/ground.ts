import { type Context, createContext, importTopics, readSettings, readTopics } from '@palaver/server'
import { join } from 'node:path'
import { taxonomy } from './tree.ts'

/** A service's folder with a whole taxonomy as the tree `main` of one org. */
export type Ground = { context: Context; env: Readonly<Record<string, string>>; admin: Admin }
type Admin = { org: string; id: string; name: string; role: 'admin'; kind: 'person' }

export const TREE = 'main'

export async function groundIn(folder: string): Promise<Ground> {
  const env = { PALAVER_DATA: join(folder, 'data'), PALAVER_PORT: '0', PALAVER_LOG_LEVEL: 'error' }
  const { config, problems } = readSettings(env)
  if (config === null) throw new Error(problems.join('\n'))
  const context = await createContext(config)
  const { _id: org } = await context.accounts.create('Bench')
  const admin = { org, id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
  await context.topics.trees.create(admin, { key: TREE, name: 'Everything' })
  return { context, env, admin }
}

export async function importAll({ context: { topics, now }, admin }: Ground): Promise<number> {
  let number = 0
  const wanted = readTopics(taxonomy(), 'shopify')
  const needs = { topics, now, newId: () => `import${number++}`, holds: async () => false }
  await importTopics(needs, { actor: admin, tree: TREE, wanted, deletesMissing: false })
  return wanted.topics.length
}
