import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createContext, readSettings } from '@palaver/server'
import { atLeast, measurePair, perSecond, type Row, timed } from '../measure.ts'
import { mostComments } from '../most.ts'
import { followedByMany } from './followers.ts'
import { type Ground, groundIn, postOf } from './ground.ts'

const FOLLOWERS = 20_000
const GROUP = 64

type EntryRow = { id: string; doc: string; byTime: Buffer; byAuthor: Buffer }

/** A post that goes into the news of many, beside the same rows written by hand, 64 a transaction. */
export async function fanoutPerS(folder: string): Promise<Row> {
  const ground = await groundIn(folder, { PALAVER_NEWS_PULLED_FROM: '1000000' })
  const count = Math.min(FOLLOWERS, mostComments())
  const author = await followedByMany(ground, count)
  let [number, round] = [0, 0]
  await pushed(ground, author, number++)
  const file = join(folder, 'data', 'palaver.sqlite')
  const rows = rowsIn(file)
  const floor = await emptyLike(folder)
  const { speed, floorMs, subjectMs } = await measurePair({
    floor: () => byHand(floor, rows, round++),
    subject: () => pushed(ground, author, number++),
  })
  await ground.context.store.close()
  return {
    name: 'fanoutPerS',
    ratio: speed,
    ...atLeast(0.3, speed),
    subject: perSecond(count, subjectMs),
    floor: perSecond(rows.length, floorMs),
  }
}

/** How long it takes until the post is in the news of all. */
async function pushed({ context, org }: Ground, author: string, number: number): Promise<number> {
  const { posts, postChanged } = context.social.needs
  const post = postOf({ org, author, number })
  await posts.insert(post)
  const event = { op: 'created' } as Parameters<typeof postChanged>[1]
  return timed(async () => {
    await postChanged(post, event)
    await context.social.pusher.drain()
  })
}

const rowsIn = (file: string): EntryRow[] => {
  const database = new Database(file, { readonly: true })
  const sql = 'SELECT id, doc, k_byTime AS byTime, k_byAuthor AS byAuthor FROM c_feedEntries'
  const rows = database.prepare(sql).all() as EntryRow[]
  database.close()
  return rows
}

/** A database of the same tables. */
async function emptyLike(folder: string): Promise<Database.Database> {
  const env = { PALAVER_DATA: join(folder, 'floor'), PALAVER_LOG_LEVEL: 'error' }
  const { config } = readSettings(env)
  if (config === null) throw new Error('The settings of the benchmark are wrong.')
  await (await createContext(config)).store.close()
  const database = new Database(join(folder, 'floor', 'palaver.sqlite'))
  database.pragma('synchronous = FULL')
  database.pragma('cache_size = -32768')
  database.pragma('wal_autocheckpoint = 4000')
  return database
}

function byHand(database: Database.Database, rows: readonly EntryRow[], round: number): Promise<number> {
  const [begin, commit] = [database.prepare('BEGIN IMMEDIATE'), database.prepare('COMMIT')]
  const insert = database.prepare(
    'INSERT INTO c_feedEntries (id, version, doc, k_byTime, k_byAuthor) VALUES (?, 1, ?, ?, ?)',
  )
  // Keys differ in each round as those of another post do.
  const key = Buffer.from(String(round))
  const fresh = rows.map(({ id, doc, byTime, byAuthor }) => ({
    id: `${id}${round}`,
    doc,
    byTime: Buffer.concat([byTime, key]),
    byAuthor: Buffer.concat([byAuthor, key]),
  }))
  return timed(() => {
    for (let from = 0; from < fresh.length; from += GROUP) {
      begin.run()
      for (const row of fresh.slice(from, from + GROUP)) insert.run(row.id, row.doc, row.byTime, row.byAuthor)
      commit.run()
    }
  })
}
