import type { Database } from 'better-sqlite3'
import { StorageProblem } from '../errors.ts'

/** Marks a file as Palaver's ("PALV"); kept in SQLite's header, so it is known before anything is touched. */
export const APPLICATION_ID = 0x50414c56

/** Steps from one format of the file to the next; the file's `user_version` says how many it has had. */
const UPGRADES: readonly string[] = [
  `CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE indexes (
     collection TEXT NOT NULL, name TEXT NOT NULL, shape TEXT NOT NULL, built INTEGER NOT NULL, ready INTEGER NOT NULL,
     PRIMARY KEY (collection, name)
   ) WITHOUT ROWID;
   CREATE TABLE events (
     n INTEGER PRIMARY KEY, partition INTEGER NOT NULL, id TEXT NOT NULL, subject TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL
   );
   CREATE UNIQUE INDEX events_id ON events (id, partition);
   CREATE INDEX events_subject ON events (subject);`,
]

export const FORMAT = UPGRADES.length

/** Brings the file to this program's format, all steps in one transaction. */
export function upgrade(database: Database): void {
  const format = database.pragma('user_version', { simple: true }) as number
  if (format > FORMAT) throw newerFormat(database.name, format)
  if (format === FORMAT) return
  database.transaction(() => {
    for (const step of UPGRADES.slice(format)) database.exec(step)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    database.pragma(`user_version = ${FORMAT}`)
  })()
}

export function newerFormat(file: string, format: number): StorageProblem {
  return new StorageProblem(
    'newer',
    `${file} was written by a newer Palaver (format ${format}, this one knows ${FORMAT}): run that version, or restore an older backup.`,
  )
}

/** The number of event partitions is fixed when the database is made. */
export function partitionsOf(database: Database, wanted: number): number {
  database.prepare("INSERT INTO meta (name, value) VALUES ('partitions', ?) ON CONFLICT DO NOTHING").run(String(wanted))
  return Number(database.prepare("SELECT value FROM meta WHERE name = 'partitions'").pluck().get())
}
