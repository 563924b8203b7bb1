import type { Database } from 'better-sqlite3'
import type { CollectionSpec, IndexSpec } from '../collection.ts'
import { indexKey, indexKeys } from '../dialect/index-keys.ts'
import type { Doc } from '../dialect/value.ts'
import { Duplicate, StorageProblem } from '../errors.ts'
import type { OnProgress } from '../progress.ts'
import { columnName, keyTableName, tableName } from './table.ts'
import { isUniqueViolation } from './translate.ts'

/** Documents a transaction while an index is built: short enough that a second process gets its turn. */
const BUILD_STEP = 2_000

/** Makes the tables of the declared collections and brings their indexes to what is declared. */
export function prepareTables(
  database: Database,
  collections: readonly CollectionSpec[],
  onProgress: OnProgress,
): void {
  for (const collection of collections) {
    makeTable(database, collection)
    dropUndeclared(database, collection)
    for (const index of collection.indexes)
      if (index.name !== '_id') buildIndex({ database, collection, index, onProgress })
  }
}

/** A collection that the file knows has its table; `_id` among its indexes says so. */
function makeTable(database: Database, collection: CollectionSpec): void {
  const { name, indexes } = collection
  const [byId] = indexes
  if (byId === undefined || knownIndexes(database, name).some((known) => known.name === byId.name)) return
  const make = database.transaction(() => {
    database.exec(
      `CREATE TABLE IF NOT EXISTS ${tableName(name)} (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, doc TEXT NOT NULL)`,
    )
    database
      .prepare('INSERT OR IGNORE INTO indexes (collection, name, shape, built, ready) VALUES (?, ?, ?, 0, 1)')
      .run(name, byId.name, shapeOf(byId))
  })
  make.immediate()
}

const shapeOf = ({ fields, unique }: IndexSpec): string => JSON.stringify({ fields, unique })

type Known = { name: string; shape: string; built: number; ready: number }

function knownIndexes(database: Database, collection: string): Known[] {
  return database
    .prepare('SELECT name, shape, built, ready FROM indexes WHERE collection = ?')
    .all(collection) as Known[]
}

/** An index that is declared no longer, or in another shape, goes. */
function dropUndeclared(database: Database, collection: CollectionSpec): void {
  for (const known of knownIndexes(database, collection.name)) {
    const declared = collection.indexes.find(({ name }) => name === known.name)
    if (declared !== undefined && shapeOf(declared) === known.shape) continue
    const drop = database.transaction(() => {
      database.exec(`DROP TABLE IF EXISTS ${keyTableName(collection.name, known.name)}`)
      database.exec(`DROP INDEX IF EXISTS "i_${collection.name}_${known.name}"`)
      if (hasColumn(database, collection.name, `k_${known.name}`))
        database.exec(`ALTER TABLE ${tableName(collection.name)} DROP COLUMN "k_${known.name}"`)
      database.prepare('DELETE FROM indexes WHERE collection = ? AND name = ?').run(collection.name, known.name)
    })
    drop.immediate()
  }
}

function hasColumn(database: Database, collection: string, column: string): boolean {
  const columns = database.pragma(`table_info(${tableName(collection)})`) as { name: string }[]
  return columns.some(({ name }) => name === column)
}

type Building = { database: Database; collection: CollectionSpec; index: IndexSpec; onProgress: OnProgress }

/** Builds in steps that survive a crash: `built` is the last row whose key is there. */
function buildIndex(building: Building): void {
  const { database, collection, index, onProgress } = building
  const known = knownIndexes(database, collection.name).find(({ name }) => name === index.name) ?? beginIndex(building)
  if (known.ready === 1) return
  const task = `Building the index "${index.name}" of ${collection.name}`
  const total = database
    .prepare(`SELECT count(*) FROM ${tableName(collection.name)} WHERE n > ?`)
    .pluck()
    .get(known.built) as number
  let done = 0
  for (let step = buildStep(building); step > 0; step = buildStep(building)) {
    done += step
    onProgress({ task, done: Math.min(done, total), total })
  }
  finishIndex(building)
}

/** Two processes may begin at the same moment: the second goes on with what the first began. */
function beginIndex({ database, collection, index }: Building): Known {
  const begin = database.transaction((): Known => {
    const begun = knownIndexes(database, collection.name).find(({ name }) => name === index.name)
    if (begun !== undefined) return begun
    if (index.arrays)
      database.exec(
        `CREATE TABLE ${keyTableName(collection.name, index.name)} (k BLOB PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID`,
      )
    else database.exec(`ALTER TABLE ${tableName(collection.name)} ADD COLUMN ${columnName(index)} BLOB`)
    const known: Known = { name: index.name, shape: shapeOf(index), built: 0, ready: 0 }
    database
      .prepare('INSERT INTO indexes (collection, name, shape, built, ready) VALUES (?, @name, @shape, @built, @ready)')
      .run(collection.name, known)
    return known
  })
  return begin.immediate()
}

function buildStep({ database, collection, index }: Building): number {
  const table = tableName(collection.name)
  const step = database.transaction((): number => {
    const built = database
      .prepare('SELECT built FROM indexes WHERE collection = ? AND name = ? AND ready = 0')
      .pluck()
      .get(collection.name, index.name) as number | undefined
    // Another process has finished it, and may have gone on to write.
    if (built === undefined) return 0
    const rows = database
      .prepare(`SELECT n, id, doc FROM ${table} WHERE n > ? ORDER BY n LIMIT ${BUILD_STEP}`)
      .all(built) as { n: number; id: string; doc: string }[]
    const add = database.prepare(
      index.arrays
        ? `INSERT INTO ${keyTableName(collection.name, index.name)} (k, n) VALUES (?, ?)`
        : `UPDATE ${table} SET ${columnName(index)} = ? WHERE n = ?`,
    )
    for (const { n, id, doc } of rows) {
      const parsed = parse(collection, id, doc)
      for (const key of index.arrays ? indexKeys(index, parsed) : [indexKey(index, parsed)]) add.run(key, n)
    }
    const last = rows.at(-1)
    if (last !== undefined)
      database
        .prepare('UPDATE indexes SET built = ? WHERE collection = ? AND name = ?')
        .run(last.n, collection.name, index.name)
    return rows.length
  })
  return naming(collection, index, () => step.immediate())
}

function parse({ name }: CollectionSpec, id: string, json: string): Doc {
  try {
    return JSON.parse(json) as Doc
  } catch (error) {
    const message = `${name}: the document "${id}" is damaged, so that no index can be built. Run \`palaver verify\`, or restore a backup.`
    throw new StorageProblem('damaged', message, { cause: error })
  }
}

function finishIndex({ database, collection, index }: Building): void {
  const finish = database.transaction(() => {
    if (!index.arrays)
      database.exec(
        `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS "i_${collection.name}_${index.name}" ON ${tableName(collection.name)} (${columnName(index)})`,
      )
    database.prepare('UPDATE indexes SET ready = 1 WHERE collection = ? AND name = ?').run(collection.name, index.name)
  })
  naming(collection, index, () => finish.immediate())
}

/** Two documents with one key: the unique index cannot be built, and it is said which. */
function naming<T>(collection: CollectionSpec, index: IndexSpec, build: () => T): T {
  try {
    return build()
  } catch (error) {
    throw isUniqueViolation(error) ? new Duplicate(collection.name, index.name) : error
  }
}
