import type { Received } from '../../notifications/email/testing/mail-server.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { LoggedEvent } from '@palaver/store'
import type { Context } from '../../context.ts'
import { FEEDER } from '../../events/nats/feeder.ts'
import { startFollowing } from '../../following.ts'
import { notifications, tellings, windows } from '../../notifications/collections.ts'
import { messageIdOf } from '../../notifications/email/compose.ts'
import { tellingIdOf } from '../../notifications/windows/telling.ts'
import { type Expected, expectedFrom } from './model.ts'

/** What is wrong, by kind; empty when all is well. */
export type Findings = { lost: string[]; doubled: string[]; unread: string[] }

export const nothingFound = (): Findings => ({ lost: [], doubled: [], unread: [] })

const MOST = 10_000

/** Lets everything that waits go out, and compares rows and mails with what follows from the log. */
export async function check(context: Context, { people, mails }: World): Promise<Findings> {
  await finishAll(context)
  const expected = expectedFrom(await everyEvent(context))
  const found = nothingFound()
  for (const [person, address] of people) {
    await checkRows(context, { person, expected, found })
    const mine = mails.filter(({ recipient }) => recipient === address)
    await checkMails(context, { person, expected, mails: mine, found })
  }
  return found
}

/** People by their id, with the address that their mail goes to. */
type World = { people: ReadonlyMap<string, string>; mails: readonly Received[] }

async function finishAll(context: Context): Promise<void> {
  startFollowing(context)
  const { store } = context
  const isOver = async (): Promise<boolean> => {
    const behind = new Map(await store.events.behind())
    const waiting = ['open', 'closed'] as const
    const counts = await Promise.all(
      waiting.map((state) =>
        store.collection(windows).count({ where: { channel: 'email', state, next: { $gte: '' } }, atMost: MOST }),
      ),
    )
    // What feeds NATS is at work only where a service runs.
    behind.delete(FEEDER)
    return [...behind.values()].every((events) => events === 0) && counts.every((count) => count === 0)
  }
  while (!(await isOver())) await wait(50)
}

async function everyEvent({ store }: Context): Promise<LoggedEvent[]> {
  const partition = store.events.partitionOf('main')
  const all: LoggedEvent[] = []
  for (;;) {
    const some = await store.events.read({ partition, after: all.at(-1)?.seq ?? 0, limit: 1_000 })
    if (some.length === 0) return all
    all.push(...some)
  }
}

type OfPerson = { person: string; expected: readonly Expected[]; found: Findings }

async function checkRows({ store }: Context, { person, expected, found }: OfPerson): Promise<void> {
  const rows = store.collection(notifications)
  const { docs } = await rows.find({
    where: { person, isShown: true },
    sort: { position: 1 },
    limit: MOST,
    next: false,
  })
  const shown = new Set(docs.map(({ event }) => event))
  const mine = expected.filter(({ isThere, people }) => isThere && people.has(person))
  for (const { event, text } of mine) if (!shown.has(event)) found.lost.push(`${person}: no row for "${text}"`)
  if (shown.size > mine.length) found.doubled.push(`${person}: ${shown.size} rows, not ${mine.length}`)
  const unread = await rows.count({ where: { person, isUnread: true, position: { $gt: 0 } }, atMost: MOST })
  if (unread !== mine.length) found.unread.push(`${person}: ${unread}, not ${mine.length}`)
}

type InMails = OfPerson & { mails: readonly Received[] }

/** The same mail may come twice, under the same id: who was killed between sending and noting it sends it again. */
async function checkMails(context: Context, { person, expected, mails, found }: InMails): Promise<void> {
  const received = new Set(mails.map(({ messageId }) => messageId))
  for (const { event, text, isThere, people } of expected) {
    const said = /said \d+-\d+\./.exec(text)?.[0] ?? text
    const ids = new Set(mails.filter((mail) => mail.text?.includes(said)).map(({ messageId }) => messageId))
    if (ids.size > 1) found.doubled.push(`${person}: ${ids.size} mails of "${said}"`)
    if (!people.has(person) && ids.size > 0) found.doubled.push(`${person}: a mail of "${said}", which is not for them`)
    if (!isThere || !people.has(person)) continue
    const sentIn = await mailOf(context, { event, person })
    if (sentIn === null || !received.has(sentIn)) found.lost.push(`${person}: no mail of "${said}"`)
  }
}

/** A long mail does not show everything that it tells of: which mail it was is noted. */
async function mailOf({ store, config }: Context, item: { event: string; person: string }): Promise<string | null> {
  const telling = await store.collection(tellings).get(tellingIdOf(item, 'email'))
  if (telling === null || telling.window === null) return null
  if (telling.state !== 'sent' && telling.isCounted !== true) return null
  const window = await store.collection(windows).get(telling.window)
  return messageIdOf({ window: window?.into ?? telling.window, from: config.mailFrom })
}
