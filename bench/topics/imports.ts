import { join } from 'node:path'
import Database from 'better-sqlite3'
import { inFolder } from '../folder.ts'
import { atLeast, measurePair, perSecond, type Row, timed } from '../measure.ts'
import { groundIn, importAll } from './ground.ts'

const GROUP = 64
const ROUNDS = 5

type Rows = { create: string[]; rows: TopicRow[] }
type TopicRow = { id: string; version: number; doc: string; k_byVersion: Buffer }

/** A whole taxonomy read and imported, beside the same rows inserted by hand into the same table, 64 a transaction. */
export async function importPerS(): Promise<Row> {
  const { create, rows } = await inFolder(rowsOfImport)
  const { speed, floorMs, subjectMs } = await measurePair({
    floor: () => inFolder((folder) => byHand(join(folder, 'floor'), { create, rows })),
    subject: () => inFolder(imported),
    rounds: ROUNDS,
  })
  const count = rows.length
  return {
    name: 'importPerS',
    ratio: speed,
    ...atLeast(0.1, speed),
    subject: perSecond(count, subjectMs),
    floor: perSecond(count, floorMs),
  }
}

async function imported(folder: string): Promise<number> {
  const ground = await groundIn(folder)
  const time = await timed(async () => {
    await importAll(ground)
  })
  await ground.context.store.close()
  return time
}

async function rowsOfImport(folder: string): Promise<Rows> {
  const ground = await groundIn(folder)
  await importAll(ground)
  await ground.context.store.close()
  const database = new Database(join(folder, 'data', 'palaver.sqlite'), { readonly: true })
  const create = database
    .prepare("SELECT sql FROM sqlite_master WHERE tbl_name = 'c_topics' AND sql IS NOT NULL")
    .pluck()
    .all() as string[]
  const rows = database.prepare('SELECT id, version, doc, k_byVersion FROM c_topics ORDER BY n').all() as TopicRow[]
  database.close()
  return { create, rows }
}

async function byHand(file: string, { create, rows }: Rows): Promise<number> {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('cache_size = -32768')
  database.pragma('wal_autocheckpoint = 4000')
  for (const sql of create) database.exec(sql)
  const insert = database.prepare('INSERT INTO c_topics (id, version, doc, k_byVersion) VALUES (?, ?, ?, ?)')
  const insertSome = database.transaction((some: readonly TopicRow[]) => {
    for (const { id, version, doc, k_byVersion } of some) insert.run(id, version, doc, k_byVersion)
  })
  const time = await timed(() => {
    for (let from = 0; from < rows.length; from += GROUP) insertSome.immediate(rows.slice(from, from + GROUP))
  })
  database.close()
  return time
}
