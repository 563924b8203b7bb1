import { parseDocument } from './document.ts'
import type { Database, Statement } from 'better-sqlite3'
import type { CollectionSpec, IndexSpec } from '../collection.ts'
import { indexKey, indexKeys } from '../dialect/index-keys.ts'
import { checkSize } from '../dialect/check.ts'
import type { Doc } from '../dialect/value.ts'
import { Duplicate } from '../errors.ts'
import type { Edit } from './edit.ts'
import type { Hot } from './hot.ts'
import { isUniqueViolation } from './translate.ts'

/** Where a document is, and in which version. */
export type Spot = { n: number; version: number }
export type Row = Spot & { doc: string }
export type Owned = { spot: Spot; doc: Doc }
export type Keys = { index: IndexSpec; keys: readonly Buffer[] }
export type Entry = { id: string; json: string; keys: readonly Buffer[]; several: readonly Keys[] }

export const tableName = (collection: string): string => `"c_${collection}"`
export const columnName = (index: IndexSpec): string => (index.name === '_id' ? 'id' : `"k_${index.name}"`)
export const keyTableName = (collection: string, index: string): string => `"c_${collection}_${index}"`

/** Where the keys of an index lie: a column of the table, or a table of its own where a document has several keys. */
export const keyHome = ({ name }: CollectionSpec, index: IndexSpec): string =>
  index.arrays ? keyTableName(name, index.name) : tableName(name)

/** The documents, to be walked along an index: CROSS JOIN makes SQLite begin with the keys. */
export const docsAlong = (collection: CollectionSpec, index: IndexSpec): string =>
  index.arrays
    ? `${keyHome(collection, index)} CROSS JOIN ${tableName(collection.name)} USING (n)`
    : tableName(collection.name)

/** Of how many ids a statement asks for: so there are few statements, and few places are filled for nothing. */
const PLACES_STEP = 4

/** In bytes: what is longer may become too long by an edit. */
const LONGEST_EDITED = 1_000_000

/** The SQL of one collection: prepared once, used by reads and writes. */
export class Table {
  readonly collection: CollectionSpec
  readonly #hot: Hot
  readonly #database: Database
  readonly #statements = new Map<string, Statement>()
  readonly #single: readonly IndexSpec[]
  readonly #several: readonly IndexSpec[]
  readonly #insert: Statement
  readonly #rewrite: Statement
  readonly #edits: Readonly<Record<Edit['kind'], Statement>>
  readonly #byId: Statement
  readonly #spotById: Statement
  readonly #docById: Statement
  readonly #docsByIds = new Map<number, Statement>()
  readonly #walks = new Map<IndexSpec, Map<number, Statement>>()

  constructor(database: Database, collection: CollectionSpec, hot: Hot) {
    this.#database = database
    this.#hot = hot
    this.collection = collection
    const declared = collection.indexes.filter(({ name }) => name !== '_id')
    this.#single = declared.filter(({ arrays }) => !arrays)
    this.#several = declared.filter(({ arrays }) => arrays)
    const table = tableName(collection.name)
    const columns = ['id', 'version', 'doc', ...this.#single.map(columnName)]
    this.#insert = database.prepare(
      `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
    )
    this.#rewrite = database.prepare(`UPDATE ${table} SET version = ?, doc = ? WHERE n = ?`)
    const edited = (doc: string, fits: string): Statement =>
      database.prepare(
        `UPDATE ${table} SET version = version + 1, doc = ${doc} WHERE id = ? AND version = ifnull(?, version) AND octet_length(doc) <= ${LONGEST_EDITED} AND json_type(doc, ?) ${fits}`,
      )
    this.#edits = {
      push: edited('json_insert(doc, ?, json(?))', "= 'array'"),
      put: edited('json_replace(doc, ?, json(?))', 'IS NOT NULL'),
    }
    this.#byId = database.prepare(`SELECT n, version, doc FROM ${table} WHERE id = ?`)
    this.#spotById = database.prepare(`SELECT n, version FROM ${table} WHERE id = ?`)
    this.#docById = database.prepare(`SELECT doc FROM ${table} WHERE id = ?`).pluck()
  }

  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  /** One that nobody else is given: for who keeps it, and sets how it answers. */
  ownStatement(sql: string): Statement {
    return this.#database.prepare(sql)
  }

  /** The statements that walk along an index, by the numbers that `walk.ts` gives them. */
  walksAlong(index: IndexSpec): Map<number, Statement> {
    let walks = this.#walks.get(index)
    if (walks === undefined) this.#walks.set(index, (walks = new Map()))
    return walks
  }

  row(id: string): Row | undefined {
    return this.#byId.get(id) as Row | undefined
  }

  /** A document that is going to be changed in place. */
  own(id: string): Owned | undefined {
    const name = this.#nameOf(id)
    const spot = this.#hot.has(name) ? (this.#spotById.get(id) as Spot | undefined) : undefined
    const known = spot && this.#hot.take(name, spot.version)
    if (spot && known) return { spot, doc: known }
    const row = this.row(id)
    return row && { spot: row, doc: parseDocument(row.doc) }
  }

  /** As it was written just now; whoever puts it here leaves it alone. */
  keep(id: string, kept: Parameters<Hot['put']>[1]): void {
    this.#hot.put(this.#nameOf(id), kept)
  }

  #nameOf(id: string): string {
    return `${this.collection.name} ${id}`
  }

  json(id: string): string | undefined {
    return this.#docById.get(id) as string | undefined
  }

  /** Those that are there, in order of their ids: one statement, which SQLite runs in a third of the time of many. */
  jsons(ids: readonly string[]): string[] {
    const places = PLACES_STEP * Math.ceil(ids.length / PLACES_STEP)
    const asked = [...ids]
    // An id that is named twice is found once.
    while (asked.length < places) asked.push(ids[0] ?? '')
    let statement = this.#docsByIds.get(places)
    if (statement === undefined) {
      const list = asked.map(() => '?').join()
      const sql = `SELECT doc FROM ${tableName(this.collection.name)} WHERE id IN (${list}) ORDER BY id`
      statement = this.ownStatement(sql).pluck()
      this.#docsByIds.set(places, statement)
    }
    return statement.all(asked) as string[]
  }

  /** All that a new document writes, made before the transaction: what the caller does to its object later changes nothing. */
  entry(doc: Doc): Entry {
    const json = JSON.stringify(doc)
    checkSize(doc, json)
    const keys = this.#single.map((index) => indexKey(index, doc))
    return { id: doc._id, json, keys, several: this.severalKeys(doc, () => true) }
  }

  insert({ id, json, keys, several }: Entry, version: number): void {
    this.#guarded(null, json, () => {
      const { lastInsertRowid } = this.#insert.run(id, version, json, keys)
      for (const each of several) this.#addKeys(each, Number(lastInsertRowid))
    })
  }

  /** The keys that a document has in the indexes which may give it several. */
  severalKeys(doc: Doc, touched: (index: IndexSpec) => boolean): Keys[] {
    return this.#several.filter(touched).map((index) => ({ index, keys: indexKeys(index, doc) }))
  }

  /** Writes the document anew, where no index can tell the difference. */
  rewrite({ n, version }: Spot, json: string): void {
    this.#rewrite.run(version + 1, json, n)
  }

  /** False where nothing was written: there may be no such document, or nothing of it that could be edited so. */
  edit(id: string, version: number | null, { kind, list, position, json }: Edit): boolean {
    const place = `$.${list}[${kind === 'push' ? '#' : position}]`
    const needed = kind === 'push' ? `$.${list}` : place
    return this.#edits[kind].run(place, json, id, version, needed).changes === 1
  }

  /** Writes the document anew, and only those indexes that the change can have touched. */
  update(
    row: Spot,
    next: { had: readonly Keys[]; doc: Doc; json: string; touched: (index: IndexSpec) => boolean },
  ): void {
    const single = this.#single.filter(next.touched)
    const keys = single.map((index) => indexKey(index, next.doc))
    const has = this.severalKeys(next.doc, next.touched)
    this.#guarded(row.n, next.json, () => {
      const set = ['version = ?', 'doc = ?', ...single.map((index) => `${columnName(index)} = ?`)]
      this.prepare(`UPDATE ${tableName(this.collection.name)} SET ${set.join()} WHERE n = ?`).run(
        row.version + 1,
        next.json,
        keys,
        row.n,
      )
      next.had.forEach((old, at) => this.#dropKeys(without(old, has[at])))
      has.forEach((now, at) => this.#addKeys(without(now, next.had[at]), row.n))
    })
  }

  remove(row: Spot, doc: Doc): void {
    for (const each of this.severalKeys(doc, () => true)) this.#dropKeys(each)
    this.prepare(`DELETE FROM ${tableName(this.collection.name)} WHERE n = ?`).run(row.n)
  }

  #addKeys({ index, keys }: Keys, n: number): void {
    const add = this.prepare(`INSERT INTO ${keyTableName(this.collection.name, index.name)} (k, n) VALUES (?, ?)`)
    for (const key of keys) add.run(key, n)
  }

  #dropKeys({ index, keys }: Keys): void {
    const drop = this.prepare(`DELETE FROM ${keyTableName(this.collection.name, index.name)} WHERE k = ?`)
    for (const key of keys) drop.run(key)
  }

  /** A unique index that refuses the document is named; what was already written of the document is taken back. */
  #guarded(n: number | null, json: string, write: () => void): void {
    const several = this.#several.some(({ unique }) => unique)
    if (several) this.prepare('SAVEPOINT one').run()
    try {
      write()
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      if (several) this.prepare('ROLLBACK TO one').run()
      if (several) this.prepare('RELEASE one').run()
      throw new Duplicate(this.collection.name, this.#holder(parseDocument(json), n))
    }
    if (several) this.prepare('RELEASE one').run()
  }

  /** The first unique index, in declared order, in which another document has the key. */
  #holder(doc: Doc, n: number | null): string {
    const mine = n ?? -1
    for (const index of this.collection.indexes.filter(({ unique }) => unique)) {
      const find = this.prepare(
        `SELECT 1 FROM ${keyHome(this.collection, index)} WHERE ${index.arrays ? 'k' : columnName(index)} = ? AND n <> ?`,
      )
      const keys = index.name === '_id' ? [doc._id] : index.arrays ? indexKeys(index, doc) : [indexKey(index, doc)]
      if (keys.some((key) => find.get(key, mine) !== undefined)) return index.name
    }
    return '_id'
  }
}

/** Of a long array mostly one element changes: the keys of the others stay as they are. */
function without({ index, keys }: Keys, others: Keys | undefined): Keys {
  const known = new Set(others?.keys.map((key) => key.toString('latin1')))
  return { index, keys: keys.filter((key) => !known.has(key.toString('latin1'))) }
}
