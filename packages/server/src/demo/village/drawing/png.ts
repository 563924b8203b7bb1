import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]
export type Size = { width: number; height: number }
/** The colour of one point. */
export type Paint = (x: number, y: number) => Colour

const SIGN = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const CHANNELS = 3

/** Paints a picture point by point. It is told as it is: pictures are packed well when they are kept. */
export function png({ width, height }: Size, paint: Paint): Buffer {
  const stride = width * CHANNELS + 1
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [at, point, grain] = [y * stride + 1 + x * CHANNELS, paint(x, y), grainAt(x, y)]
      for (let channel = 0; channel < CHANNELS; channel++) rows[at + channel] = within((point[channel] ?? 0) + grain)
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const data = deflateSync(rows, { level: 1 })
  return Buffer.concat([SIGN, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** A little of it, so that what shades into each other has no steps. */
const grainAt = (x: number, y: number): number => ((((x * 374_761 + y * 668_265) ^ (x * y)) & 7) - 3.5) * 0.6

const within = (part: number): number => Math.max(0, Math.min(255, Math.round(part)))

export const mix = (a: Colour, b: Colour, part: number): Colour => {
  const of = Math.max(0, Math.min(1, part))
  return [a[0] + (b[0] - a[0]) * of, a[1] + (b[1] - a[1]) * of, a[2] + (b[2] - a[2]) * of]
}

export function colour(hex: string): Colour {
  const number = Number.parseInt(hex.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
