import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Context, createContext, readSettings, toldCollections, windows } from '@palaver/server'
import Database from 'better-sqlite3'
import { timed } from '../measure.ts'
import type { Drained, Sinks } from './drain.ts'

/** A program: fills a database with comments whose readers are to be told, tells them, and says how long that took. */
const DISCUSSIONS = 250
const COMMENTS = 2_000
const READERS = 3
const GROUP = 64

const { config, problems } = readSettings(process.env)
if (config === null) throw new Error(problems.join('\n'))
const sinks = JSON.parse(process.env['SINKS'] ?? '{}') as Sinks
const org = 'main'
const admin = { org, id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
const refOf = (number: number) => ({ org, resource: { type: 'page', id: String(number % DISCUSSIONS) } })

const context = await createContext(config)
await fill(context)
const subjectMs = await timed(() => tellAll(context))
const rows = await rowsOf(context)
await context.store.close()
if (rows.length < COMMENTS * READERS * 3) throw new Error(`Only ${rows.length} rows were written.`)
const floorMs = await timed(() => writeRaw(join(config.data, 'floor.db'), rows))
const pushes = COMMENTS * READERS
// What is told to one person within a second is in one mail.
const mails = DISCUSSIONS * READERS
process.send?.({ events: COMMENTS, pushes, mails, subjectMs, floorMs } satisfies Drained)

/** In each discussion three people take part; then others write whom nobody has to tell. */
async function fill({ store, accounts, people, comments, moderation, notifications }: Context): Promise<void> {
  await accounts.ensureFirst()
  await moderation.putRules(admin, [{ phase: 'banned' }], null)
  const names = Array.from({ length: DISCUSSIONS * READERS }, (_, number) => `reader${number}`)
  const profiles = names.map((id, number) => ({ id, username: id, email: `me@${number}.example.org` }))
  const known = await people.upsert(org, profiles)
  for (const [number, { person }] of known.entries()) {
    const reader = { ...admin, role: 'member' as const, id: person ?? '', name: names[number] ?? '' }
    const ref = refOf(Math.floor(number / READERS))
    if (number % READERS === 0) await comments.open(admin, ref)
    await notifications.levels.set(reader, ref, 'watching')
    await notifications.push.subscriptions.subscribe(reader, { endpoint: `${sinks.push}/${number}`, keys: sinks.keys })
  }
  for (let at = 0; at < COMMENTS; at += GROUP)
    await Promise.all(Array.from({ length: Math.min(GROUP, COMMENTS - at) }, (_, by) => post(at + by)))
  await store.events.settle()

  function post(number: number): Promise<unknown> {
    const actor = { ...admin, id: `writer${number}`.padEnd(22, '-'), role: 'member' as const, name: `Writer ${number}` }
    return comments.post({ actor, ref: refOf(number) }, { text: `Comment ${number}, which **says** something.` })
  }
}

/** All channels, and nothing else. */
async function tellAll({ queues, notifications, store }: Context): Promise<void> {
  queues.start(notifications.queues)
  const sending = notifications.startSending({
    isPaused: () => false,
    onError: (error) => {
      throw error
    },
  })
  await queues.drained()
  const waiting = async (): Promise<number> => {
    const all = await store
      .collection(windows)
      .find({ where: { channel: 'email', state: 'open', next: { $gte: '' } }, limit: 1 })
    const closed = await store
      .collection(windows)
      .find({ where: { channel: 'email', state: 'closed', next: { $gte: '' } }, limit: 1 })
    return all.docs.length + closed.docs.length
  }
  while ((await waiting()) > 0) await wait(5)
  store.beforeClose(async () => {
    await Promise.all([queues.stop(), ...sending.map((one) => one.stop())])
  })
}

/** What telling has written, as it is stored. */
async function rowsOf({ store }: Context): Promise<{ id: string; json: string }[]> {
  const rows: { id: string; json: string }[] = []
  for (const collection of toldCollections)
    for await (const { doc } of store.collection<{ _id: string }>(collection).scan())
      rows.push({ id: doc._id, json: JSON.stringify(doc) })
  return rows
}

function writeRaw(file: string, rows: readonly { id: string; json: string }[]): void {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('CREATE TABLE rows (id TEXT PRIMARY KEY, doc TEXT NOT NULL) WITHOUT ROWID')
  const insert = database.prepare('INSERT INTO rows VALUES (?, ?)')
  const some = database.transaction((group: readonly { id: string; json: string }[]) => {
    for (const { id, json } of group) insert.run(id, json)
  })
  for (let at = 0; at < rows.length; at += GROUP) some(rows.slice(at, at + GROUP))
  database.close()
}
