import { pipeline } from 'node:stream/promises'
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib'

/** Takes a piece; true where it needs no more. */
export type Take = (piece: Buffer) => boolean

/** What is cut off is shown as far as it goes. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH }
const LENIENT_BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

/** False where the body is packed in a way that nobody asked for. */
export const canUnpack = (encoding: string): boolean => /^(identity|(x-)?gzip|br)?$/.test(encoding)

/** Hands over the body piece by piece, unpacked where it is packed: at most so many bytes, however small it came. */
export async function unpacked(
  body: AsyncIterable<Buffer>,
  { encoding, mostBytes }: { encoding: string; mostBytes: number },
  take: Take,
): Promise<void> {
  let left = mostBytes
  const read = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of pieces) {
      const isEnough = take(piece.subarray(0, left))
      left -= piece.length
      if (isEnough || left <= 0) return
    }
  }
  if (encoding === '' || encoding === 'identity') return read(body)
  const unpacker = encoding === 'br' ? createBrotliDecompress(LENIENT_BROTLI) : createGunzip(LENIENT)
  // Whatever goes wrong on the way in is met by whoever reads; that reading stops early is no failure.
  pipeline(within(body, mostBytes), unpacker).catch(() => {})
  await read(unpacker)
}

/** Much that is packed may unpack to nothing. */
async function* within(body: AsyncIterable<Buffer>, mostBytes: number): AsyncIterable<Buffer> {
  let left = mostBytes
  for await (const piece of body) {
    yield piece
    left -= piece.length
    if (left <= 0) return
  }
}
