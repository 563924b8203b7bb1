import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

type Shape = { width?: number; height?: number }

/** A picture whose left half is red and whose right half is blue. */
export function halves({ width = 300, height = 200 }: Shape = {}): Sharp {
  const half = { width: Math.ceil(width / 2), height, channels: 3, background: '#0000ff' } as const
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: half }, left: Math.floor(width / 2), top: 0 },
  ])
}

export const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
export type Format = (typeof FORMATS)[number]

export const fileOf = (format: Format, shape: Shape = {}): Promise<Buffer> => halves(shape).toFormat(format).toBuffer()

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A small file of which a picture of any size would be decoded. */
export function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  const lines = deflateSync(Buffer.alloc(Math.min((1 + Math.ceil(width / 8)) * height, 20_000_000)), { level: 9 })
  const chunks = [chunk('IHDR', head), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}
