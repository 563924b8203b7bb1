import type { PhotoType } from './kinds.ts'

/** Where a picture ends in its file; null where the file ends first, or cannot be followed. */
export const endOf = (bytes: Buffer, type: PhotoType): number | null => {
  try {
    return ENDS[type](bytes)
  } catch (error) {
    // Past the end of the file.
    if (error instanceof RangeError) return null
    throw error
  }
}

const ENDS: Readonly<Record<PhotoType, (bytes: Buffer) => number | null>> = {
  'image/jpeg': endOfJpeg,
  'image/png': endOfPng,
  'image/webp': (bytes) => within(bytes, 8 + bytes.readUInt32LE(4)),
  'image/gif': endOfGif,
  'image/avif': endOfBoxes,
}

const within = (bytes: Buffer, end: number): number | null => (end <= bytes.length ? end : null)

/** Segments have a length; what follows a start of scan goes on to the next marker. */
function endOfJpeg(bytes: Buffer): number | null {
  let at = 2
  while (at < bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return at + 2
    else if (isAlone(marker)) at += 2
    else {
      at += 2 + bytes.readUInt16BE(at + 2)
      if (marker === 0xda) at = afterScan(bytes, at)
    }
  }
  return null
}

const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

function afterScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

function endOfPng(bytes: Buffer): number | null {
  for (let at = 8; at < bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return within(bytes, end)
    at = end
  }
  return null
}

/** Blocks, each of which is made of pieces with a length. */
function endOfGif(bytes: Buffer): number | null {
  let at = 13 + tableOf(bytes.readUInt8(10))
  for (;;) {
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) return at + 1
    if (kind === 0x21) at = afterPieces(bytes, at + 2)
    else if (kind === 0x2c) at = afterPieces(bytes, at + 11 + tableOf(bytes.readUInt8(at + 9)))
    else return null
  }
}

const tableOf = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1))

function afterPieces(bytes: Buffer, from: number): number {
  let at = from
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length
  return at + 1
}

/** To the end of the last box. */
function endOfBoxes(bytes: Buffer): number | null {
  let at = 0
  while (at < bytes.length && isBox(bytes, at)) {
    const short = bytes.readUInt32BE(at)
    if (short === 0) return bytes.length
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (length < 8) return null
    at += length
  }
  return at === 0 ? null : within(bytes, at)
}

const isBox = (bytes: Buffer, at: number): boolean => /^[\w ]{4}$/.test(bytes.toString('latin1', at + 4, at + 8))
