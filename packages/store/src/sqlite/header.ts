import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { StorageProblem } from '../errors.ts'
import { APPLICATION_ID, FORMAT, newerFormat } from './schema.ts'

const MAGIC = 'SQLite format 3\0'

/** For those that do not make a database where there is none. */
export function demandDatabase(file: string): void {
  if (!existsSync(file)) throw new StorageProblem('missing', `There is no database at ${file}.`)
  checkHeader(file)
  if (sizeOf(file) === 0) throw new StorageProblem('missing', `${file} is empty: there is no database in it.`)
}

/** Looks at the file's first hundred bytes, so that a foreign, newer or truncated file is refused untouched. */
export function checkHeader(file: string): void {
  if (sizeOf(file) === 0) return refuseLogAlone(file)
  const header = readHeader(file)
  if (header.toString('latin1', 0, 16) !== MAGIC) throw foreign(file)
  // A crash while the file was made or checkpointed leaves the rest to SQLite's own journals.
  if (hasJournal(file)) return
  if (header.readUInt32BE(68) !== APPLICATION_ID) throw foreign(file)
  const format = header.readUInt32BE(60)
  if (format > FORMAT) throw newerFormat(file, format)
  refuseTruncated(file, expectedSize(header))
}

/** A journal of SQLite's own is played back by the first who writes; until then the file is not what it will be. */
export const hasJournal = (file: string): boolean => sizeOf(`${file}-journal`) > 0

/** The size comes last: a process that ends just now has made the file longer before it takes its log away. */
function refuseTruncated(file: string, expected: number): void {
  if (sizeOf(`${file}-wal`) > 0) return
  const size = sizeOf(file)
  if (size < expected)
    throw new StorageProblem('damaged', `${file} is truncated: it has ${size} of ${expected} bytes. Restore a backup.`)
}

/** SQLite would throw the log away, and with it what was acknowledged. */
function refuseLogAlone(file: string): void {
  if (sizeOf(`${file}-wal`) > 0)
    throw new StorageProblem(
      'damaged',
      `${file} is missing or empty, but ${file}-wal holds what was written to it: put the file back, restore a backup, or move that one away.`,
    )
}

const foreign = (file: string): StorageProblem =>
  new StorageProblem('foreign', `${file} is not a Palaver database: name another data folder, or move that file away.`)

function expectedSize(header: Buffer): number {
  const stored = header.readUInt16BE(16)
  const counted = header.readUInt32BE(24) === header.readUInt32BE(92)
  return counted ? header.readUInt32BE(28) * (stored === 1 ? 65_536 : stored) : 0
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, header, 0, 100, 0)
  } finally {
    closeSync(handle)
  }
  return header
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
