import { createContext, readSettings } from '@palaver/server'
import { type Child, startChild } from '../comments/child.ts'
import { atMost, median, reported, type Row, timed } from '../measure.ts'
import { mostComments } from '../most.ts'
import { say } from '../progress.ts'
import { followedByMany } from './followers.ts'
import { groundIn } from './ground.ts'

const FOLLOWERS = 100_000
const CLIENTS = 8
const POSTS = 400
const ROUNDS = 5

type Writer = { child: Child; token: string }

/**
 * How long it takes until a post is accepted while one goes to 100,000 followers, beside when nothing else happens; and
 * how long that one takes to reach all of them, by itself.
 */
export async function postP99ratio(folder: string): Promise<Row[]> {
  const ground = await groundIn(folder, { PALAVER_NEWS_PULLED_FROM: '1000000' })
  const followers = Math.min(FOLLOWERS, mostComments())
  await followedByMany(ground, followers)
  const issue = (id: string, username: string) => ground.context.accounts.issue(ground.org, { id, username }, 1)
  const [star, ...tokens] = await Promise.all([
    issue('author', 'Anna Author'),
    ...Array.from({ length: CLIENTS }, (_, number) => issue(`client ${number}`, `Client ${number}`)),
  ])
  await ground.context.store.close()
  const child = await startChild('service', { env: ground.env })
  const watching = await watchingOf(ground.env)
  const writers = tokens.map((token) => ({ child, token }))
  await postAll(writers)
  const [idle, busy, reached]: [number[], number[], number[]] = [[], [], []]
  for (let round = 1; round <= ROUNDS; round++) {
    say(`posting, round ${round} of ${ROUNDS}`)
    idle.push(await p99(writers))
    const posted = await post({ child, token: star ?? '' }, `To all, ${round}`)
    await walk(watching, posted, (now) => now !== null && now.reached > 0)
    busy.push(await p99(writers))
    reached.push((await walk(watching, posted, () => true)) / followers)
    await walk(watching, posted, (now) => now?.state === 'done')
  }
  const alone = await timed(async () => {
    const posted = await post({ child, token: star ?? '' }, 'To all, and nobody else writes')
    await walk(watching, posted, (now) => now?.state === 'done')
  })
  say('')
  await Promise.all([child.stop(), watching.store.close()])
  const ratio = median(busy.map((ms, at) => ms / (idle[at] ?? 1)))
  const shown = (all: readonly number[]): string => `${median(all).toFixed(1)} ms`
  const subject = `${shown(busy)}, ${Math.round(100 * median(reached))} % walked by then`
  return [
    { name: 'postP99ratio', ratio, ...atMost(3, ratio), subject, floor: shown(idle) },
    reported('reachAllMs', alone, `${alone.toFixed(0)} ms, ${followers.toLocaleString('en')} followers`),
  ]
}

let texts = 0

async function post({ child, token }: Writer, text: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ text })
  const response = await fetch(`${child.url}/v1/posts`, { method: 'POST', headers, body })
  if (response.status !== 201) throw new Error(`A post was answered with ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}

async function postAll(writers: readonly Writer[]): Promise<number[]> {
  const times: number[] = []
  const work = writers.map(async (writer) => {
    for (let count = 0; count < POSTS / CLIENTS; count++) {
      const from = performance.now()
      await post(writer, `A post, the ${texts++}th`)
      times.push(performance.now() - from)
    }
  })
  await Promise.all(work)
  return times
}

async function p99(writers: readonly Writer[]): Promise<number> {
  const times = (await postAll(writers)).toSorted((a, b) => a - b)
  return times[Math.floor(0.99 * times.length)] ?? 0
}

type Walk = { state: string; reached: number } | null

/** Looks at the walk of a post from outside, until it is as it is waited for. */
async function walk(watching: Watching, id: string, isEnough: (now: Walk) => boolean): Promise<number> {
  for (;;) {
    const now = await watching.social.pusher.needs.walks.get(id)
    if (isEnough(now)) return now?.reached ?? 0
    await new Promise((go) => setTimeout(go, 5))
  }
}

type Watching = Awaited<ReturnType<typeof createContext>>

function watchingOf(env: Readonly<Record<string, string>>): Promise<Watching> {
  const { config } = readSettings(env)
  if (config === null) throw new Error('The settings of the benchmark are wrong.')
  return createContext(config)
}
