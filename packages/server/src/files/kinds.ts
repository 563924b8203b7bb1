/** What a photo may come as. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

const at = (bytes: Buffer, offset: number, text: string): boolean =>
  bytes.toString('latin1', offset, offset + text.length) === text

const SIGNS: Readonly<Record<PhotoType, (bytes: Buffer) => boolean>> = {
  'image/jpeg': (bytes) => at(bytes, 0, '\xff\xd8\xff'),
  'image/png': (bytes) => at(bytes, 0, '\x89PNG\r\n\x1a\n'),
  'image/webp': (bytes) => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP'),
  'image/gif': (bytes) => at(bytes, 0, 'GIF87a') || at(bytes, 0, 'GIF89a'),
  'image/avif': (bytes) =>
    at(bytes, 4, 'ftyp') && brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis'),
}

/** By its first bytes, whatever it was called; null for anything else. */
export const typeOf = (bytes: Buffer): PhotoType | null => PHOTO_TYPES.find((type) => SIGNS[type](bytes)) ?? null

function brandsOf(bytes: Buffer): string[] {
  const end = Math.min(bytes.length >= 4 ? bytes.readUInt32BE(0) : 0, bytes.length, 256)
  const brands: string[] = []
  // Between the first and the others there is a number.
  for (let offset = 8; offset + 4 <= end; offset += 4)
    if (offset !== 12) brands.push(bytes.toString('latin1', offset, offset + 4))
  return brands
}
