import { createContext, readSettings } from '@palaver/server'
import { startChild } from '../comments/child.ts'
import { CONNECTIONS, contest, ROUNDS } from '../comments/load.ts'
import type { Row } from '../measure.ts'
import { say } from '../progress.ts'
import { counting, inParallel, type Writes } from './counted.ts'
import { askedOf } from './decide.ts'
import { databaseIn, startFloor, viewsIn, writesIn } from './floor.ts'
import { askOf, type Ground, groundIn } from './ground.ts'

const FLIGHTS = 1000
const REQUESTS = 3000
const COUNTED = 2000
const TOLD = REQUESTS * (ROUNDS + 1)
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

const visit = { said: (field: string) => (field === 'user-agent' ? headers['user-agent'] : null), address: '127.0.0.1' }

type Places = { places: { ads: { impression: string }[] }[] }
const impressionsIn = ({ places }: Places): string[] => places.flatMap(({ ads }) => ads.map((ad) => ad.impression))

/** Impressions, each with a nonce of its own, beside fastify that writes as much for each. */
export async function track(folder: string): Promise<Row> {
  const ground = await groundIn(folder, FLIGHTS)
  await ground.context.store.close()
  const writes = await writesOf(ground, folder)
  const service = await startChild('service', { env: ground.env })
  const paths: string[] = []
  const asked = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
  // Each connection may have taken one more than it tells.
  await inParallel(TOLD + CONNECTIONS * (ROUNDS + 1), async (number) => {
    const answer = await fetch(`${service.url}/v1/placements`, { ...asked, body: askOf(ground.org, number) })
    paths.push(...impressionsIn((await answer.json()) as Places))
    if (number % 1000 === 0) say(`deciding on ${paths.length} ads`)
  })
  say('')
  const before = viewsIn(folder)
  const floor = await startFloor({ folder, writes, requests: COUNTED, body: '', status: 204 })
  let next = 0
  const row = await contest({
    name: 'track',
    bound: 0.5,
    floor: { child: floor, paths: [paths[0] ?? ''], method: 'POST', headers },
    subject: { child: service, paths: ['/'], method: 'POST', headers, path: () => paths[next++] ?? '/' },
    requests: REQUESTS,
  })
  await Promise.all([service.stop(), floor.stop()])
  const billed = viewsIn(folder) - before
  if (billed !== TOLD) throw new Error(`Of ${TOLD} impressions ${billed} are in the ledger.`)
  return { ...row, floor: `${row.floor}, ${writesIn(writes, COUNTED)}` }
}

/** What impressions write. */
async function writesOf({ env, org }: Ground, folder: string): Promise<Writes> {
  const { config } = readSettings(env)
  if (config === null) throw new Error('The settings of the benchmark are wrong.')
  const { engine, writes } = await counting(databaseIn(folder))
  const { ads, store } = await createContext(config, { engine })
  const tokens: string[] = []
  await inParallel(COUNTED, async (number) => {
    const answer = JSON.parse(await ads.place(askedOf(org, number))) as Places
    tokens.push(...impressionsIn(answer).map((address) => address.slice('/t/i/'.length)))
  })
  writes.clear()
  await inParallel(tokens.length, async (number) => {
    const verdict = await ads.tracking.view(tokens[number] ?? '', visit)
    if (verdict !== 'billed') throw new Error(`An impression was ${verdict}.`)
  })
  await store.close()
  return writes
}
