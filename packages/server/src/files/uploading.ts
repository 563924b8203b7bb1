import { createHash } from 'node:crypto'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { BlobBook } from './blob-book.ts'
import { blobName, type Blobs, partsOf } from './blobs.ts'
import type { Picture, Pictures } from './images.ts'
import { COMING_MS, type Photo, type Size, SIZES, type StoredSize, UNUSED_MS } from './model.ts'
import { namesOf, remove, type RemovingNeeds } from './removing.ts'

export type UploadingNeeds = RemovingNeeds & {
  book: BlobBook
  blobs: Pick<Blobs, 'put'>
  newId: () => string
  /** Whether somebody was erased meanwhile. */
  isErased: (whose: { org: string; id: string }) => Promise<boolean>
}

type Owner = Pick<Actor, 'org' | 'id'>

const MOST_TRIES = 5

/** Keeps pictures as a new photo: see blob-book.ts for the order. Whoever dies on the way leaves nothing for good. */
export async function keep(needs: UploadingNeeds, owner: Owner, pictures: Pictures): Promise<Photo> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const photo = await named(needs, owner, pictures)
    await needs.photos.insert(photo)
    if (await counted(needs, photo)) return arrive(needs, photo, pictures)
    await remove(needs, photo._id, () => true)
  }
  throw new Refusal('busy', 'Others bring and remove the same photo at the same time: try again in a moment.')
}

async function named({ book, newId, now }: UploadingNeeds, owner: Owner, pictures: Pictures): Promise<Photo> {
  const size = async ({ bytes, width, height }: Picture): Promise<StoredSize> => {
    const name = await book.nameFor(createHash('sha256').update(bytes).digest('hex'))
    return { ...partsOf(name), bytes: bytes.length, width, height }
  }
  const sizes = { large: await size(pictures.large), small: await size(pictures.small) }
  const at = now()
  return {
    _id: newId(),
    org: owner.org,
    owner: owner.id,
    state: 'coming',
    sizes,
    blobs: namesOf(sizes),
    alt: '',
    holder: null,
    created: new Date(at).toISOString(),
    expires: new Date(at + COMING_MS).toISOString(),
    ask: null,
  }
}

async function counted({ book }: UploadingNeeds, { blobs }: Photo): Promise<boolean> {
  for (const name of blobs) if (!(await book.countOn(name))) return false
  return true
}

/** The photo is there when all of its bytes are, and nobody removed it on the way. */
async function arrive(needs: UploadingNeeds, photo: Photo, pictures: Pictures): Promise<Photo> {
  const { photos, blobs, book, isErased, now } = needs
  const { _id, org, owner, sizes } = photo
  // Who is erased after this finds the photo, and who was before is found here.
  if (await isErased({ org, id: owner })) {
    await remove(needs, _id, () => true)
    throw new Refusal('forbidden', 'This person was erased.')
  }
  const bytesOf = new Map(SIZES.map((size: Size) => [nameOf(sizes[size]), pictures[size].bytes]))
  for (const [name, bytes] of bytesOf) await blobs.put(name, bytes)
  const expires = new Date(now() + UNUSED_MS).toISOString()
  const { doc } = await photos.update(
    { _id, state: 'coming' },
    { $set: { state: 'here', expires } },
    { returning: 'after' },
  )
  if (doc !== null) return doc
  for (const name of bytesOf.keys()) await book.removeStray(name)
  throw new Refusal('busy', 'It took too long until the photo was stored: send it again.')
}

const nameOf = ({ hash, generation }: StoredSize): string => blobName(hash, generation)
