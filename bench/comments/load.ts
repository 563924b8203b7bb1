import autocannon, { type Request } from 'autocannon'
import { atLeast, median, type Row } from '../measure.ts'
import type { Child } from './child.ts'

/** A server and the paths that are asked of it, in turns. */
export type Target = {
  child: Child
  paths: readonly string[]
  headers?: Readonly<Record<string, string>>
  /** The body of the next request, where there is one. */
  body?: () => string
  /** The path of the next request, where each has its own; asked for after `paths`. */
  path?: () => string
  method?: 'GET' | 'POST'
  /** Whether an answer is what was asked for; all are where nobody says. */
  isRight?: (body: string) => boolean
}

export type Contest = { name: string; bound: number; floor: Target; subject: Target; requests: number }

type Ran = { cpuMs: number; perSecond: number }

export const CONNECTIONS = 10
/** That are counted, after one that is not. */
export const ROUNDS = 9
/** How often autocannon looks whether it is done: by default once a second, which would blur the rates. */
const LOOK_MS = 20

/**
 * The load generator shares the machine with the servers, so what counts is the CPU time of the server a request.
 * Floor and subject in turns; the first round warms up.
 */
export async function contest({ name, bound, floor, subject, requests }: Contest): Promise<Row> {
  const rounds: { floor: Ran; subject: Ran }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    process.stderr.write(`\r\u001B[K  ${name}: round ${round} of ${ROUNDS}`)
    const isTurned = round % 2 === 1
    const first = await load(isTurned ? subject : floor, requests)
    const second = await load(isTurned ? floor : subject, requests)
    if (round > 0) rounds.push(isTurned ? { floor: second, subject: first } : { floor: first, subject: second })
  }
  process.stderr.write('\r\u001B[K')
  const ratio = median(rounds.map((round) => round.floor.cpuMs / round.subject.cpuMs))
  const shown = (ran: readonly Ran[]): string =>
    `${(1000 * median(ran.map(({ cpuMs }) => cpuMs))).toFixed(0)} µs, ${Math.round(median(ran.map(({ perSecond }) => perSecond))).toLocaleString('en')}/s`
  return {
    name,
    ratio,
    ...atLeast(bound, ratio),
    subject: shown(rounds.map((round) => round.subject)),
    floor: shown(rounds.map((round) => round.floor)),
  }
}

async function load(target: Target, amount: number): Promise<Ran> {
  const { child, paths, headers = {}, method = 'GET', isRight } = target
  let wrong = 0
  const onResponse = (_: number, body: string): void => void (wrong += isRight?.(body) === false ? 1 : 0)
  const checked = isRight === undefined ? null : { onResponse }
  const requests = paths.map((path) => ({ path, method, headers: { ...headers }, ...eachItsOwn(target), ...checked }))
  const before = await child.cpuMs()
  const from = performance.now()
  const result = await autocannon({ url: child.url, connections: CONNECTIONS, amount, requests, sampleInt: LOOK_MS })
  const seconds = (performance.now() - from) / 1000
  const used = (await child.cpuMs()) - before
  if (result['2xx'] !== amount) throw new Error(`Only ${result['2xx']} of ${amount} requests were answered well.`)
  if (wrong > 0) throw new Error(`${wrong} of ${amount} answers were not what was asked for.`)
  return { cpuMs: used / amount, perSecond: amount / seconds }
}

/** What is asked for anew each time. */
function eachItsOwn({ body, path }: Target): Pick<Request, 'setupRequest'> | null {
  if (body === undefined && path === undefined) return null
  return {
    setupRequest: (request) => ({
      ...request,
      ...(body !== undefined && { body: body() }),
      ...(path !== undefined && { path: path() }),
    }),
  }
}
