import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { StorageProblem } from '../errors.ts'
import { APPLICATION_ID, FORMAT, newerFormat } from './schema.ts'

const MAGIC = 'SQLite format 3\0'

/** Looks at the file's first hundred bytes, so that a foreign, newer or truncated file is refused untouched. */
export function checkHeader(file: string): void {
  const size = sizeOf(file)
  if (size === 0) return
  const header = readHeader(file)
  if (header.toString('latin1', 0, 16) !== MAGIC) throw foreign(file)
  // A crash while the file was made or checkpointed leaves the rest to SQLite's own journals.
  if (sizeOf(`${file}-journal`) > 0) return
  if (header.readUInt32BE(68) !== APPLICATION_ID) throw foreign(file)
  const format = header.readUInt32BE(60)
  if (format > FORMAT) throw newerFormat(file, format)
  if (sizeOf(`${file}-wal`) === 0 && size < expectedSize(header))
    throw new StorageProblem(
      'damaged',
      `${file} is truncated: it has ${size} of ${expectedSize(header)} bytes. Restore a backup.`,
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

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
