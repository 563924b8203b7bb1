import { join } from 'node:path'
import { type Comment, createContext, readSettings } from '@palaver/server'
import { lively } from '../conversation.ts'
import { openDiscussion } from '../ground.ts'

/** A service's folder with one discussion in it, and tokens of people who write there. */
export type Data = { env: Readonly<Record<string, string>>; discussion: string; tokens: string[] }

export const CLIENTS = 64
const PLAN = { seed: 'posts', count: 4_000, published: Date.UTC(2026, 0, 1), maxDepth: 0 }

/** Comments as people write them. */
export const conversation = (): Comment[] => [...lively(PLAN)]

/** Everyone writes from one machine here: what is limited by person and address would measure the limits. */
const WITHOUT_LIMITS = { PALAVER_LIMITS: '0' }

export async function makeData(folder: string): Promise<Data> {
  const env = { PALAVER_DATA: join(folder, 'data'), PALAVER_PORT: '0', PALAVER_LOG_LEVEL: 'error', ...WITHOUT_LIMITS }
  const { config, problems } = readSettings(env)
  if (config === null) throw new Error(problems.join('\n'))
  const { store, accounts, comments } = await createContext(config)
  const { _id: org } = await accounts.create('Bench')
  const { _id } = await openDiscussion({ comments }, { layout: 'per-comment', order: 'threaded' }, org)
  const people = Array.from({ length: CLIENTS }, (_, number) => `Person ${number}`)
  const tokens = await Promise.all(people.map((name) => accounts.issue(org, { id: name, username: name }, 1)))
  await store.close()
  return { env, discussion: _id, tokens }
}
