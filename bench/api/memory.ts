import autocannon from 'autocannon'
import { createContext, readSettings } from '@palaver/server'
import { lively } from '../conversation.ts'
import { fill, openDiscussion } from '../ground.ts'
import { atMost, type Row } from '../measure.ts'
import { say } from '../progress.ts'
import { from64Writers } from '../store/world.ts'
import { startBuilt } from './built.ts'
import type { Data } from './data.ts'

const DISCUSSIONS = 10_000
const REQUESTS = 100_000
const BYTES_PER_MB = 1_000_000

/** How much memory the service takes after many requests over many discussions. */
export async function rss({ env, tokens }: Data): Promise<Row> {
  const ids = await makeDiscussions(env)
  const service = await startBuilt(env)
  let next = 0
  const setupRequest = (request: Record<string, unknown>): Record<string, unknown> => {
    const number = next++
    const signed = number % 2 === 0 ? { authorization: `Bearer ${tokens[number % tokens.length] ?? ''}` } : {}
    return { ...request, path: `/v1/discussions/${ids[number % ids.length]}/comments?limit=50`, headers: signed }
  }
  say(`${REQUESTS.toLocaleString('en')} requests`)
  const requests = [{ path: '/', setupRequest }]
  const result = await autocannon({ url: service.url, connections: 32, amount: REQUESTS, sampleInt: 20, requests })
  if (result['2xx'] !== REQUESTS) throw new Error(`Only ${result['2xx']} of ${REQUESTS} pages came.`)
  const mb = service.rss() / BYTES_PER_MB
  await service.stop()
  return { name: 'rssMb', ratio: mb, ...atMost(250, mb), subject: `${mb.toFixed(0)} MB`, floor: '-' }
}

async function makeDiscussions(env: Data['env']): Promise<string[]> {
  const { config } = readSettings(env)
  if (config === null) throw new Error('The settings of the benchmark are wrong.')
  const { store, comments, accounts } = await createContext(config)
  const [org] = await accounts.list()
  const ids: string[] = []
  const seeded = [...lively({ seed: 'memory', count: 5, published: Date.UTC(2026, 0, 1), maxDepth: 0 })]
  await from64Writers(DISCUSSIONS, async (number) => {
    if (number % 500 === 0) say(`writing ${number} of ${DISCUSSIONS} discussions`)
    const discussion = await openDiscussion({ comments }, { layout: 'per-comment', order: 'threaded' }, org?._id)
    await fill({ comments }, { discussion, comments: seeded }, { atOnce: 5 })
    ids.push(discussion._id)
  })
  await store.close()
  return ids
}
