import Database from 'better-sqlite3'
import type { CollectionSpec } from '../collection.ts'
import type { OnProgress } from '../progress.ts'
import { withSystemCollections } from '../system.ts'
import { checkTables } from './contents.ts'
import { demandDatabase, hasJournal } from './header.ts'
import { inOneLine, storageProblem } from './translate.ts'
import { verifyCollection } from './verify-collection.ts'
import { verifyEvents } from './verify-events.ts'

export type Problem = { collection: string; id?: string; message: string; repaired?: boolean }
export type Verified = { documents: number; events: number; problems: Problem[] }
export type VerifyOptions = { repair?: boolean; onProgress?: OnProgress }

/** Reads everything and compares it: pages, documents, index entries, the event log. With `repair`, indexes are mended. */
export async function verifySqlite(
  file: string,
  collections: readonly CollectionSpec[],
  options: VerifyOptions = {},
): Promise<Verified> {
  const { repair = false, onProgress = () => {} } = options
  try {
    return verifyFile(file, { collections: withSystemCollections(collections), repair, onProgress })
  } catch (error) {
    throw storageProblem(error, file)
  }
}

type All = { collections: readonly CollectionSpec[]; repair: boolean; onProgress: OnProgress }

function verifyFile(file: string, all: All): Verified {
  demandDatabase(file)
  const database = new Database(file, { readonly: !all.repair && !hasJournal(file), fileMustExist: true })
  try {
    const check = database.transaction(() => verifyAll(database, all))
    return all.repair ? check.immediate() : check.deferred()
  } finally {
    database.close()
  }
}

function verifyAll(database: Database.Database, all: All): Verified {
  const problems = verifyPages(database, all)
  const beyondRepair = problems.some(({ repaired }) => repaired !== true)
  try {
    checkTables(database)
    const found = verifyContents(database, { ...all, repair: all.repair && !beyondRepair })
    return { ...found, problems: [...problems, ...found.problems] }
  } catch (error) {
    if (!beyondRepair) throw error
    // Pages that cannot be read have been told of already.
    return { documents: 0, events: 0, problems }
  }
}

/** An index of SQLite's own that differs from its table is built anew by `repair`. */
function verifyPages(database: Database.Database, { repair, onProgress }: All): Problem[] {
  const task = 'Checking the pages of the file'
  const check = (): string[] =>
    (database.prepare('PRAGMA integrity_check(20)').pluck().all() as string[]).map(inOneLine)
  onProgress({ task, done: 0, total: 1 })
  const found = check().filter((message) => message !== 'ok')
  if (repair && found.length > 0) database.exec('REINDEX')
  const left = new Set(repair && found.length > 0 ? check() : found)
  onProgress({ task, done: 1, total: 1 })
  return found.map((message) => ({ collection: 'file', message, repaired: !left.has(message) }))
}

function verifyContents(database: Database.Database, { collections, repair, onProgress }: All): Verified {
  const each = collections.map((collection) => verifyCollection(database, { collection, repair, onProgress }))
  const log = verifyEvents(database, onProgress)
  const documents = each.reduce((sum, found) => sum + found.documents, 0)
  return { documents, events: log.events, problems: [...each.flatMap(({ problems }) => problems), ...log.problems] }
}
