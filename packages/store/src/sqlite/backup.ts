import { copyFileSync, existsSync, fsyncSync, openSync, closeSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { StorageProblem } from '../errors.ts'
import { checkHeader } from './header.ts'
import type { OnProgress } from '../progress.ts'
import { translate } from './translate.ts'

const PAGES_A_STEP = 2_000
const nobody: OnProgress = () => {}

/** Copies a database that may be in use, as it is at one moment, and checks the copy before it gets its name. */
export async function backupSqlite(
  file: string,
  target: string,
  { overwrite = false, onProgress = nobody }: CopyOptions = {},
): Promise<void> {
  demandDatabase(file)
  refuseExisting(target, overwrite)
  await reporting(file, async () => {
    mkdirSync(dirname(target), { recursive: true })
    const copy = `${target}.partial`
    rmSync(copy, { force: true })
    await copyPages(file, copy, onProgress)
    checkCopy(copy)
    putInPlace(copy, target)
  })
}

/** Puts a backup in the place of a database. Without `overwrite` it never touches one that is there. */
export async function restoreSqlite(
  source: string,
  file: string,
  { overwrite = false, onProgress = nobody }: CopyOptions = {},
): Promise<void> {
  demandDatabase(source)
  refuseExisting(file, overwrite)
  await reporting(file, async () => {
    mkdirSync(dirname(file), { recursive: true })
    if (existsSync(file)) refuseInUse(file)
    const copy = `${file}.restoring`
    onProgress({ task: 'Copying the backup', done: 0, total: 1 })
    copyFileSync(source, copy)
    checkCopy(copy)
    for (const leftover of ['-wal', '-shm', '-journal']) rmSync(file + leftover, { force: true })
    putInPlace(copy, file)
    onProgress({ task: 'Copying the backup', done: 1, total: 1 })
  })
}

export type CopyOptions = { overwrite?: boolean; onProgress?: OnProgress }

function demandDatabase(file: string): void {
  if (!existsSync(file)) throw new StorageProblem('missing', `There is no database at ${file}.`)
  checkHeader(file)
}

function refuseExisting(target: string, overwrite: boolean): void {
  if (existsSync(target) && !overwrite)
    throw new StorageProblem('exists', `${target} exists already: name another file, or say --overwrite.`)
}

/** An open read transaction holds one moment of the file while others write on, however long the copy takes. */
async function copyPages(file: string, copy: string, onProgress: OnProgress): Promise<void> {
  const database = new Database(file, { fileMustExist: true })
  try {
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    await database.backup(copy, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress({ task: 'Copying the database', done: totalPages - remainingPages, total: totalPages })
        return PAGES_A_STEP
      },
    })
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

/** Makes the copy one file without a log beside it, and reads every page of it. */
function checkCopy(copy: string): void {
  const database = new Database(copy)
  try {
    database.pragma('journal_mode = DELETE')
    const found = database.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok')
      throw new StorageProblem(
        'damaged',
        `The copy ${copy} is damaged (${String(found)}): the original may be, too. Run \`palaver verify\`.`,
      )
  } finally {
    database.close()
  }
}

/** Leaving WAL mode needs the file for itself, so it fails while a server has it open. */
function refuseInUse(file: string): void {
  let database: Database.Database | null = null
  try {
    database = new Database(file, { timeout: 0 })
    database.pragma('journal_mode = DELETE')
  } catch (error) {
    // A damaged file is what a backup is for.
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw new StorageProblem('locked', `${file} is in use: stop Palaver before you restore.`, { cause: error })
  } finally {
    database?.close()
  }
}

function putInPlace(copy: string, target: string): void {
  const handle = openSync(copy, 'r+')
  fsyncSync(handle)
  closeSync(handle)
  renameSync(copy, target)
}

async function reporting(file: string, action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    throw translate(error, file)
  }
}
