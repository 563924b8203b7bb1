import { expect, onTestFinished } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { collections } from '../../collections.ts'
import { actor, groundIn, idOf, ORG } from '../audience/audience.fixtures.ts'
import { tellings, windows as allWindows } from '../collections.ts'
import type { Reason } from '../model.ts'
import type { QueueHandler } from '../../events/queue-model.ts'
import { Queues, type QueuesNeeds } from '../../events/service.ts'
import type { Sending } from '../windows/loop.ts'
import type { Sender } from '../windows/sending.ts'
import type { WindowNeeds } from '../windows/needs.ts'
import { Windows } from '../windows/windows.ts'
import { DomainRate } from './domain-rate.ts'
import { emailHandler } from './handler.ts'
import { Signer } from './mail-key.ts'
import { Mailboxes } from './mailboxes.ts'
import { emailCollections, mailboxes as allMailboxes, mailKeys } from './model.ts'
import { placeOf } from './place.ts'
import { mailSender } from './sender.ts'
import { SmtpTransport } from './smtp.ts'
import { startMailServer } from './testing/start-mail-server.ts'
import type { MailTransport } from './transport.ts'
import { Unsubscribes } from './unsubscribe.ts'

export const URL_HERE = 'https://comments.example.com'
export const BUFFER_MS = 60_000
export const PAGE = 'https://blog.example.com/a?b=1&c=2'

const NAMES = ['ada', 'bob', 'cy', 'dee']

type Given = { mailsPerDay?: number; mailsPerSecond?: number; emails?: Record<string, string> }

/** What there is to know of mail, on the ground that decides who is told. */
async function groundOf(engine: TestEngine) {
  const known = new Set(collections.map(({ name }) => name))
  const missing = emailCollections.filter(({ name }) => !known.has(name))
  const ground = await groundIn(await engine.open([...collections, ...missing]), NAMES)
  onTestFinished(() => ground.store.close())
  const { store, world, preferences } = ground
  const now = (): number => world.now
  let ids = 0
  const signer = new Signer(store.collection(mailKeys))
  const isErased = (whose: { org: string; id: string }): Promise<boolean> => ground.people.isErased(whose)
  const mailboxes = new Mailboxes({ mailboxes: store.collection(allMailboxes), signer, isErased, now })
  const unsubscribes = new Unsubscribes({ signer, preferences })
  const rows = { windows: store.collection(allWindows), tellings: store.collection(tellings) }
  const newId = (): string => `node${++ids}`
  const log = { warn: () => {}, error: () => {} } as QueuesNeeds['log']
  const queues = new Queues({ store, now, random: () => 0, newId, log })
  onTestFinished(() => queues.stop())
  const bury: WindowNeeds['bury'] = (queue, failed) => queues.bury(queue, failed)
  const windows = new Windows({ ...rows, now, random: () => 0, newId, bury })
  return { ...ground, mailboxes, unsubscribes, rows, windows, queues, now }
}

type MailParts = Awaited<ReturnType<typeof groundOf>>
type Limits = { now: () => number; bufferMs: number; mailsPerDay: number; mailsPerSecond: number }

const senderOf = (g: MailParts, transport: MailTransport, { mailsPerSecond, ...limits }: Limits): Sender =>
  mailSender({
    rate: new DomainRate({ perSecond: mailsPerSecond, now: limits.now }),
    checkAll: g.audiences.checkAll,
    people: g.people,
    preferences: g.preferences,
    mailboxes: g.mailboxes,
    unsubscribes: g.unsubscribes,
    tellings: g.rows.tellings,
    lastActive: async (person) => (await g.needs.inboxes.get(person))?.active ?? null,
    from: 'Comments <comments@example.com>',
    url: () => URL_HERE,
    transport,
    ...limits,
  })

/** What the queue does with all that has happened since it was called last. */
function following(g: MailParts, handler: QueueHandler): () => Promise<void> {
  let upTo = 0
  return async () => {
    const events = (await g.logged()).filter(({ seq }) => seq > upTo)
    upTo = events.at(-1)?.seq ?? upTo
    await handler.prepare?.(events)
    for (const event of events)
      if (handler.laneOf(event) !== null)
        await handler.handle({ event, position: event.seq, attempt: 1, signal: AbortSignal.timeout(60_000) })
  }
}

/** Everything from a comment to a real SMTP server, with a clock that the test moves. */
export async function mailGround(
  engine: TestEngine,
  { mailsPerDay = 50, mailsPerSecond = 20, emails = {} }: Given = {},
) {
  const g = await groundOf(engine)
  const { people, preferences, audiences, comments, mailboxes, rows, windows, now, world } = g
  const server = await startMailServer()
  const addressOf = (name: string): string => emails[name] ?? `${name}@x.example`
  const limits = { now, bufferMs: BUFFER_MS, mailsPerDay, mailsPerSecond }
  const writing = { windows, tellings: rows.tellings, forgetErased: async () => {} }
  const handler = emailHandler({ audiences, preferences, mailboxes, ...writing, ...limits })
  const loops: Sending[] = []
  for (const name of NAMES) await people.tell({ org: ORG, hostId: name, name, email: addressOf(name) }, world.now)
  const root = actor('root', 'admin')
  await comments.configure({ actor: root, ref: { discussion: g.discussion } }, { title: 'A & <b>', url: PAGE })
  return {
    ...g,
    handler,
    idOf,
    server,
    start: (given?: MailTransport): void => {
      const transport = given ?? new SmtpTransport({ url: server.url, now, random: () => 0 })
      const sending = windows.startSending('email', senderOf(g, transport, limits), { onError: () => {} })
      loops.push(sending)
      onTestFinished(async () => {
        await sending.stop()
        await transport.close()
      })
    },
    follow: following(g, handler),
    moveTo: (moment: number): void => {
      world.now = Math.max(world.now, moment)
    },
    /** Until all that is due has gone out. */
    settled: async () => {
      for (const loop of loops) await loop.drained()
    },
    placeOf: async (name: string, reason: Reason = 'reply') => {
      const whose = { org: ORG, person: idOf(name), address: addressOf(name) }
      const [choices, mailbox] = [await preferences.choicesOf(ORG, idOf(name)), await mailboxes.of(whose)]
      return placeOf({ choices, mailbox, ...limits, now: now() }, { reason })
    },
    tellingOf: (event: string, name: string) => rows.tellings.get(`${event}~email~${idOf(name)}`),
    to: (name: string) => server.mails.filter(({ recipient }) => recipient === addressOf(name)),
    expectSkip: async (event: string, name: string, skip: string) =>
      expect(await rows.tellings.get(`${event}~email~${idOf(name)}`)).toMatchObject({ state: 'skipped', skip }),
  }
}
