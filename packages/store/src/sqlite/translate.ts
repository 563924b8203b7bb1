import { accessSync, constants, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { type StorageKind, StorageProblem, StoreError, Unavailable } from '../errors.ts'

type SqliteError = InstanceType<typeof Database.SqliteError>

type Trouble = {
  /** How SQLite's code begins. */
  code: string
  kind: StorageKind
  /** What became of the write that met it. */
  outcome: Unavailable['outcome']
  sentence: (file: string, error: SqliteError) => string
}

const locked = (file: string): string => `${file} is locked by another program.`
const readOnly = (file: string): string => `${file} cannot be written: the file system or the file is read-only.`
const unconfirmed = (file: string, { code }: SqliteError): string =>
  `The disk that holds ${file} did not confirm a write (${code}): ${suspect(file)}.`
const failing = (file: string, { code }: SqliteError): string =>
  `The disk that holds ${file} failed (${code}): ${suspect(file)}.`
const damaged = (file: string, { message }: Error): string => damagedSentence(file, message)

export function damagedSentence(file: string, what: string): string {
  return `${file} is damaged (${inOneLine(what)}). Run \`palaver verify\`, or restore a backup.`
}

/** SQLite's checks put a heading over what they found. */
export function inOneLine(found: string): string {
  return found.replace(/^\*\*\* in database \w+ \*\*\*\n/, '').replaceAll('\n', ' ')
}

/** The first that fits. What failed after the last byte of a commit was written may still be there after a crash. */
const TROUBLES: readonly Trouble[] = [
  {
    code: 'SQLITE_FULL',
    kind: 'full',
    outcome: 'none',
    sentence: (file) => `No space is left on the disk that holds ${file}.`,
  },
  { code: 'SQLITE_BUSY', kind: 'locked', outcome: 'none', sentence: locked },
  { code: 'SQLITE_LOCKED', kind: 'locked', outcome: 'none', sentence: locked },
  { code: 'SQLITE_PROTOCOL', kind: 'locked', outcome: 'none', sentence: locked },
  { code: 'SQLITE_READONLY', kind: 'unwritable', outcome: 'none', sentence: readOnly },
  { code: 'SQLITE_CANTOPEN', kind: 'unwritable', outcome: 'none', sentence: readOnly },
  { code: 'SQLITE_PERM', kind: 'unwritable', outcome: 'none', sentence: readOnly },
  { code: 'SQLITE_CORRUPT', kind: 'damaged', outcome: 'none', sentence: damaged },
  { code: 'SQLITE_NOTADB', kind: 'damaged', outcome: 'none', sentence: damaged },
  { code: 'SQLITE_IOERR_FSYNC', kind: 'unwritable', outcome: 'unknown', sentence: unconfirmed },
  { code: 'SQLITE_IOERR_DIR_FSYNC', kind: 'unwritable', outcome: 'unknown', sentence: unconfirmed },
  { code: 'SQLITE_IOERR_SHM', kind: 'unwritable', outcome: 'unknown', sentence: unconfirmed },
  { code: 'SQLITE_IOERR', kind: 'unwritable', outcome: 'none', sentence: failing },
]

/** SQLite's errors in the store's terms; `file` is named so that whoever reads it knows where to look. */
export function translate(error: unknown, file: string): Error {
  if (error instanceof StoreError) return error
  if (!(error instanceof Database.SqliteError)) return error instanceof Error ? error : new Error(String(error))
  const trouble = troubleOf(error)
  if (trouble === undefined) return error
  const sentence = trouble.sentence(file, error)
  if (trouble.kind === 'damaged') return new StorageProblem('damaged', sentence, { cause: error })
  return new Unavailable(trouble.outcome, sentence, { cause: error })
}

/** The same where nobody waits for an outcome: all that counts is what is wrong with the file. */
export function storageProblem(error: unknown, file: string): Error {
  if (error instanceof StoreError) return error
  const cause = { cause: error }
  if (error instanceof Database.SqliteError) {
    const { kind, sentence } = troubleOf(error) ?? { kind: 'damaged', sentence: damaged }
    return new StorageProblem(kind, sentence(file, error), cause)
  }
  const known = REASONS.get(systemCode(error))
  if (known !== undefined) return new StorageProblem(known.kind, `${file} cannot be used: ${known.reason}.`, cause)
  return error instanceof Error ? error : new Error(String(error))
}

const troubleOf = (error: SqliteError): Trouble | undefined => TROUBLES.find(({ code }) => error.code.startsWith(code))

const REASONS: ReadonlyMap<string, { kind: StorageKind; reason: string }> = new Map([
  ['EACCES', { kind: 'unwritable', reason: 'permission denied' }],
  ['EPERM', { kind: 'unwritable', reason: 'permission denied' }],
  ['EROFS', { kind: 'unwritable', reason: 'the file system is read-only' }],
  ['ENOSPC', { kind: 'full', reason: 'no space is left on the disk' }],
  ['EFBIG', { kind: 'full', reason: 'a limit on the size of files is reached' }],
  ['ENOTDIR', { kind: 'unwritable', reason: 'a part of the path is a file' }],
  ['ENOENT', { kind: 'unwritable', reason: 'a part of the path is missing' }],
  ['ELOOP', { kind: 'unwritable', reason: 'its links lead in a circle' }],
  ['EEXIST', { kind: 'unwritable', reason: 'a file of that name is in the way' }],
  ['EISDIR', { kind: 'unwritable', reason: 'it is a folder' }],
])

export function reasonOf(error: unknown): string {
  return REASONS.get(systemCode(error))?.reason ?? (error instanceof Error ? error.message : String(error))
}

const systemCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** SQLite keeps the system's reason to itself, so the file system is asked for one. */
function suspect(file: string): string {
  try {
    accessSync(file, constants.W_OK)
    if (statfsSync(dirname(file)).bavail === 0) return 'no space is left on it'
    return 'it is failing or has become read-only, or a limit on the size of files is reached'
  } catch (error) {
    return reasonOf(error)
  }
}

const UNIQUE = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Database.SqliteError && UNIQUE.includes(error.code)
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
