import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A file in an archive, in pieces. */
export type Entry = { name: string; content: AsyncIterable<string | Uint8Array> }

type Written = { name: Buffer; at: number; crc: number; packed: number; size: number }

/** Sizes come behind what they are the sizes of, and names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
const VERSION = 20
/** So much is compressed at a time: enough to be worth it, too little to be noticed. */
const PIECE = 64 * 1024

/** A ZIP archive, made as it is sent: nothing of it is held but a list of its files. */
export async function* zip(entries: Iterable<Entry> | AsyncIterable<Entry>, now: Date): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), at, crc: 0, packed: 0, size: 0 }
    for await (const bytes of entryOf(entry, { content, now })) {
      at += bytes.length
      yield bytes
    }
    written.push(entry)
  }
  const directory = Buffer.concat(written.map((entry) => listing(entry, now)))
  yield directory
  yield ending(written.length, directory.length, at)
}

type Content = { content: Entry['content']; now: Date }

async function* entryOf(entry: Written, { content, now }: Content): AsyncGenerator<Buffer> {
  yield Buffer.concat([
    fields([4, 0x04034b50], [2, VERSION], [2, FLAGS], [2, DEFLATED], ...moment(now)),
    fields([4, 0], [4, 0], [4, 0], [2, entry.name.length], [2, 0]),
    entry.name,
  ])
  for await (const { piece, isLast } of inPieces(content)) {
    entry.crc = crc32(piece, entry.crc)
    entry.size += piece.length
    const packed = packedPiece(piece, isLast)
    entry.packed += packed.length
    yield packed
  }
  yield fields([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size])
}

/** Pieces that end at a byte follow each other as one stream; only the last one says that it ends. */
function packedPiece(piece: Buffer, isLast: boolean): Buffer {
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
  return deflateRawSync(piece, { finishFlush })
}

async function* inPieces(content: Entry['content']): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const some of content) {
    const bytes = typeof some === 'string' ? Buffer.from(some) : some
    waiting.push(bytes)
    size += bytes.length
    if (size < PIECE) continue
    yield { piece: Buffer.concat(waiting), isLast: false }
    waiting = []
    size = 0
  }
  yield { piece: Buffer.concat(waiting), isLast: true }
}

function listing({ name, at, crc, packed, size }: Written, now: Date): Buffer {
  return Buffer.concat([
    fields([4, 0x02014b50], [2, VERSION], [2, VERSION], [2, FLAGS], [2, DEFLATED], ...moment(now)),
    fields([4, crc], [4, packed], [4, size], [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at]),
    name,
  ])
}

const ending = (count: number, size: number, at: number): Buffer =>
  fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0])

/** As DOS wrote it, which is what the format has. */
function moment(now: Date): [size: number, value: number][] {
  const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1)
  const day = ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate()
  return [
    [2, time],
    [2, day],
  ]
}

function fields(...all: readonly (readonly [size: number, value: number])[]): Buffer {
  const bytes = Buffer.alloc(all.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of all) at = bytes.writeUIntLE(value, at, size)
  return bytes
}
