import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { StorageProblem, StoreError, Unavailable } from '../errors.ts'
import { checkHeader } from './header.ts'
import { upgrade } from './schema.ts'
import { translate } from './translate.ts'

export const IN_MEMORY = ':memory:'

/** Files up to this size are checked page by page at every start; larger ones by `palaver verify`. */
const CHECKED_AT_START = 64 * 2 ** 20
const BUSY_TIMEOUT_MS = 5_000

/** Opens or makes the file, or says in one sentence why it cannot be used; a file it refuses is left as it was. */
export function openDatabase(file: string): Database.Database {
  if (file !== IN_MEMORY) {
    makeFolder(dirname(file))
    guarded(file, () => checkHeader(file))
  }
  const database = guarded(file, () => new Database(file, { timeout: BUSY_TIMEOUT_MS }))
  try {
    guarded(file, () => prepare(database, file))
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Format and mark are written before WAL begins, so that the header always shows them. */
function prepare(database: Database.Database, file: string): void {
  checkPages(database, file)
  database.pragma('auto_vacuum = NONE')
  upgrade(database)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('cache_size = -32768')
  database.pragma('temp_store = MEMORY')
  database.pragma('wal_autocheckpoint = 4000')
}

function checkPages(database: Database.Database, file: string): void {
  const size = file === IN_MEMORY ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  if (size === 0 || size > CHECKED_AT_START) return
  const found = database.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok')
    throw new StorageProblem(
      'damaged',
      `${file} is damaged (${String(found)}). Run \`palaver verify\`, or restore a backup.`,
    )
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new StorageProblem('unwritable', `The data folder ${folder} cannot be made: ${reason(error)}.`, {
      cause: error,
    })
  }
}

function guarded<T>(file: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw asStorageProblem(translate(error, file), file)
  }
}

/** At start-up nobody waits for an outcome: all that counts is what is wrong with the file. */
function asStorageProblem(error: Error, file: string): Error {
  if (error instanceof Unavailable) {
    const kind = error.message.includes('locked') ? 'locked' : error.message.includes('space') ? 'full' : 'unwritable'
    return new StorageProblem(kind, error.message, { cause: error })
  }
  if (error instanceof StoreError) return error
  return new StorageProblem('unwritable', `${file} cannot be opened: ${reason(error)}.`, { cause: error })
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file of that name is in the way',
  EISDIR: 'it is a folder',
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error))
}
