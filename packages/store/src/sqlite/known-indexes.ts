import type { Database } from 'better-sqlite3'
import type { IndexSpec } from '../collection.ts'

/** What the file knows of an index: its shape, the last row whose key is there, and whether all are. */
export type Known = { name: string; shape: string; built: number; ready: number }

export const shapeOf = ({ fields, unique }: IndexSpec): string => JSON.stringify({ fields, unique })

export type KnownIndexes = ReadonlyMap<string, readonly Known[]>

/** By their collections; one that the file knows has its table, and `_id` among its indexes. */
export function knownIndexes(database: Database): KnownIndexes {
  const rows = database.prepare('SELECT collection, name, shape, built, ready FROM indexes').all()
  return Map.groupBy(rows as (Known & { collection: string })[], ({ collection }) => collection)
}

export function noteIndex(database: Database, collection: string, known: Known): void {
  database
    .prepare('INSERT INTO indexes (collection, name, shape, built, ready) VALUES (?, @name, @shape, @built, @ready)')
    .run(collection, known)
}
