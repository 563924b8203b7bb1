import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../api/refusal.ts'
import { endOf } from './endings.ts'
import { fileOf, type Format, FORMATS, halves, hugePng } from './images.fixtures.ts'
import { pictureMaker } from './images.ts'
import { typeOf } from './kinds.ts'
import { LARGEST_BYTES } from './model.ts'
import type { SharpModule } from './sharp.ts'

const make = pictureMaker()
const refused = (bytes: Buffer): Promise<string> =>
  make(bytes).then(
    () => 'taken',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

async function colourAt(bytes: Buffer, left: number, top: number): Promise<'red' | 'blue' | 'other'> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  if (green > 60 || Math.abs(red - blue) < 150) return 'other'
  return red > blue ? 'red' : 'blue'
}

describe('a photo', () => {
  test.each(FORMATS)('that is a %s becomes WebP of two sizes', async (format) => {
    const { large, small } = await make(await fileOf(format, { width: 3000, height: 1500 }))
    expect([large.width, large.height, small.width, small.height]).toEqual([2048, 1024, 640, 320])
    for (const { bytes, width, height } of [large, small]) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height, space: 'srgb' })
      expect([await colourAt(bytes, 5, 5), await colourAt(bytes, width - 5, height - 5)]).toEqual(['red', 'blue'])
    }
  })

  test('is not made larger than it is, and both sizes of a small one are the same', async () => {
    const { large, small } = await make(await fileOf('png', { width: 31, height: 17 }))
    expect([large.width, large.height]).toEqual([31, 17])
    expect(small).toEqual(large)
  })

  test('tells nothing of where and by whom it was taken', async () => {
    const bytes = await halves()
      .withExif({
        IFD0: { Copyright: 'Ada Lovelace', Make: 'Camera 9' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '51/1 30/1 26/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '0/1 7/1 39/1',
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Lovelace</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const before = await sharp(bytes).metadata()
    expect([before.exif?.toString('latin1'), before.xmpAsString]).toEqual([
      expect.stringContaining('Lovelace'),
      expect.stringContaining('Lovelace'),
    ])
    for (const picture of Object.values(await make(bytes))) {
      const after = await sharp(picture.bytes).metadata()
      for (const field of ['exif', 'xmp', 'iptc', 'icc', 'comments', 'orientation'] as const)
        expect(after[field], field).toBeUndefined()
      expect(picture.bytes.toString('latin1')).not.toMatch(/Lovelace|Camera|EXIF|XMP/i)
    }
  })

  test.each([
    [1, 'red', 'blue'],
    [3, 'blue', 'red'],
  ])('of orientation %i is turned as the camera was held', async (orientation, left, right) => {
    const { large } = await make(await halves().withMetadata({ orientation }).jpeg().toBuffer())
    expect([large.width, large.height]).toEqual([300, 200])
    expect([await colourAt(large.bytes, 20, 100), await colourAt(large.bytes, 280, 100)]).toEqual([left, right])
  })

  test.each([
    [6, 'red', 'blue'],
    [8, 'blue', 'red'],
  ])('of orientation %i stands upright', async (orientation, top, bottom) => {
    const { large, small } = await make(await halves().withMetadata({ orientation }).jpeg().toBuffer())
    expect([large.width, large.height, small.width, small.height]).toEqual([200, 300, 200, 300])
    expect([await colourAt(large.bytes, 100, 20), await colourAt(large.bytes, 100, 280)]).toEqual([top, bottom])
  })

  test('of other colours is sRGB: for print, in grey, of a wider range, see-through', async () => {
    const cmyk = await halves().toColourspace('cmyk').jpeg().toBuffer()
    const grey = await halves().greyscale().png().toBuffer()
    const wide = await halves().withIccProfile('p3').jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    for (const bytes of [cmyk, grey, wide])
      expect(await sharp((await make(bytes)).large.bytes).metadata()).toMatchObject({
        space: 'srgb',
        hasProfile: false,
      })
    const { data } = await sharp((await make(wide)).large.bytes)
      .extract({ left: 20, top: 20, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(245)
    expect(data[1]).toBeLessThan(25)
    const background = { r: 9, g: 9, b: 9, alpha: 0.5 }
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background } })
      .png()
      .toBuffer()
    expect((await sharp((await make(clear)).large.bytes).metadata()).hasAlpha).toBe(true)
  })

  test('that moves shows its first picture', async () => {
    const frames = Buffer.concat([
      await sharp({ create: { width: 40, height: 30, channels: 4, background: '#f00' } })
        .raw()
        .toBuffer(),
      await sharp({ create: { width: 40, height: 30, channels: 4, background: '#00f' } })
        .raw()
        .toBuffer(),
    ])
    const raw = { width: 40, height: 60, channels: 4, pageHeight: 30 } as const
    for (const format of ['gif', 'webp'] as const) {
      const moving = await sharp(frames, { raw }).toFormat(format).toBuffer()
      expect((await sharp(moving).metadata()).pages).toBe(2)
      const { large } = await make(moving)
      expect([large.width, large.height, await colourAt(large.bytes, 5, 5)]).toEqual([40, 30, 'red'])
      expect((await sharp(large.bytes).metadata()).pages ?? 1).toBe(1)
    }
  })

  test('is made in the same way each time', async () => {
    const file = await fileOf('jpeg')
    expect(await make(file)).toEqual(await make(file))
  })
})

describe('refused', () => {
  test('what is too many bytes, before anything is read', async () => {
    expect(await refused(Buffer.concat([await fileOf('png'), Buffer.alloc(LARGEST_BYTES)]))).toBe('body-too-large')
  })

  test('what has too many points, before it is decoded; as many as there may be are taken', async () => {
    expect(await refused(hugePng(8000, 5000))).toBe('taken')
    expect(await refused(hugePng(8000, 5001))).toBe('photo-too-large')
    expect(await refused(hugePng(65_000, 65_000))).toBe('photo-too-large')
    expect(await refused(hugePng(2_000_000_000, 1))).toMatch(/^photo-(too-large|unreadable)$/)
    const gif = await fileOf('gif')
    gif.writeUInt16LE(65_535, 6)
    gif.writeUInt16LE(65_535, 8)
    // It is the picture that counts, not the screen that it says it is for.
    expect((await make(gif)).large).toMatchObject({ width: 300, height: 200 })
  })

  test.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['text', 'hello'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a drawing with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a document', '%PDF-1.7\n'],
    ['noise', Buffer.alloc(5000, 7)],
    ['the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff])],
    ['the beginning of a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['the beginning of a GIF', 'GIF89a'],
    ['the beginning of a WebP', 'RIFF\x00\x00\x00\x00WEBP'],
    ['the beginning of an AVIF', Buffer.from('\0\0\0\x10ftypavif\0\0\0\0', 'latin1')],
    ['a bitmap', Buffer.from('BM\x3a\0\0\0', 'latin1')],
  ])('%s', async (_, bytes) => {
    expect(await refused(Buffer.from(bytes))).toBe('photo-unreadable')
  })

  test('a scan (TIFF) and a picture of a telephone that is no AVIF', async () => {
    expect(await refused(await halves().tiff().toBuffer())).toBe('photo-unreadable')
    const heic = await fileOf('avif')
    heic.write('heic', 8, 'latin1')
    expect(await refused(Buffer.from(heic.toString('latin1').replaceAll('avif', 'heic'), 'latin1'))).toBe(
      'photo-unreadable',
    )
  })

  test.each(FORMATS)('a %s that is not whole', async (format) => {
    const whole = await fileOf(format, { width: 600, height: 400 })
    for (const part of [0.2, 0.5, 0.9, 0.99])
      expect(await refused(whole.subarray(0, Math.floor(whole.length * part)))).toBe('photo-unreadable')
    expect(await refused(whole.subarray(0, whole.length - 1))).toBe('photo-unreadable')
  })

  test.each(FORMATS)('a %s that is something else, too', async (format) => {
    const picture = await fileOf(format)
    for (const other of [
      'PK\x03\x04archive',
      '<script>alert(1)</script>',
      '\n%PDF-1.4',
      '<?php system(1);',
      '<SVG onload=x>',
    ])
      expect(await refused(Buffer.concat([picture, Buffer.from(other, 'latin1')])), other).toBe('photo-unreadable')
  })

  test('a picture with one kind in its name and another in it', async () => {
    const png = await fileOf('png')
    const disguised = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBP'), png])
    disguised.writeUInt32LE(disguised.length - 8, 4)
    expect(await refused(disguised)).toBe('photo-unreadable')
  })

  test('not what cameras put behind a picture: another one, a moment of video', async () => {
    const picture = await fileOf('jpeg')
    for (const more of [picture, Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.from('SEFT', 'latin1')])
      expect(await refused(Buffer.concat([picture, more]))).toBe('taken')
  })

  test('with a code that says why, where photos cannot be made on this machine', async () => {
    const none = pictureMaker(() => Promise.reject(new Refusal('photos-unavailable', '…')))
    await expect(none(await fileOf('png'))).rejects.toMatchObject({ code: 'photos-unavailable' })
  })

  test('or taken, but never anything else, whatever is sent', async () => {
    const files = await Promise.all(FORMATS.map((format: Format) => fileOf(format, { width: 40, height: 30 })))
    await fc.assert(
      fc.asyncProperty(
        fc.nat(4),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
        async (which, damage) => {
          const bytes = Buffer.from(files[which] ?? '')
          for (const [at, value] of damage) bytes[at % bytes.length] = value
          expect(await refused(bytes)).toMatch(/^(taken|photo-unreadable|photo-too-large)$/)
        },
      ),
      { numRuns: 150 },
    )
  })
})

test('where a picture ends is found in every kind of file, and in noise it is found quickly that it is nowhere', async () => {
  for (const format of FORMATS) {
    const bytes = await fileOf(format)
    const type = typeOf(bytes)
    expect(type).toBe(`image/${format}`)
    if (type === null) continue
    expect(endOf(bytes, type), format).toBe(bytes.length)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        const end = endOf(Buffer.concat([bytes.subarray(0, 16), noise]), type)
        expect(end === null || end <= 16 + noise.length).toBe(true)
      }),
    )
  }
  const progressive = await sharp(randomBytes(90_000), { raw: { width: 200, height: 150, channels: 3 } })
    .jpeg({ progressive: true })
    .toBuffer()
  expect(endOf(progressive, 'image/jpeg')).toBe(progressive.length)
})

/** Counts how many pictures are worked on at once, by their first look. */
function counting(): { load: () => Promise<SharpModule>; most: () => number } {
  let [under, most] = [0, 0]
  const load = async (): Promise<SharpModule> => {
    const apply = (real: SharpModule, _: unknown, args: Parameters<SharpModule>): unknown => {
      const picture = real(...args)
      const metadata = async (): Promise<unknown> => {
        most = Math.max(most, ++under)
        return picture.metadata().finally(() => under--)
      }
      return new Proxy(picture, {
        get: (target, name) => (name === 'metadata' ? metadata : Reflect.get(target, name)),
      })
    }
    return new Proxy(sharp, { apply })
  }
  return { load, most: () => most }
}

test('work is bounded: two at once, a few more wait, and the next is sent away', async () => {
  const { load, most } = counting()
  const bounded = pictureMaker(load, { atOnce: 2, waiting: 3 })
  const file = await fileOf('png', { width: 20, height: 20 })
  const ends = await Promise.allSettled(Array.from({ length: 7 }, () => bounded(file)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'busy' })
  expect(most()).toBe(2)
  await expect(bounded(file)).resolves.toMatchObject({ large: { width: 20 } })
  await expect(bounded(file, () => false)).rejects.toMatchObject({ code: 'busy' })
  await expect(bounded(file)).resolves.toMatchObject({ large: { width: 20 } })
})
