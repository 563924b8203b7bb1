import type { Database } from 'better-sqlite3'
import type { CollectionSpec, IndexSpec } from '../collection.ts'
import { indexKey, indexKeys } from '../dialect/index-keys.ts'
import type { Doc } from '../dialect/value.ts'
import { checkInsert } from '../fit.ts'
import { columnName, keyTableName, tableName } from './table.ts'
import type { OnProgress } from '../progress.ts'
import type { Problem } from './verify.ts'

const REPORT_EVERY = 10_000

type Checking = { collection: CollectionSpec; repair: boolean; onProgress: OnProgress }
type Row = { n: number; id: string; doc: string } & Record<string, unknown>

/** Each document fits its collection, and each index has exactly the entries that its documents call for. */
export function verifyCollection(
  database: Database,
  { collection, repair, onProgress }: Checking,
): { documents: number; problems: Problem[] } {
  const table = tableName(collection.name)
  const exists = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .get(table.slice(1, -1))
  if (exists === undefined) return { documents: 0, problems: [] }
  const total = database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
  const checks = indexChecks(database, collection)
  const problems: Problem[] = []
  const mend: (() => void)[] = []
  let documents = 0
  for (const row of database.prepare(`SELECT * FROM ${table}`).iterate() as Iterable<Row>) {
    const doc = parsed(collection, row)
    if (typeof doc === 'string') problems.push({ collection: collection.name, id: row.id, message: doc })
    else
      for (const check of checks) {
        const fault = check(row, doc)
        if (fault === null) continue
        problems.push({ collection: collection.name, id: row.id, message: fault.message, repaired: repair })
        mend.push(fault.mend)
      }
    if (++documents % REPORT_EVERY === 0 || documents === total)
      onProgress({ task: `Checking ${collection.name}`, done: documents, total })
  }
  problems.push(...orphans(database, { collection, repair }))
  if (repair) for (const each of mend) each()
  return { documents, problems }
}

function parsed(collection: CollectionSpec, { id, doc }: Row): Doc | string {
  try {
    const value: unknown = JSON.parse(doc)
    checkInsert(collection, value)
    return value._id === id ? value : `The document calls itself "${value._id}".`
  } catch (error) {
    return error instanceof SyntaxError ? 'The document is not JSON.' : (error as Error).message
  }
}

type Check = (row: Row, doc: Doc) => { message: string; mend: () => void } | null

function indexChecks(database: Database, collection: CollectionSpec): Check[] {
  const ready = new Set(
    database
      .prepare('SELECT name FROM indexes WHERE collection = ? AND ready = 1')
      .pluck()
      .all(collection.name) as string[],
  )
  const built = collection.indexes.filter(({ name }) => ready.has(name))
  return built.map((index) =>
    index.arrays ? severalCheck(database, collection, index) : singleCheck(database, collection, index),
  )
}

function singleCheck(database: Database, collection: CollectionSpec, index: IndexSpec): Check {
  return (row, doc) => {
    const key = indexKey(index, doc)
    const stored = row[`k_${index.name}`]
    if (Buffer.isBuffer(stored) && stored.equals(key)) return null
    const mend = (): void => {
      database.prepare(`UPDATE ${tableName(collection.name)} SET ${columnName(index)} = ? WHERE n = ?`).run(key, row.n)
    }
    return { message: `The index "${index.name}" has another key for it.`, mend }
  }
}

function severalCheck(database: Database, collection: CollectionSpec, index: IndexSpec): Check {
  const table = keyTableName(collection.name, index.name)
  const holder = database.prepare(`SELECT n FROM ${table} WHERE k = ?`).pluck()
  return (row, doc) => {
    const missing = indexKeys(index, doc).filter((key) => holder.get(key) !== row.n)
    if (missing.length === 0) return null
    const mend = (): void => {
      for (const key of missing)
        database.prepare(`INSERT OR REPLACE INTO ${table} (k, n) VALUES (?, ?)`).run(key, row.n)
    }
    return { message: `The index "${index.name}" lacks ${missing.length} of its keys.`, mend }
  }
}

/** Entries that no document calls for. */
function orphans(database: Database, { collection, repair }: Omit<Checking, 'onProgress'>): Problem[] {
  const problems: Problem[] = []
  for (const index of collection.indexes.filter(({ arrays }) => arrays)) {
    const table = keyTableName(collection.name, index.name)
    const rows = database.prepare(`SELECT k, doc, id FROM ${table} LEFT JOIN ${tableName(collection.name)} USING (n)`)
    const stray: Buffer[] = []
    for (const { k, doc } of rows.iterate() as Iterable<{ k: Buffer; doc: string | null }>)
      if (doc === null || !indexKeys(index, JSON.parse(doc) as Doc).some((key) => key.equals(k))) stray.push(k)
    if (stray.length > 0)
      problems.push({
        collection: collection.name,
        message: `The index "${index.name}" has ${stray.length} entries without a document.`,
        repaired: repair,
      })
    if (repair) for (const key of stray) database.prepare(`DELETE FROM ${table} WHERE k = ?`).run(key)
  }
  return problems
}
