import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { CollectionSpec } from '../collection.ts'
import { StorageProblem } from '../errors.ts'
import { withSystemCollections } from '../system.ts'
import { checkHeader } from './header.ts'
import type { OnProgress } from '../progress.ts'
import { translate } from './translate.ts'
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
  if (!existsSync(file)) throw new StorageProblem('missing', `There is no database at ${file}.`)
  checkHeader(file)
  const { repair = false, onProgress = () => {} } = options
  const database = new Database(file, { readonly: !repair, fileMustExist: true })
  try {
    const check = database.transaction(() =>
      verifyAll(database, { collections: withSystemCollections(collections), repair, onProgress }),
    )
    return repair ? check.immediate() : check.deferred()
  } catch (error) {
    throw translate(error, file)
  } finally {
    database.close()
  }
}

type All = { collections: readonly CollectionSpec[]; repair: boolean; onProgress: OnProgress }

function verifyAll(database: Database.Database, { collections, repair, onProgress }: All): Verified {
  onProgress({ task: 'Checking the pages of the file', done: 0, total: 1 })
  const pages = database.prepare('PRAGMA integrity_check(20)').pluck().all() as string[]
  const problems: Problem[] = pages
    .filter((message) => message !== 'ok')
    .map((message) => ({ collection: 'file', message }))
  onProgress({ task: 'Checking the pages of the file', done: 1, total: 1 })
  let documents = 0
  for (const collection of collections) {
    const found = verifyCollection(database, { collection, repair, onProgress })
    documents += found.documents
    problems.push(...found.problems)
  }
  const log = verifyEvents(database, onProgress)
  return { documents, events: log.events, problems: [...problems, ...log.problems] }
}
