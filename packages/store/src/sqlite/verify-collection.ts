import type { Database } from 'better-sqlite3'
import type { CollectionSpec } from '../collection.ts'
import { StoreError } from '../errors.ts'
import { checkInsert } from '../fit.ts'
import type { OnProgress } from '../progress.ts'
import { tableName } from './table.ts'
import { type Check, type Fault, indexChecks, type Row, strayEntries } from './verify-index.ts'
import type { Problem } from './verify.ts'

const REPORT_EVERY = 10_000

type Checking = { collection: CollectionSpec; repair: boolean; onProgress: OnProgress }
type Found = Fault & { problem: Problem }

/** Each document fits its collection, and each index has exactly the entries that its documents call for. */
export function verifyCollection(
  database: Database,
  { collection, repair, onProgress }: Checking,
): { documents: number; problems: Problem[] } {
  const { name } = collection
  const known = database.prepare('SELECT 1 FROM indexes WHERE collection = ?').get(name)
  if (known === undefined) return { documents: 0, problems: [] }
  const total = database
    .prepare(`SELECT count(*) FROM ${tableName(name)}`)
    .pluck()
    .get() as number
  const checks = indexChecks(database, collection)
  const problems: Problem[] = []
  const faults: Found[] = []
  const note = (fault: Fault, where: Pick<Problem, 'id'>): void => {
    const problem: Problem = { collection: name, ...where, message: fault.message }
    problems.push(problem)
    faults.push({ ...fault, problem })
  }
  let documents = 0
  for (const row of database.prepare(`SELECT * FROM ${tableName(name)}`).iterate() as Iterable<Row>) {
    const found = examine(row, { collection, checks })
    if (typeof found === 'string') problems.push({ collection: name, id: String(row.id), message: found })
    else for (const fault of found) note(fault, { id: row.id })
    if (++documents % REPORT_EVERY === 0 || documents === total)
      onProgress({ task: `Checking ${name}`, done: documents, total })
  }
  for (const fault of strayEntries(database, collection)) note(fault, {})
  if (repair) mend(faults)
  return { documents, problems }
}

/** What is wrong goes first: two documents may have each other's keys. */
function mend(faults: readonly Found[]): void {
  for (const { clear } of faults) clear()
  for (const { restore, problem } of faults) problem.repaired = restore()
}

/** What is wrong with its index entries; a sentence where the document itself is broken. */
function examine(
  row: Row,
  { collection, checks }: { collection: CollectionSpec; checks: readonly Check[] },
): Fault[] | string {
  try {
    const doc: unknown = JSON.parse(row.doc)
    checkInsert(collection, doc)
    if (doc._id !== row.id) return `The document calls itself "${doc._id}".`
    return checks.flatMap((check) => check(row, doc))
  } catch (error) {
    if (error instanceof SyntaxError) return 'The document is not JSON.'
    if (error instanceof StoreError) return error.message
    throw error
  }
}
