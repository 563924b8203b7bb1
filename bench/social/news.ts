import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, readSettings } from '@palaver/server'
import { startChild } from '../comments/child.ts'
import { contest } from '../comments/load.ts'
import type { Row } from '../measure.ts'
import { noting, type Read } from './counted.ts'
import { fill, type Ground, groundIn, VIEWER } from './ground.ts'

const POSTS = 10_000
const REQUESTS = 3000
const PATH = '/v1/news'

/** The first page of news of somebody who follows 300 people, beside fastify that reads as many documents by id. */
export async function news(folder: string): Promise<Row> {
  const ground = await groundIn(folder)
  await fill(ground, POSTS)
  const token = await ground.context.accounts.issue(ground.org, VIEWER, 1)
  await ground.context.store.close()
  const file = join(folder, 'data', readdirSync(join(folder, 'data')).find((name) => name.endsWith('.sqlite')) ?? '')
  const reads = await readsOf(ground, file)
  const service = await startChild('service', { env: ground.env })
  const headers = { authorization: `Bearer ${token}` }
  const body = await (await fetch(`${service.url}${PATH}`, { headers })).text()
  const files = { reads: join(folder, 'reads'), body: join(folder, 'body') }
  writeFileSync(files.reads, JSON.stringify(reads))
  writeFileSync(files.body, body)
  const floor = await startChild('gets', { args: [file, files.reads, files.body] })
  const row = await contest({
    name: 'news',
    bound: 0.4,
    floor: { child: floor, paths: [PATH] },
    subject: { child: service, paths: [PATH], headers },
    requests: REQUESTS,
  })
  await Promise.all([service.stop(), floor.stop()])
  return { ...row, floor: `${row.floor}, ${reads.length} docs` }
}

/** The documents that one page takes. */
async function readsOf({ env, org, viewer }: Ground, file: string): Promise<Read[]> {
  const { config } = readSettings(env)
  if (config === null) throw new Error('The settings of the benchmark are wrong.')
  const { engine, reads } = await noting(file)
  const { social, store } = await createContext(config, { engine })
  const actor = { org, id: viewer, name: VIEWER.username, role: 'member', kind: 'person' } as const
  await social.news(actor, { before: null, limit: 20 })
  reads.length = 0
  const { posts } = await social.news(actor, { before: null, limit: 20 })
  if (posts.length !== 20) throw new Error(`A page has ${posts.length} posts.`)
  await store.close()
  return [...reads]
}
