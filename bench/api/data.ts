import { join } from 'node:path'
import { type Comment, type Context, createContext, readSettings } from '@palaver/server'
import { lively } from '../conversation.ts'
import { openDiscussion } from '../ground.ts'

/** A service's folder with one discussion in it, and tokens of people who write there. */
export type Data = { env: Readonly<Record<string, string>>; discussion: string; tokens: string[] }

export const CLIENTS = 64
const PLAN = { seed: 'posts', count: 4_000, published: Date.UTC(2026, 0, 1), maxDepth: 0 }

/** Comments as people write them. */
export const conversation = (): Comment[] => [...lively(PLAN)]

/** Everyone writes from one machine here, and much: all phases look at each comment, but a flood is no reason. */
const PHASES: Parameters<Context['moderation']['putRules']>[1] = [
  { phase: 'banned' },
  { phase: 'honeypot' },
  { phase: 'flood', seconds: 1, byAuthor: 1_000, action: 'refuse' },
  { phase: 'repeats', minutes: 10, action: 'refuse' },
  { phase: 'words', words: ['casino', 'cheap pills', 'work from home'], action: 'hold' },
  { phase: 'links', most: 5, action: 'hold' },
]

export async function makeData(folder: string): Promise<Data> {
  const env = { PALAVER_DATA: join(folder, 'data'), PALAVER_PORT: '0', PALAVER_LOG_LEVEL: 'error' }
  const { config, problems } = readSettings(env)
  if (config === null) throw new Error(problems.join('\n'))
  const { store, accounts, comments, moderation } = await createContext(config)
  const { _id: org } = await accounts.create('Bench')
  const { _id } = await openDiscussion({ comments }, { layout: 'per-comment', order: 'threaded' }, org)
  const admin = { org, id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
  await moderation.putRules(admin, PHASES, null)
  const people = Array.from({ length: CLIENTS }, (_, number) => `Person ${number}`)
  const tokens = await Promise.all(people.map((name) => accounts.issue(org, { id: name, username: name }, 1)))
  await store.close()
  return { env, discussion: _id, tokens }
}
