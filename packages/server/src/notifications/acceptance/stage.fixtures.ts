import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createStore, type Engine } from '@palaver/store'
import { onTestFinished } from 'vitest'
import { collections } from '../../collections.ts'
import { readSettings } from '../../config/read-settings.ts'
import type { Config } from '../../config/settings.ts'
import { type Context, createContext } from '../../context.ts'
import { queueItems } from '../../events/collections.ts'
import type { QueueSpec } from '../../events/queue-model.ts'
import { Queues } from '../../events/service.ts'
import { type Following, startFollowing } from '../../following.ts'
import { createLog } from '../../log.ts'
import type { MailServer } from '../email/testing/mail-server.ts'
import { startMailServer } from '../email/testing/start-mail-server.ts'
import { pushService } from '../push/testing/push-service.ts'
import { actsIn, ADMIN, addressOf, looksAt, ORG } from './people.fixtures.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** How long a mail waits for more. */
export const BUFFER_MS = 60 * 1000

const NAMES = ['ada', 'bob', 'cy', 'dee']
const START = Date.UTC(2026, 5, 1, 12)

type Given = {
  names?: readonly string[]
  /** Settings besides. */
  env?: Readonly<Record<string, string>>
  /** What a queue is given instead, or what its handler does besides. */
  queue?: (spec: QueueSpec) => QueueSpec
}
type Opens = { open: (all: typeof collections) => Promise<Engine> }

export type Stage = Awaited<ReturnType<typeof stageOn>>

/** Waits for moments only, whatever the clock of the test says. */
const soon = (ms: number, signal?: AbortSignal): Promise<void> =>
  wait(Math.min(ms, 20), undefined, signal === undefined ? {} : { signal })

/** The whole way from a comment to a mail server and a push service, both real, with a clock that the test moves. */
export async function stageOn(engine: Opens, { names = NAMES, env = {}, queue = (spec) => spec }: Given = {}) {
  const [mail, pushes] = [await startMailServer(), await pushService()]
  const clock = { now: START }
  const lines: string[] = []
  const log = createLog({ logLevel: 'trace', logFormat: 'json' }, { write: (line) => lines.push(line) })
  const now = (): number => clock.now
  const store = createStore(await engine.open(collections), { now, sleep: soon })
  const queues = new Queues({ store, now, random: () => 0, newId: randomUUID, log, sleep: soon })
  const context = await createContext(configFor(mail, env), { store, queues, log, now, pushCa: pushes.ca })
  onTestFinished(() => context.store.close())
  const loops = loopsOf(context)
  Object.assign(context.notifications, { queues: context.notifications.queues.map(queue) })
  const discussion = await peopled(context, names)
  // Who has just come may mention fewer.
  clock.now += 2 * DAY_MS
  const settled = settling(context, startFollowing(context), loops)
  await settled()
  const world = { context, mail, pushes, clock, discussion, settled }
  return { ...world, lines, ...actsIn(world), ...looksAt(world) }
}

function configFor({ url }: MailServer, env: NonNullable<Given['env']>): Config {
  const { config, problems } = readSettings({
    PALAVER_SMTP_URL: url,
    PALAVER_MAIL_BUFFER_SECONDS: String(BUFFER_MS / 1000),
    PALAVER_PUSH_CONTACT: 'mailto:ops@palaver.dev',
    PALAVER_PRIVATE_ADDRESSES: '1',
    ...env,
  })
  if (config === null) throw new Error(problems.join('\n'))
  return config
}

/** What sends mails and what waited, once that was started. */
function loopsOf({ notifications }: Context): () => readonly { drained: () => Promise<void> }[] {
  let loops: ReturnType<typeof notifications.startSending> = []
  const start = notifications.startSending.bind(notifications)
  notifications.startSending = (running) => (loops = start(running))
  return () => loops
}

async function peopled({ accounts, people, moderation, comments }: Context, names: readonly string[]): Promise<string> {
  await accounts.ensureFirst()
  await moderation.putRules(ADMIN, [{ phase: 'banned' }], null)
  const told = names.map((name) => ({ id: name, username: name, email: addressOf(name) }))
  await people.upsert(ORG, told)
  const { _id: discussion } = await comments.open(ADMIN, { org: ORG, resource: { type: 'page', id: '1' } })
  const page = { title: 'Melons', url: 'https://blog.example/m' }
  await comments.configure({ actor: ADMIN, ref: { discussion } }, page)
  return discussion
}

function settling({ store, now }: Context, following: Following, loops: ReturnType<typeof loopsOf>) {
  const items = store.collection(queueItems)
  const isDue = async (): Promise<boolean> => {
    const { docs } = await items.find({ sort: { _id: 1 }, limit: 1000, next: false })
    return docs.some(({ state, runAt }) => state === 'waiting' && Date.parse(runAt) <= now())
  }
  return async (): Promise<void> => {
    await following.drained()
    const isAgain = await isDue()
    while (await isDue()) await wait(2)
    if (isAgain) await following.drained()
    await Promise.all(loops().map((loop) => loop.drained()))
  }
}
