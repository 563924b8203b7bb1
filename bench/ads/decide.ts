import autocannon from 'autocannon'
import { createContext, readSettings } from '@palaver/server'
import { startChild } from '../comments/child.ts'
import { contest } from '../comments/load.ts'
import { reported, type Row } from '../measure.ts'
import { counting, inParallel, type Writes } from './counted.ts'
import { databaseIn, startFloor, writesIn } from './floor.ts'
import { askOf, type Ground, groundIn, hasAd } from './ground.ts'

const FLIGHTS = 1000
const REQUESTS = 5000
const COUNTED = 4000
const PATH = '/v1/placements'
const headers = {
  'content-type': 'application/json',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** A decision over HTTP with caps, keywords and budgets, beside fastify that writes and sends as much. */
export async function decide(folder: string): Promise<Row[]> {
  const ground = await groundIn(folder, FLIGHTS)
  await ground.context.store.close()
  const writes = await writesOf(ground, folder)
  const service = await startChild('service', { env: ground.env })
  const asked = await fetch(`${service.url}${PATH}`, { method: 'POST', headers, body: askOf(ground.org, 1) })
  const body = await asked.text()
  if (!hasAd(body)) throw new Error(`There is no ad: ${body}`)
  const floor = await startFloor({ folder, writes, requests: COUNTED, body })
  let number = 0
  const target = { paths: [PATH], headers, method: 'POST' as const, body: () => askOf(ground.org, number++) }
  const row = await contest({
    name: 'decide',
    bound: 0.5,
    floor: { ...target, child: floor },
    subject: { ...target, child: service, isRight: hasAd },
    requests: REQUESTS,
  })
  const most = Number(/([\d,]+)\/s/.exec(row.subject)?.[1]?.replaceAll(',', '') ?? 0)
  const p99 = await p99At({ url: service.url, org: ground.org, rate: Math.round(most / 2) })
  await Promise.all([service.stop(), floor.stop()])
  return [{ ...row, floor: `${row.floor}, ${writesIn(writes, COUNTED)}` }, p99]
}

/** What decisions write, once each person has a profile. */
async function writesOf({ env, org }: Ground, folder: string): Promise<Writes> {
  const { config } = readSettings(env)
  if (config === null) throw new Error('The settings of the benchmark are wrong.')
  const { engine, writes } = await counting(databaseIn(folder))
  const { ads, store } = await createContext(config, { engine })
  const ask = async (number: number): Promise<void> => {
    if (!hasAd(await ads.place(askedOf(org, number)))) throw new Error('There is no ad.')
  }
  await inParallel(COUNTED, ask)
  writes.clear()
  await inParallel(COUNTED, ask)
  await store.close()
  return writes
}

export function askedOf(org: string, number: number): Parameters<Ground['context']['ads']['place']>[0] {
  const { places, page, person } = JSON.parse(askOf(org, number))
  const said = (field: string): string | null => (field === 'user-agent' ? headers['user-agent'] : null)
  const about = { keywords: page.keywords, topic: null, resource: null, locale: null }
  return { org, actor: null, places, ...about, random: person.id, consent: true, beside: [], said }
}

async function p99At({ url, org, rate }: { url: string; org: string; rate: number }): Promise<Row> {
  let number = 0
  const setupRequest = (request: Record<string, unknown>) => ({ ...request, body: askOf(org, number++) })
  const { latency } = await autocannon({
    url,
    connections: 10,
    amount: REQUESTS,
    overallRate: rate,
    sampleInt: 20,
    requests: [{ method: 'POST', path: PATH, headers, setupRequest }],
  })
  return reported('decideP99ms', latency.p99, `${latency.p99.toFixed(1)} ms at ${rate}/s`)
}
