import { join } from 'node:path'
import { createContext, readSettings } from '@palaver/server'
import { openDiscussion } from '../ground.ts'

/** A service's folder with one discussion in it, and the token of somebody who writes there. */
export type Data = { env: Readonly<Record<string, string>>; discussion: string; token: string }

export async function makeData(folder: string): Promise<Data> {
  const env = {
    PALAVER_DATA: join(folder, 'data'),
    PALAVER_PORT: '0',
    PALAVER_LOG_LEVEL: 'error',
    // All of it comes from one address and one user here.
    PALAVER_LIVE_STREAMS_BY_ADDRESS: '0',
    PALAVER_LIMIT_WRITES_BY_USER: '0',
  }
  const { config, problems } = readSettings(env)
  if (config === null) throw new Error(problems.join('\n'))
  const { store, accounts, comments, moderation } = await createContext(config)
  const { _id: org } = await accounts.create('Bench')
  const admin = { org, id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
  await moderation.putRules(admin, [{ phase: 'banned' }], null)
  const { _id } = await openDiscussion({ comments }, { layout: 'per-comment', order: 'threaded' }, org)
  const token = await accounts.issue(org, { id: 'ada', username: 'Ada' }, 1)
  await store.close()
  return { env, discussion: _id, token }
}

export async function postAt(url: string, { discussion, token }: Data, number: number): Promise<void> {
  const response = await fetch(`${url}/v1/discussions/${discussion}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: `Comment number ${number}: what I think of it.` }),
  })
  if (!response.ok) throw new Error(`A comment was refused: ${await response.text()}`)
  await response.arrayBuffer()
}
