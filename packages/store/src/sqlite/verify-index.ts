import type { Database } from 'better-sqlite3'
import type { CollectionSpec, IndexSpec } from '../collection.ts'
import { indexKey, indexKeys } from '../dialect/index-keys.ts'
import type { Doc } from '../dialect/value.ts'
import { columnName, keyTableName, tableName } from './table.ts'
import { isUniqueViolation } from './translate.ts'

export type Row = { n: number; id: string; doc: string } & Record<string, unknown>

/** `clear` takes away what is wrong, `restore` puts what is right: false where another document has the key. */
export type Fault = { message: string; clear: () => void; restore: () => boolean }

export type Check = (row: Row, doc: Doc) => Fault[]

export function indexChecks(database: Database, collection: CollectionSpec): Check[] {
  return builtIndexes(database, collection).map((index) =>
    index.arrays ? severalCheck(database, collection, index) : singleCheck(database, collection, index),
  )
}

/** The id is a column of its own, not a key. */
function builtIndexes(database: Database, { name: collection, indexes }: CollectionSpec): IndexSpec[] {
  const ready = database.prepare('SELECT name FROM indexes WHERE collection = ? AND ready = 1').pluck()
  const names = ready.all(collection) as string[]
  return indexes.filter(({ name }) => name !== '_id' && names.includes(name))
}

function singleCheck(database: Database, collection: CollectionSpec, index: IndexSpec): Check {
  const set = database.prepare(`UPDATE ${tableName(collection.name)} SET ${columnName(index)} = ? WHERE n = ?`)
  return (row, doc) => {
    const key = indexKey(index, doc)
    const stored = row[`k_${index.name}`]
    if (Buffer.isBuffer(stored) && stored.equals(key)) return []
    const clear = (): unknown => set.run(null, row.n)
    const restore = (): boolean => unlessTaken(() => set.run(key, row.n))
    return [{ message: `The index "${index.name}" has another key for it.`, clear, restore }]
  }
}

function severalCheck(database: Database, collection: CollectionSpec, index: IndexSpec): Check {
  const table = keyTableName(collection.name, index.name)
  const holder = database.prepare(`SELECT n FROM ${table} WHERE k = ?`).pluck()
  const add = database.prepare(`INSERT INTO ${table} (k, n) VALUES (?, ?)`)
  return (row, doc) => {
    const missing = indexKeys(index, doc).filter((key) => holder.get(key) !== row.n)
    if (missing.length === 0) return []
    const restore = (): boolean => unlessTaken(() => missing.forEach((key) => add.run(key, row.n)))
    return [{ message: `The index "${index.name}" lacks ${missing.length} of its keys.`, clear: () => {}, restore }]
  }
}

function unlessTaken(write: () => unknown): boolean {
  try {
    write()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Entries that no document calls for. What belongs to a document that cannot be read is left to it. */
export function strayEntries(database: Database, collection: CollectionSpec): Fault[] {
  const several = builtIndexes(database, collection).filter(({ arrays }) => arrays)
  return several.flatMap((index) => {
    const table = keyTableName(collection.name, index.name)
    const rows = database.prepare(`SELECT k, doc FROM ${table} LEFT JOIN ${tableName(collection.name)} USING (n)`)
    const stray: Buffer[] = []
    for (const { k, doc } of rows.iterate() as Iterable<{ k: Buffer; doc: string | null }>)
      if (!callsFor(index, doc, k)) stray.push(k)
    if (stray.length === 0) return []
    const drop = database.prepare(`DELETE FROM ${table} WHERE k = ?`)
    const clear = (): void => stray.forEach((key) => drop.run(key))
    const message = `The index "${index.name}" has ${stray.length} entries that no document calls for.`
    return [{ message, clear, restore: () => true }]
  })
}

function callsFor(index: IndexSpec, json: string | null, key: Buffer): boolean {
  if (json === null) return false
  try {
    return indexKeys(index, JSON.parse(json) as Doc).some((each) => each.equals(key))
  } catch {
    return true
  }
}
