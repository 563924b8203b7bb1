import { join } from 'node:path'
import type { Collection } from '@palaver/store'
import type { Database } from 'better-sqlite3'
import { inFolder } from '../folder.ts'
import { atLeast, measurePair, type Pair, perSecond, type Row, timed } from '../measure.ts'
import { type Comment, comment } from './comments.ts'
import { openRaw } from './raw.ts'
import { fill, openStore } from './world.ts'

const DOCUMENTS = 20_000
const GETS = 40_000
const PAGES = 8_000
const SIZE = 50

type Readers = { database: Database; collection: Collection<Comment> }

/** `get`, `page50raw` and `page50`, each beside the same prepared statement by hand. */
export async function reads(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const file = join(folder, 'comments')
    await fill(file, DOCUMENTS)
    const { database } = openRaw(file)
    const { store, collection } = await openStore(file)
    const rows = [await get({ database, collection }), ...(await pages({ database, collection }))]
    database.close()
    await store.close()
    return rows
  })
}

async function get({ database, collection }: Readers): Promise<Row> {
  const ids = Array.from({ length: GETS }, (_, at) => comment((at * 7919) % DOCUMENTS, 'home')._id)
  const byId = database.prepare('SELECT doc FROM c_comments WHERE id = ?').pluck()
  const pair = await measurePair({
    floor: () => timed(() => ids.forEach((id) => JSON.parse(byId.get(id) as string))),
    subject: () =>
      timed(async () => {
        for (const id of ids) await collection.get(id)
      }),
  })
  return row('get', 0.6, { pair, count: GETS })
}

async function pages({ database, collection }: Readers): Promise<Row[]> {
  const starts = Array.from({ length: PAGES }, (_, at) => comment((at * 7919) % (DOCUMENTS - 100), 'home'))
  const keyOf = database.prepare('SELECT k_chronological FROM c_comments WHERE id = ?').pluck()
  const keys = starts.map(({ _id }) => keyOf.get(_id) as Buffer)
  const end = Buffer.from([0xff])
  const range = 'k_chronological > ? AND k_chronological < ? ORDER BY k_chronological'
  const page = database.prepare(`SELECT doc FROM c_comments WHERE ${range} LIMIT ${SIZE}`).pluck()
  const each = (read: (query: ReturnType<typeof queryFrom>) => Promise<unknown>) => () =>
    timed(async () => {
      for (const start of starts) await read(queryFrom(start))
    })
  const raw = await measurePair({
    floor: () => timed(() => keys.forEach((key) => page.all(key, end))),
    subject: each((query) => collection.findRaw(query)),
  })
  const parsed = await measurePair({
    floor: () =>
      timed(() => keys.forEach((key) => (page.all(key, end) as string[]).map((json) => JSON.parse(json) as unknown))),
    subject: each((query) => collection.find(query)),
  })
  return [row('page50raw', 0.7, { pair: raw, count: PAGES }), row('page50', 0.7, { pair: parsed, count: PAGES })]
}

const queryFrom = ({ posted, slug }: Comment) =>
  ({ where: { home: 'home' }, sort: { posted: 1, slug: 1 }, limit: SIZE, after: [posted, slug] }) as const

const row = (name: string, least: number, { pair, count }: { pair: Pair; count: number }): Row => ({
  name,
  ratio: pair.speed,
  ...atLeast(least, pair.speed),
  subject: perSecond(count, pair.subjectMs),
  floor: perSecond(count, pair.floorMs),
})
