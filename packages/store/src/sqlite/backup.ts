import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { StorageProblem } from '../errors.ts'
import type { OnProgress } from '../progress.ts'
import { checkTables } from './contents.ts'
import { demandDatabase, hasJournal } from './header.ts'
import { removeDatabase, replaceDatabase } from './replace.ts'
import { inOneLine, storageProblem } from './translate.ts'

const PAGES_A_STEP = 2_000

export type CopyOptions = { overwrite?: boolean; onProgress?: OnProgress }

/** Copies a database that may be in use, as it is at one moment, and checks the copy before it gets its name. */
export async function backupSqlite(file: string, target: string, options: CopyOptions = {}): Promise<void> {
  await copyDatabase({ from: file, to: target, task: 'Copying the database' }, options)
}

/** Puts a backup in the place of a database. Without `overwrite` it never touches one that is there. */
export async function restoreSqlite(source: string, file: string, options: CopyOptions = {}): Promise<void> {
  await copyDatabase({ from: source, to: file, task: 'Copying the backup' }, options)
}

type Copying = { from: string; to: string; task: string }

/** The copy has another name until it is whole: what a killed copy leaves behind is taken away by the next. */
async function copyDatabase({ from, to, task }: Copying, options: CopyOptions): Promise<void> {
  const { overwrite = false, onProgress = () => {} } = options
  await naming(from, () => demandDatabase(from))
  refuseExisting({ from, to }, overwrite)
  const copy = `${to}.partial`
  await naming(to, async () => {
    mkdirSync(dirname(to), { recursive: true })
    removeDatabase(copy)
    try {
      await copyPages({ from, to: copy, task }, onProgress)
      checkCopy(copy)
      replaceDatabase(copy, to)
    } finally {
      removeDatabase(copy)
    }
  })
}

function refuseExisting({ from, to }: { from: string; to: string }, overwrite: boolean): void {
  if (!existsSync(to)) return
  if (realpathSync(to) === realpathSync(from))
    throw new StorageProblem('exists', `${to} is the database itself: name another file.`)
  if (!overwrite) throw new StorageProblem('exists', `${to} exists already: name another file, or say --overwrite.`)
}

/** An open read transaction holds one moment of the file while others write on, however long the copy takes. */
async function copyPages({ from, to, task }: Copying, onProgress: OnProgress): Promise<void> {
  const database = await naming(from, () => openAtOneMoment(from))
  try {
    await database.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress({ task, done: totalPages - remainingPages, total: totalPages })
        return PAGES_A_STEP
      },
    })
  } finally {
    database.close()
  }
}

/** Only a journal that must be played back is a reason to write to it. */
function openAtOneMoment(file: string): Database.Database {
  const database = new Database(file, { readonly: !hasJournal(file), fileMustExist: true })
  try {
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Makes the copy one file without a log beside it, and reads every page of it. */
function checkCopy(copy: string): void {
  const database = new Database(copy)
  try {
    database.pragma('journal_mode = DELETE')
    const found = database.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw new Error(String(found))
    checkTables(database)
  } catch (error) {
    const found = inOneLine((error as Error).message)
    const message = `The copy is damaged (${found}): the original may be, too. Run \`palaver verify\`.`
    throw new StorageProblem('damaged', message, { cause: error })
  } finally {
    database.close()
  }
}

/** Whatever goes wrong is told of this file. */
async function naming<T>(file: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw storageProblem(error, file)
  }
}
