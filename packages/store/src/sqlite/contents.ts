import type { Database } from 'better-sqlite3'
import { StorageProblem } from '../errors.ts'
import { sizeOf } from './header.ts'
import { FORMAT } from './schema.ts'
import { damagedSentence } from './translate.ts'

/** Files up to this size are checked page by page at every start; larger ones by `palaver verify`. */
const CHECKED_AT_START = 64 * 2 ** 20

/** Whether a file is what Palaver left: only reads, so that a file that is refused stays as it was. */
export function checkContents(database: Database): void {
  const atOneMoment = database.transaction(() => {
    if (sizeOf(database.name) <= CHECKED_AT_START) checkPages(database)
    checkTables(database)
  })
  atOneMoment()
}

function checkPages(database: Database): void {
  const found = database.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw damaged(database, String(found))
}

const OWN_COLUMNS = {
  meta: ['name', 'value'],
  indexes: ['collection', 'name', 'shape', 'built', 'ready'],
  events: ['n', 'partition', 'id', 'subject', 'at', 'body'],
}
const DOCUMENT_COLUMNS = ['n', 'id', 'version', 'doc']

/** Every table, column and index that the file says it has. An older format is brought up to date first. */
export function checkTables(database: Database): void {
  const format = database.pragma('user_version', { simple: true }) as number
  if (format < 1) throw damaged(database, 'it has no format')
  if (format < FORMAT) return
  const schema = readSchema(database)
  for (const [table, columns] of Object.entries(OWN_COLUMNS)) demandColumns(database, schema, { table, columns })
  for (const known of database.prepare('SELECT collection, name, ready FROM indexes').all() as Known[])
    demandIndex(database, schema, known)
  demandPartitions(database)
}

type Known = { collection: string; name: string; ready: number }
type Schema = { columns: ReadonlyMap<string, ReadonlySet<string>>; indexes: ReadonlySet<string> }

function readSchema(database: Database): Schema {
  const rows = database
    .prepare('SELECT t.name AS tab, c.name AS col FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = ?')
    .all('table') as { tab: string; col: string }[]
  const columns = new Map<string, Set<string>>()
  for (const { tab, col } of rows) columns.set(tab, (columns.get(tab) ?? new Set()).add(col))
  const indexes = database.prepare('SELECT name FROM sqlite_schema WHERE type = ?').pluck().all('index') as string[]
  return { columns, indexes: new Set(indexes) }
}

type Wanted = { table: string; columns: readonly string[] }

function demandColumns(database: Database, schema: Schema, { table, columns }: Wanted): void {
  const present = schema.columns.get(table)
  const missing = columns.find((column) => present?.has(column) !== true)
  if (present === undefined) throw damaged(database, `the table ${table} is missing`)
  if (missing !== undefined) throw damaged(database, `the column ${missing} of ${table} is missing`)
}

function demandIndex(database: Database, schema: Schema, { collection, name, ready }: Known): void {
  const table = `c_${collection}`
  demandColumns(database, schema, { table, columns: DOCUMENT_COLUMNS })
  if (name === '_id' || schema.columns.has(`${table}_${name}`)) return
  demandColumns(database, schema, { table, columns: [`k_${name}`] })
  if (ready === 1 && !schema.indexes.has(`i_${collection}_${name}`))
    throw damaged(database, `the index ${name} of ${collection} is missing`)
}

/** Events are where their number of partitions puts them; a file that was made a moment ago has neither. */
function demandPartitions(database: Database): void {
  const value = database.prepare("SELECT value FROM meta WHERE name = 'partitions'").pluck().get()
  const fits = value === undefined ? isEmpty(database) : Number.isSafeInteger(Number(value)) && Number(value) > 0
  if (!fits) throw damaged(database, 'its number of event partitions is lost')
}

const isEmpty = (database: Database): boolean => database.prepare('SELECT 1 FROM events LIMIT 1').get() === undefined

const damaged = ({ name }: Database, what: string): StorageProblem =>
  new StorageProblem('damaged', damagedSentence(name, what))
