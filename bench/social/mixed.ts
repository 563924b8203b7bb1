import autocannon from 'autocannon'
import { startChild } from '../comments/child.ts'
import { reported, type Row } from '../measure.ts'
import { fill, groundIn, VIEWER } from './ground.ts'

const POSTS = 10_000
const RATE = 1_000
const WARMING = 3_000
const REQUESTS = 10_000
const CONNECTIONS = 10
/** Of so many requests one is a post, the others read news. */
const ONE_IN = 10

/** How long requests take at a thousand a second, of which one in ten is a post and the others read news (C8.14). */
export async function mixed(folder: string): Promise<Row[]> {
  const ground = await groundIn(folder)
  await fill(ground, POSTS)
  const issue = (id: string, username: string) => ground.context.accounts.issue(ground.org, { id, username }, 1)
  const [reader, writer] = [await issue(VIEWER.id, VIEWER.username), await issue('writer 0', 'Writer 0')]
  await ground.context.store.close()
  const service = await startChild('service', { env: ground.env })
  let texts = 0
  const reading = { method: 'GET' as const, path: '/v1/news', headers: { authorization: `Bearer ${reader}` } }
  const writing = {
    method: 'POST' as const,
    path: '/v1/posts',
    headers: { authorization: `Bearer ${writer}`, 'content-type': 'application/json' },
    setupRequest: (request: object) => ({ ...request, body: JSON.stringify({ text: `A post, the ${texts++}th` }) }),
  }
  const requests = [...Array.from({ length: ONE_IN - 1 }, () => reading), writing]
  const load = async (amount: number, rate: object): ReturnType<typeof autocannon> => {
    const result = await autocannon({
      url: service.url,
      connections: CONNECTIONS,
      amount,
      sampleInt: 20,
      requests,
      ...rate,
    })
    if (result['2xx'] !== amount) throw new Error(`Only ${result['2xx']} of ${amount} requests were answered well.`)
    return result
  }
  await load(WARMING, {})
  const from = performance.now()
  const { latency } = await load(REQUESTS, { overallRate: RATE })
  const rate = Math.round((REQUESTS / (performance.now() - from)) * 1000)
  await service.stop()
  const at = (ms: number): string => `${ms} ms at ${rate.toLocaleString('en')}/s`
  return [reported('newsP97ms', latency.p97_5, at(latency.p97_5)), reported('newsP99ms', latency.p99, at(latency.p99))]
}
