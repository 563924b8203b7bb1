import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { Refusal } from '../api/refusal.ts'
import { archiveOf } from '../personal/archive.ts'
import { unzipped } from '../personal/unzipped.fixtures.ts'
import type { PersonalPlace } from '../personal/service.ts'
import { blobDocuments, fileCollections, photos as photosCollection } from './collections.ts'
import { asked, type Ground, ground, person } from './files.fixtures.ts'
import { fileOf } from './images.fixtures.ts'
import { MOST_UNUSED } from './model.ts'
import { picturesOf } from './stepped.fixtures.ts'
import type { Photo } from './service.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const ANN = person('ann')
const BOB = person('bob')
const WHOSE = { org: ANN.org, id: ANN.id, seq: 1, late: false }

const quick = (text = 'one') => ({ pictures: async () => picturesOf(`${text} large`, `${text} small`) })

async function seen({ photos }: Ground, photo: Photo, viewer: typeof ANN | null, size: 'large' | 'small' = 'small') {
  const { id, ticket } = asked(photos.addressOf(photo, size, viewer))
  try {
    const { stored } = await photos.shown(id, size, ticket)
    return (await buffer((await photos.read(stored)).stream)).toString()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

async function left({ store, blobs }: Ground): Promise<[photos: number, documents: number, blobs: number]> {
  const photos = (await store.collection(photosCollection).find({ limit: 1000 })).docs.length
  const documents = (await store.collection(blobDocuments).find({ limit: 1000 })).docs.length
  return [photos, documents, (await blobs.list(null, 1000)).length]
}

const onlyPlace = ({ photos }: Ground): PersonalPlace => {
  const [place] = photos.personalPlaces()
  if (place === undefined) throw new Error('There is no place.')
  return place
}

describeEngines('photos', (engine) => {
  const open = async (options: Parameters<typeof ground>[0] = quick()): Promise<Ground> =>
    ground({ engine: await engine.open(fileCollections), ...options })

  test('from a file to what a page shows', async () => {
    const it = await open({})
    const photo = await it.photos.upload(ANN, await fileOf('jpeg', { width: 1000, height: 500 }))
    expect(photo).toMatchObject({ org: 'org1', owner: 'ann', state: 'here', alt: '', holder: null })
    expect(photo.sizes).toMatchObject({ large: { width: 1000, height: 500 }, small: { width: 640, height: 320 } })
    const { id, ticket } = asked(it.photos.addressOf(photo, 'small', ANN))
    const { stored } = await it.photos.shown(id, 'small', ticket)
    expect(stored).toEqual(photo.sizes.small)
    const bytes = await buffer((await it.photos.read(stored)).stream)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(stored.hash)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 })
  })

  test('are shown several at a time, those of the org that are there', async () => {
    const it = await open()
    const photo = await it.photos.upload(ANN, Buffer.alloc(0))
    const views = await it.photos.views('org1', BOB, [photo._id, 'unknown', photo._id])
    const [small, large] = (['small', 'large'] as const).map((size) => it.photos.addressOf(photo, size, BOB))
    expect([...views]).toEqual([[photo._id, { id: photo._id, alt: '', width: 2, height: 1, small, large }]])
    expect((await it.photos.views('org2', BOB, [photo._id])).size).toBe(0)
  })

  test('are in the archive of who brought them', async () => {
    const it = await open()
    const [photo] = [await it.photos.upload(ANN, Buffer.from('a')), await it.photos.upload(BOB, Buffer.from('b'))]
    const wanted = { places: it.photos.personalPlaces(), whose: ANN, name: 'Ann', now: new Date('2026-11-15') }
    const files = unzipped(await buffer(archiveOf(wanted)))
    const bytes = await buffer((await it.photos.read(photo.sizes.large)).stream)
    expect([...files.keys()]).toEqual(['index.html', 'data.json', `photos/${photo._id}.webp`])
    expect(JSON.parse(files.get('data.json') ?? '')).toMatchObject({ photos: [{ file: `photos/${photo._id}.webp` }] })
    expect(files.get(`photos/${photo._id}.webp`)).toBe(bytes.toString())
  })

  test('are for people, not for guests nor servers', async () => {
    const it = await open()
    for (const kind of ['guest', 'server'] as const)
      await expect(it.photos.upload(person('x', 'org1', kind), Buffer.alloc(0))).rejects.toMatchObject({
        code: 'forbidden',
      })
  })

  test('are seen by their owner, by whom their holder lets see them, and by nobody else, at each look anew', async () => {
    const it = await open()
    const photo = await it.photos.upload(ANN, Buffer.alloc(0))
    expect([await seen(it, photo, ANN), await seen(it, photo, ANN, 'large')]).toEqual(['one small', 'one large'])
    const others = [BOB, person('ann', 'org2'), null]
    for (const viewer of others) expect(await seen(it, photo, viewer)).toBe('photo-not-found')
    it.sees.add(`bob ${photo._id}`).add(`nobody ${photo._id}`)
    expect([await seen(it, photo, BOB), await seen(it, photo, null)]).toEqual(['one small', 'one small'])
    it.sees.clear()
    for (const viewer of others) expect(await seen(it, photo, viewer)).toBe('photo-not-found')
  })

  test('are described and deleted by their owner alone', async () => {
    const it = await open()
    const { _id } = await it.photos.upload(ANN, Buffer.alloc(0))
    expect((await it.photos.describe(ANN, _id, 'A red half')).alt).toBe('A red half')
    for (const other of [BOB, person('ann', 'org2')]) {
      await expect(it.photos.describe(other, _id, 'x')).rejects.toMatchObject({ code: 'photo-not-found' })
      await expect(it.photos.delete(other, _id)).rejects.toMatchObject({ code: 'photo-not-found' })
      expect(await it.photos.get('org2', _id)).toBeNull()
    }
    await it.photos.delete(ANN, _id)
    await expect(it.photos.delete(ANN, _id)).rejects.toMatchObject({ code: 'photo-not-found' })
    await expect(it.photos.describe(ANN, _id, 'x')).rejects.toMatchObject({ code: 'photo-not-found' })
    expect(await left(it)).toEqual([0, 0, 0])
  })

  test('are claimed once, by their owner, for one holder; claiming again for that one is fine', async () => {
    const it = await open()
    const [one, two, foreign] = [
      await it.photos.upload(ANN, Buffer.alloc(0)),
      await it.photos.upload(ANN, Buffer.alloc(0)),
      await it.photos.upload(BOB, Buffer.alloc(0)),
    ]
    const ids = [one._id, two._id]
    for (let times = 0; times < 2; times++) {
      const held = await it.photos.claim(ANN, ids, 'post~1')
      expect(held.map(({ _id, holder, expires }) => [_id, holder, expires])).toEqual(
        ids.map((id) => [id, 'post~1', null]),
      )
    }
    await expect(it.photos.claim(ANN, ids, 'post~2')).rejects.toMatchObject({ code: 'photo-in-use' })
    await expect(it.photos.delete(ANN, one._id)).rejects.toMatchObject({ code: 'photo-in-use' })
    for (const wrong of [foreign._id, 'unknown'])
      await expect(it.photos.claim(ANN, [wrong], 'post~2')).rejects.toMatchObject({ code: 'photo-not-found' })
    await expect(it.photos.claim(person('ann', 'org2'), ids, 'post~1')).rejects.toMatchObject({
      code: 'photo-not-found',
    })
    await it.photos.release('org2', 'post~1', ids)
    await it.photos.release('org1', 'post~2', ids)
    expect((await it.photos.get('org1', one._id))?.holder).toBe('post~1')
    await it.photos.release('org1', 'post~1', [one._id])
    expect(await it.photos.get('org1', one._id)).toMatchObject({ holder: null, expires: expect.any(String) })
    await it.photos.delete(ANN, one._id)
  })

  test('are claimed together or not at all', async () => {
    const it = await open()
    const [one, two] = [await it.photos.upload(ANN, Buffer.alloc(0)), await it.photos.upload(ANN, Buffer.alloc(0))]
    await it.photos.claim(ANN, [two._id], 'post~1')
    await expect(it.photos.claim(ANN, [one._id, two._id], 'post~2')).rejects.toMatchObject({ code: 'photo-in-use' })
    expect((await it.photos.get('org1', one._id))?.holder).toBeNull()
    await it.photos.claim(ANN, [two._id, one._id], 'post~1')
  })

  test('go after a day in which nobody used them; what is used stays', async () => {
    const it = await open()
    const [used, unused] = [await it.photos.upload(ANN, Buffer.alloc(0)), await it.photos.upload(BOB, Buffer.alloc(0))]
    await it.photos.claim(ANN, [used._id], 'post~1')
    it.holders.add('post~1')
    await it.later(DAY_MS - 1)
    expect(await it.photos.get('org1', unused._id)).not.toBeNull()
    await it.later(2)
    expect(await it.photos.get('org1', unused._id)).toBeNull()
    expect(await seen(it, used, ANN)).toBe('one small')
    for (let days = 0; days < 5; days++) await it.later(DAY_MS)
    expect(await seen(it, used, ANN)).toBe('one small')
    expect(await left(it)).toEqual([1, 2, 2])
    await it.photos.release('org1', 'post~1', [used._id])
    await it.later(DAY_MS + 1)
    expect(await left(it)).toEqual([0, 0, 0])
  })

  test('that were claimed for what never came to be go as well', async () => {
    const it = await open()
    const photo = await it.photos.upload(ANN, Buffer.alloc(0))
    await it.photos.claim(ANN, [photo._id], 'post~never')
    await it.later(DAY_MS + 1)
    expect(await it.photos.get('org1', photo._id)).toMatchObject({ holder: null })
    await it.later(DAY_MS + 1)
    expect(await left(it)).toEqual([0, 0, 0])
  })

  test('that are no longer used go, even if nobody said so', async () => {
    const it = await open()
    const photo = await it.photos.upload(ANN, Buffer.alloc(0))
    await it.photos.claim(ANN, [photo._id], 'post~1')
    it.holders.add('post~1')
    await it.later(2 * DAY_MS)
    it.holders.clear()
    await it.later(30 * DAY_MS)
    await it.later(DAY_MS + 1)
    expect(await left(it)).toEqual([0, 0, 0])
  })

  test('of the same bytes, in two orgs, are kept once and go alone', async () => {
    const it = await open()
    const there = person('ann', 'org2')
    const [mine, theirs] = [
      await it.photos.upload(ANN, Buffer.alloc(0)),
      await it.photos.upload(there, Buffer.alloc(0)),
    ]
    expect(mine._id).not.toBe(theirs._id)
    expect(await left(it)).toEqual([2, 2, 2])
    await it.photos.delete(ANN, mine._id)
    expect([await seen(it, mine, ANN), await seen(it, theirs, there)]).toEqual(['photo-not-found', 'one small'])
    await it.photos.delete(there, theirs._id)
    expect(await left(it)).toEqual([0, 0, 0])
    const again = await it.photos.upload(ANN, Buffer.alloc(0))
    expect(again.sizes.small.generation).not.toBe(mine.sizes.small.generation)
    expect(await seen(it, again, ANN)).toBe('one small')
  })

  test('that nobody uses are so many and no more', async () => {
    const it = await open()
    for (let number = 0; number < MOST_UNUSED; number++) await it.photos.upload(ANN, Buffer.alloc(0))
    await expect(it.photos.upload(ANN, Buffer.alloc(0))).rejects.toMatchObject({ code: 'too-many-photos' })
    await it.photos.upload(BOB, Buffer.alloc(0))
  })

  test('are listed for the person, and go with them, the bytes at once', async () => {
    const it = await open()
    const [one, two] = [await it.photos.upload(ANN, Buffer.alloc(0)), await it.photos.upload(ANN, Buffer.alloc(0))]
    const kept = await it.photos.upload(BOB, Buffer.alloc(0))
    await it.photos.describe(ANN, one._id, 'My garden')
    await it.photos.claim(ANN, [two._id], 'post~1')
    const items: Readonly<Record<string, unknown>>[] = []
    for await (const item of onlyPlace(it).items?.(WHOSE) ?? []) items.push(item)
    expect(items).toHaveLength(2)
    expect(items).toContainEqual(expect.objectContaining({ id: one._id, alt: 'My garden', brought: one.created }))
    expect(items).toContainEqual(expect.objectContaining({ id: two._id, partOf: 'post~1' }))
    await onlyPlace(it).erase(WHOSE)
    await onlyPlace(it).erase(WHOSE)
    expect(await left(it)).toEqual([1, 2, 2])
    await onlyPlace(it).erase({ ...WHOSE, id: 'bob' })
    expect([await seen(it, kept, BOB), await left(it)]).toEqual(['photo-not-found', [0, 0, 0]])
  })

  test('of somebody who was erased on the way do not arrive', async () => {
    const it = await open()
    it.erased.add('org1 ann')
    await expect(it.photos.upload(ANN, Buffer.alloc(0))).rejects.toMatchObject({ code: 'forbidden' })
    expect(await left(it)).toEqual([0, 0, 0])
  })

  test('whose bytes cannot be removed are gone all the same, and the bytes follow', async () => {
    const it = await open()
    const photo = await it.photos.upload(ANN, Buffer.alloc(0))
    const remove = it.blobs.remove.bind(it.blobs)
    it.blobs.remove = () => Promise.reject(new Refusal('files-unavailable', 'down'))
    await it.photos.delete(ANN, photo._id)
    expect(await seen(it, photo, ANN)).toBe('photo-not-found')
    await expect(onlyPlace(it).erase(WHOSE)).rejects.toMatchObject({ code: 'files-unavailable' })
    it.blobs.remove = remove
    await it.later(1)
    expect(await left(it)).toEqual([0, 0, 0])
  })

  test('whose bytes did not arrive are none, and nothing of them stays', async () => {
    const it = await open()
    it.blobs.put = () => Promise.reject(new Refusal('files-unavailable', 'down'))
    await expect(it.photos.upload(ANN, Buffer.alloc(0))).rejects.toMatchObject({ code: 'files-unavailable' })
    await it.later(DAY_MS + 1)
    expect(await left(it)).toEqual([0, 0, 0])
  })

  test('bytes that nothing knows of are found within a day, and those that are needed are left', async () => {
    const it = await open()
    const photo = await it.photos.upload(ANN, Buffer.alloc(0))
    await it.photos.claim(ANN, [photo._id], 'post~1')
    it.holders.add('post~1')
    await it.later(0)
    const { hash } = photo.sizes.small
    await it.blobs.put(`${hash}-${'0'.repeat(16)}`, Buffer.from('stray'))
    await it.blobs.put(`${'0'.repeat(64)}-${'0'.repeat(16)}`, Buffer.from('stray'))
    await it.later(DAY_MS)
    expect(await left(it)).toEqual([1, 2, 2])
    expect(await seen(it, photo, ANN)).toBe('one small')
  })
})
