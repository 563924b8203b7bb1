import { crc32, deflateSync } from 'node:zlib'

const SIGN = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

/** A picture of that size, as a PNG. */
export function picture(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1), 120)
  for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  return Buffer.concat([SIGN, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
