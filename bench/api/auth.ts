import autocannon from 'autocannon'
import { type Child, startChild } from '../comments/child.ts'
import { atMost, median, type Row } from '../measure.ts'
import type { Data } from './data.ts'

const REQUESTS = 20_000
const ROUNDS = 9

/** A hot page asked for with a token, which is verified, beside the same without one: CPU time of the server. */
export async function auth({ env, discussion, tokens }: Data): Promise<Row> {
  const child = await startChild('service', { env })
  const path = `/v1/discussions/${discussion}/comments?limit=50`
  const ratios: number[] = []
  const [withToken, without]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    const headers = { authorization: `Bearer ${tokens[0] ?? ''}` }
    const isTurned = round % 2 === 1
    const first = await cpuOf(child, { path, headers: isTurned ? headers : {} })
    const second = await cpuOf(child, { path, headers: isTurned ? {} : headers })
    const [signed, plain] = isTurned ? [first, second] : [second, first]
    if (round === 0) continue
    ratios.push(signed / plain)
    withToken.push(signed)
    without.push(plain)
  }
  await child.stop()
  const ratio = median(ratios)
  const micro = (all: readonly number[]): string => `${(1000 * median(all)).toFixed(1)} µs`
  return { name: 'auth', ratio, ...atMost(1.3, ratio), subject: micro(withToken), floor: micro(without) }
}

type Asked = { path: string; headers: Record<string, string> }

async function cpuOf(child: Child, { path, headers }: Asked): Promise<number> {
  const before = await child.cpuMs()
  const options = { url: child.url, connections: 10, amount: REQUESTS, sampleInt: 20, requests: [{ path, headers }] }
  const result = await autocannon(options)
  if (result['2xx'] !== REQUESTS) throw new Error(`Only ${result['2xx']} of ${REQUESTS} pages came.`)
  return ((await child.cpuMs()) - before) / REQUESTS
}
