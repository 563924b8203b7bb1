import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startChild } from '../comments/child.ts'
import { atMost, reported, type Row } from '../measure.ts'
import { say } from '../progress.ts'
import { type Data, postAt } from './data.ts'

const CLIENTS = 1_000
const POSTS = 500
const POSTS_A_SECOND = 50
const IDLE_MS = 30_000
const POSTED = '"posted":"'
const INSTANT_LENGTH = 24

/** When each comment came to how many clients, and when to the last of them. */
type Arrivals = Map<string, { count: number; lastMs: number }>

/** From the moment of writing to the last of 1,000 clients that follow one discussion, while 50 are posted a second. */
export async function streams(data: Data): Promise<Row[]> {
  const service = await startChild('service', { env: data.env })
  const arrivals: Arrivals = new Map()
  const clients = await follow(service.url, data.discussion, arrivals)
  for (let number = 0; number < POSTS; number++) {
    const next = wait(1000 / POSTS_A_SECOND)
    await postAt(service.url, data, number)
    await next
    if (number % 50 === 0) say(`${number} of ${POSTS} posts to ${CLIENTS} streams`)
  }
  await complete(arrivals)
  for (const client of clients) client.destroy()
  await service.stop()
  const delays = [...arrivals].map(([posted, { lastMs }]) => lastMs - Date.parse(posted)).toSorted((a, b) => a - b)
  const at = (part: number): number => delays[Math.floor(delays.length * part)] ?? 0
  return [reported('sseP50ms', at(0.5)), reported('sseP99ms', at(0.99))]
}

/** CPU that the service takes in 30 s for 1,000 streams in which nothing happens. */
export async function idle({ env, discussion }: Data): Promise<Row> {
  const service = await startChild('service', { env })
  const clients = await follow(service.url, discussion, new Map())
  await wait(2_000)
  say(`${CLIENTS} idle streams for 30 s`)
  const before = await service.cpuMs()
  await wait(IDLE_MS)
  const seconds = ((await service.cpuMs()) - before) / 1000
  for (const client of clients) client.destroy()
  await service.stop()
  return {
    name: 'idleCpu',
    ratio: seconds,
    ...atMost(1, seconds),
    subject: `${seconds.toFixed(2)} s in 30 s`,
    floor: '-',
  }
}

async function follow(url: string, discussion: string, arrivals: Arrivals): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let at = 0; at < CLIENTS; at += 50) {
    const some = Array.from({ length: 50 }, () => client(url, discussion, arrivals))
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}

/** Resolves when the stream has begun. */
function client(url: string, discussion: string, arrivals: Arrivals): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.setEncoding('latin1')
    let rest = ''
    socket.once('data', (head) => {
      if (String(head).startsWith('HTTP/1.1 200')) resolve(socket)
      else reject(new Error(`A stream was refused: ${String(head).slice(0, 300)}`))
    })
    socket.on('data', (chunk) => {
      rest = note(rest + String(chunk), arrivals)
    })
    socket.on('error', reject)
    socket.write(
      `GET /v1/discussions/${discussion}/stream HTTP/1.1\r\nhost: ${hostname}\r\naccept: text/event-stream\r\n\r\n`,
    )
  })
}

/** Notes what came, and returns the end of it that may be half of something. */
function note(text: string, arrivals: Arrivals): string {
  const now = Date.now()
  let from = 0
  for (let at = text.indexOf(POSTED); at !== -1; at = text.indexOf(POSTED, from)) {
    const begin = at + POSTED.length
    if (begin + INSTANT_LENGTH > text.length) return text.slice(at)
    from = begin + INSTANT_LENGTH
    const posted = text.slice(begin, from)
    const seen = arrivals.get(posted) ?? { count: 0, lastMs: 0 }
    arrivals.set(posted, { count: seen.count + 1, lastMs: Math.max(seen.lastMs, now) })
  }
  return text.slice(Math.max(from, text.length - POSTED.length))
}

async function complete(arrivals: Arrivals): Promise<void> {
  const isComplete = (): boolean =>
    arrivals.size === POSTS && [...arrivals.values()].every(({ count }) => count >= CLIENTS)
  for (let look = 0; look < 600; look++) {
    if (isComplete()) return
    await wait(100)
  }
  const short = [...arrivals.values()].filter(({ count }) => count < CLIENTS).length
  throw new Error(`${POSTS - arrivals.size} comments came to nobody, ${short} not to everyone.`)
}
