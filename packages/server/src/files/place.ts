import type { Position } from '@palaver/store'
import type { PersonalFile, PersonalPlace, Whose } from '../personal/service.ts'
import { blobName, type Blobs } from './blobs.ts'
import type { Photo } from './model.ts'
import { finish, remove, type RemovingNeeds } from './removing.ts'

const BATCH = 100

type Needs = RemovingNeeds & { blobs: Pick<Blobs, 'open'> }

/** The photos that somebody brought, whatever they are part of. */
export const photosPlace = (needs: Needs): PersonalPlace => ({
  name: 'photos',
  items: (whose) => items(needs, whose),
  files: (whose) => files(needs, whose),
  erase: (whose) => erase(needs, whose),
})

async function* items(needs: RemovingNeeds, whose: Whose): AsyncGenerator<Record<string, unknown>> {
  for await (const { _id, alt, holder, created, sizes } of brought(needs, whose)) {
    const { width, height, bytes } = sizes.large
    yield { id: _id, alt, partOf: holder, brought: created, width, height, bytes, file: fileOf(_id) }
  }
}

async function* files({ blobs, ...needs }: Needs, whose: Whose): AsyncGenerator<PersonalFile> {
  for await (const { _id, sizes } of brought(needs, whose)) {
    const { hash, generation, bytes } = sizes.large
    yield { name: fileOf(_id), bytes, content: contentOf(blobs, blobName(hash, generation)) }
  }
}

/** It is opened when it is read; what has gone meanwhile is empty. */
async function* contentOf(blobs: Needs['blobs'], name: string): AsyncGenerator<Uint8Array> {
  const blob = await blobs.open(name)
  if (blob !== null) yield* blob.stream
}

const fileOf = (photo: string): string => `photos/${photo}.webp`

async function* brought({ photos }: RemovingNeeds, { org, id }: Whose): AsyncGenerator<Photo> {
  let after: Position | null = null
  do {
    const page = await pageOf(photos, { org, id, after })
    yield* page.docs.filter(({ state }) => state === 'here')
    after = page.next
  } while (after !== null)
}

const pageOf = (photos: RemovingNeeds['photos'], { org, id, after }: Whose & { after: Position | null }) =>
  photos.find({ where: { org, owner: id }, limit: BATCH, after })

/** Also those that are on their way: they do not arrive. */
async function erase(needs: RemovingNeeds, { org, id }: Whose): Promise<void> {
  for (;;) {
    const { docs } = await needs.photos.find({ where: { org, owner: id }, limit: BATCH })
    for (const photo of docs)
      if (photo.state === 'gone') await finish(needs, photo)
      else await remove(needs, photo._id, () => true)
    if (docs.length < BATCH) return
  }
}
