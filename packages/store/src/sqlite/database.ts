import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { StorageProblem } from '../errors.ts'
import { checkContents } from './contents.ts'
import { checkHeader, hasJournal, sizeOf } from './header.ts'
import { FORMAT, upgrade } from './schema.ts'
import { isBusy, reasonOf, storageProblem } from './translate.ts'

const IN_MEMORY = ':memory:'

const BUSY_TIMEOUT_MS = 5_000
const LONGEST_PAUSE_MS = 20

/** Opens or makes the file, or says in one sentence why it cannot be used; a file it refuses is left as it was. */
export function openDatabase(file: string): Database.Database {
  try {
    if (file !== IN_MEMORY) checkFile(file)
    return openChecked(file)
  } catch (error) {
    throw storageProblem(error, file)
  }
}

/** Reads through a connection that cannot write: even closing one that can may change the file. */
function checkFile(file: string): void {
  makeFolder(dirname(file))
  checkHeader(file)
  if (sizeOf(file) === 0 || hasJournal(file)) return
  const database = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    checkContents(database)
  } finally {
    database.close()
  }
}

function openChecked(file: string): Database.Database {
  const recovering = file !== IN_MEMORY && hasJournal(file)
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    prepare(database, recovering)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Format and mark are written before WAL begins, so that the header always shows them. */
function prepare(database: Database.Database, recovering: boolean): void {
  database.pragma('auto_vacuum = NONE')
  const format = database.pragma('user_version', { simple: true })
  // Two processes may make the file at the same moment: the second finds it made.
  if (format !== FORMAT) database.transaction(() => upgrade(database)).immediate()
  if (recovering) checkContents(database)
  beginLog(database)
  database.pragma('synchronous = FULL')
  database.pragma('cache_size = -16384')
  database.pragma('temp_store = MEMORY')
  database.pragma('wal_autocheckpoint = 4000')
}

/** SQLite does not wait for this lock by itself, since two that want it at once would wait for each other. */
function beginLog(database: Database.Database): void {
  for (const deadline = Date.now() + BUSY_TIMEOUT_MS; ; pause(Math.random() * LONGEST_PAUSE_MS)) {
    try {
      database.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
    }
  }
}

const pause = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

function makeFolder(folder: string): void {
  try {
    makeEach(folder)
  } catch (error) {
    const message = `The data folder ${folder} cannot be made: ${reasonOf(error)}.`
    throw new StorageProblem('unwritable', message, { cause: error })
  }
}

/** From the top down: Node's own way never ends where the system keeps saying that a part is missing, as in /proc. */
function makeEach(folder: string): void {
  if (isFolder(folder)) return
  makeEach(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it a moment ago.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
