import type { Sharp } from 'sharp'
import { Refusal } from '../api/refusal.ts'
import type { PhotoType } from './kinds.ts'
import { LARGEST_BYTES, MOST_PIXELS, type Size } from './model.ts'
import { loadSharp, type SharpModule } from './sharp.ts'
import { requirePhoto, unreadable } from './suspicion.ts'
import { EncodingTurns } from './turns.ts'

export type Picture = { bytes: Buffer; width: number; height: number }
export type Pictures = Record<Size, Picture>
/** Makes of a file what is kept; asks `isWanted` when its turn has come. */
export type MakePictures = (bytes: Buffer, isWanted?: () => boolean) => Promise<Pictures>

const LONGEST_SIDE = { large: 2048, small: 640 }
const QUALITY = 82
const LONGEST_SECONDS = 30
const TURNS = { atOnce: 2, waiting: 8 }

/** Both sizes as WebP, turned as the camera was held, in sRGB, and with nothing in them but the picture. */
export function pictureMaker(load: () => Promise<SharpModule> = loadSharp, turns = TURNS): MakePictures {
  const encoding = new EncodingTurns(turns)
  return async (bytes, isWanted = () => true) => {
    if (bytes.length > LARGEST_BYTES)
      throw new Refusal('body-too-large', `A photo may have ${LARGEST_BYTES / 1_000_000} MB: send a smaller one.`)
    const type = requirePhoto(bytes)
    const sharp = await load()
    return encoding.run(async () => {
      if (!isWanted()) throw new Refusal('busy', 'Nobody waits for this photo any more.')
      await requireModest(sharp, bytes, type)
      return { large: await made(sharp, bytes, 'large'), small: await made(sharp, bytes, 'small') }
    })
  }
}

/** Of what moves, the first picture. */
const opened = (sharp: SharpModule, bytes: Buffer, limitInputPixels: number | false): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels, pages: 1 })

/** By what its head says: nothing is decoded before that is known. */
async function requireModest(sharp: SharpModule, bytes: Buffer, type: PhotoType): Promise<void> {
  const { width, height, mediaType } = await opened(sharp, bytes, false)
    .metadata()
    .catch(() => Promise.reject(unreadable()))
  // The decoder takes it for something else than its first bytes say.
  if (mediaType !== type) throw unreadable()
  if (width * height <= MOST_PIXELS) return
  throw new Refusal(
    'photo-too-large',
    `The picture has ${width} × ${height} points, and a photo may have ${MOST_PIXELS / 1_000_000} million: make it smaller.`,
  )
}

async function made(sharp: SharpModule, bytes: Buffer, size: Size): Promise<Picture> {
  const side = LONGEST_SIDE[size]
  try {
    const { data, info } = await opened(sharp, bytes, MOST_PIXELS)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: QUALITY })
      .timeout({ seconds: LONGEST_SECONDS })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    throw unreadable()
  }
}
