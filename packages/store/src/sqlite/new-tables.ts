import type { Database } from 'better-sqlite3'
import type { CollectionSpec, IndexSpec } from '../collection.ts'
import { knownIndexes, type KnownIndexes, noteIndex, shapeOf } from './known-indexes.ts'
import { columnName, keyTableName, tableName } from './table.ts'

/**
 * Makes the tables that the file does not have, with all their indexes and in one transaction: while nothing is in them
 * there is nothing to build in steps, and each step of hundreds would wait for the disk.
 */
export function makeTables(database: Database, collections: readonly CollectionSpec[]): void {
  const isNew = (known: KnownIndexes) => (collection: CollectionSpec) => !known.has(collection.name)
  if (!collections.some(isNew(knownIndexes(database)))) return
  const make = database.transaction(() => {
    // Another process may have made them a moment ago.
    for (const collection of collections.filter(isNew(knownIndexes(database)))) makeTable(database, collection)
  })
  make.immediate()
}

function makeTable(database: Database, { name, indexes }: CollectionSpec): void {
  const declared = indexes.filter((index) => index.name !== '_id')
  const keys = declared.filter(({ arrays }) => !arrays).map((index) => `, ${columnName(index)} BLOB`)
  database.exec(
    `CREATE TABLE ${tableName(name)} (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, doc TEXT NOT NULL${keys.join('')})`,
  )
  for (const index of declared) makeIndex(database, name, index)
  for (const index of indexes)
    noteIndex(database, name, { name: index.name, shape: shapeOf(index), built: 0, ready: 1 })
}

/** The keys of one that may have several for a document lie in a table of their own. */
export function makeKeyTable(database: Database, collection: string, index: IndexSpec): void {
  database.exec(
    `CREATE TABLE ${keyTableName(collection, index.name)} (k BLOB PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID`,
  )
}

export function makeColumnIndex(database: Database, collection: string, index: IndexSpec): void {
  database.exec(
    `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS "i_${collection}_${index.name}" ON ${tableName(collection)} (${columnName(index)})`,
  )
}

const makeIndex = (database: Database, collection: string, index: IndexSpec): void =>
  index.arrays ? makeKeyTable(database, collection, index) : makeColumnIndex(database, collection, index)
