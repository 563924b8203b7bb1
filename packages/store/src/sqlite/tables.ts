import type { Database } from 'better-sqlite3'
import type { CollectionSpec, IndexSpec } from '../collection.ts'
import { indexKey, indexKeys } from '../dialect/index-keys.ts'
import type { Doc } from '../dialect/value.ts'
import { Duplicate, StorageProblem } from '../errors.ts'
import type { OnProgress } from '../progress.ts'
import { type Known, knownIndexes, noteIndex, shapeOf } from './known-indexes.ts'
import { makeColumnIndex, makeKeyTable, makeTables } from './new-tables.ts'
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
  makeTables(database, collections)
  const known = knownIndexes(database)
  for (const collection of collections) {
    const ofIt = known.get(collection.name) ?? []
    const left = dropUndeclared({ database, collection, known: ofIt })
    const built = new Set(left.filter(({ ready }) => ready === 1).map(({ name }) => name))
    for (const index of collection.indexes)
      if (index.name !== '_id' && !built.has(index.name)) buildIndex({ database, collection, index, onProgress })
  }
}

type OfCollection = { database: Database; collection: CollectionSpec; known: readonly Known[] }

/** An index that is declared no longer, or in another shape, goes; those that stay are returned. */
function dropUndeclared({ database, collection, known }: OfCollection): Known[] {
  const isDeclared = ({ name, shape }: Known): boolean =>
    collection.indexes.some((index) => index.name === name && shapeOf(index) === shape)
  for (const { name } of known.filter((one) => !isDeclared(one))) {
    const drop = database.transaction(() => {
      database.exec(`DROP TABLE IF EXISTS ${keyTableName(collection.name, name)}`)
      database.exec(`DROP INDEX IF EXISTS "i_${collection.name}_${name}"`)
      if (hasColumn(database, collection.name, `k_${name}`))
        database.exec(`ALTER TABLE ${tableName(collection.name)} DROP COLUMN "k_${name}"`)
      database.prepare('DELETE FROM indexes WHERE collection = ? AND name = ?').run(collection.name, name)
    })
    drop.immediate()
  }
  return known.filter(isDeclared)
}

function hasColumn(database: Database, collection: string, column: string): boolean {
  const columns = database.pragma(`table_info(${tableName(collection)})`) as { name: string }[]
  return columns.some(({ name }) => name === column)
}

type Building = { database: Database; collection: CollectionSpec; index: IndexSpec; onProgress: OnProgress }

/** Builds in steps that survive a crash: `built` is the last row whose key is there. */
function buildIndex(building: Building): void {
  const { database, collection, index, onProgress } = building
  const known = beginIndex(building)
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
    const begun = knownIndexes(database)
      .get(collection.name)
      ?.find(({ name }) => name === index.name)
    if (begun !== undefined) return begun
    if (index.arrays) makeKeyTable(database, collection.name, index)
    else database.exec(`ALTER TABLE ${tableName(collection.name)} ADD COLUMN ${columnName(index)} BLOB`)
    const known: Known = { name: index.name, shape: shapeOf(index), built: 0, ready: 0 }
    noteIndex(database, collection.name, known)
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
    if (!index.arrays) makeColumnIndex(database, collection.name, index)
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
