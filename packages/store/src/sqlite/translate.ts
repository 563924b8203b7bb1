import Database from 'better-sqlite3'
import { StorageProblem, StoreError, Unavailable } from '../errors.ts'

type Told = (file: string, error: Error & { code: string }) => StoreError

const notWritten =
  (sentence: (file: string, code: string) => string): Told =>
  (file, error) =>
    new Unavailable('none', sentence(file, error.code), { cause: error })

const full = notWritten((file) => `No space is left on the disk that holds ${file}.`)
const locked = notWritten((file) => `${file} is locked by another program.`)
const readOnly = notWritten((file) => `${file} cannot be written: the file system or the file is read-only.`)
const failing = notWritten((file, code) => `The disk that holds ${file} failed (${code}).`)
/** What failed to reach the disk may still be there after a crash. */
const unconfirmed: Told = (file, error) =>
  new Unavailable('unknown', `The disk that holds ${file} did not confirm a write (${error.code}).`, { cause: error })
const damaged: Told = (file, error) =>
  new StorageProblem(
    'damaged',
    `${file} is damaged (${error.message}). Run \`palaver verify\`, or restore a backup.`,
    { cause: error },
  )

/** By the beginning of SQLite's code; the first that fits. */
const SENTENCES: readonly (readonly [code: string, told: Told])[] = [
  ['SQLITE_FULL', full],
  ['SQLITE_BUSY', locked],
  ['SQLITE_LOCKED', locked],
  ['SQLITE_READONLY', readOnly],
  ['SQLITE_CANTOPEN', readOnly],
  ['SQLITE_PERM', readOnly],
  ['SQLITE_CORRUPT', damaged],
  ['SQLITE_NOTADB', damaged],
  ['SQLITE_IOERR_FSYNC', unconfirmed],
  ['SQLITE_IOERR_DIR_FSYNC', unconfirmed],
  ['SQLITE_IOERR', failing],
]

/** SQLite's errors in the store's terms; `file` is named so that whoever reads it knows where to look. */
export function translate(error: unknown, file: string): Error {
  if (error instanceof StoreError) return error
  if (!(error instanceof Database.SqliteError)) return error instanceof Error ? error : new Error(String(error))
  const told = SENTENCES.find(([code]) => error.code.startsWith(code))?.[1]
  return told === undefined ? error : told(file, error)
}

const UNIQUE = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Database.SqliteError && UNIQUE.includes(error.code)
}
