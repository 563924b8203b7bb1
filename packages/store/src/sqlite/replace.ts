import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { StorageProblem } from '../errors.ts'
import { isBusy } from './translate.ts'

/** What SQLite keeps beside a file. Beside another file it would be taken for that one's. */
const BESIDE = ['-wal', '-shm', '-journal']

export function removeDatabase(file: string): void {
  for (const suffix of ['', ...BESIDE]) rmSync(file + suffix, { force: true })
}

/** Gives a new database its name. At every moment there is the old one, whole, or the new one. */
export function replaceDatabase(made: string, file: string): void {
  sync(made)
  const old = existsSync(file) ? holdAlone(file) : null
  try {
    for (const suffix of BESIDE) rmSync(file + suffix, { force: true })
    renameSync(made, file)
    sync(dirname(file))
  } finally {
    old?.close()
  }
}

/** Leaving WAL mode needs the file for itself, so it fails while a server has it open; it leaves nothing in the log. */
function holdAlone(file: string): Database.Database | null {
  let database: Database.Database | null = null
  try {
    database = new Database(file, { timeout: 0 })
    database.pragma('journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database?.close()
    if (isBusy(error)) throw new StorageProblem('locked', `${file} is in use: stop Palaver first.`, { cause: error })
    // A damaged file is what a backup is for.
    return null
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
