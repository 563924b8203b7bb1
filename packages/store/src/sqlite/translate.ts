import Database from 'better-sqlite3'
import { StorageProblem, StoreError, Unavailable } from '../errors.ts'

/** SQLite's errors in the store's terms; `file` is named so that whoever reads it knows where to look. */
export function translate(error: unknown, file: string): Error {
  if (error instanceof StoreError) return error
  if (!(error instanceof Database.SqliteError)) return error instanceof Error ? error : new Error(String(error))
  const { code } = error
  const cause = { cause: error }
  if (code.startsWith('SQLITE_FULL')) return new Unavailable('none', `No space is left on the disk that holds ${file}.`, cause)
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new Unavailable('none', `${file} is locked by another program.`, cause)
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || code === 'SQLITE_PERM')
    return new Unavailable('none', `${file} cannot be written: the file system or the file is read-only.`, cause)
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB'))
    return new StorageProblem('damaged', `${file} is damaged (${error.message}). Run \`palaver verify\`, or restore a backup.`, cause)
  // What failed to reach the disk may still be there after a crash.
  if (code.startsWith('SQLITE_IOERR_FSYNC') || code.startsWith('SQLITE_IOERR_DIR_FSYNC'))
    return new Unavailable('unknown', `The disk that holds ${file} did not confirm a write (${code}).`, cause)
  if (code.startsWith('SQLITE_IOERR')) return new Unavailable('none', `The disk that holds ${file} failed (${code}).`, cause)
  return error
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Database.SqliteError && (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
}
