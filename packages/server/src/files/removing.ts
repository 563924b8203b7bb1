import type { Collection } from '@palaver/store'
import type { BlobBook } from './blob-book.ts'
import type { Photo } from './model.ts'

export type RemovingNeeds = { photos: Collection<Photo>; book: BlobBook; now: () => number }

/**
 * A photo goes where `may` says so, of the document as it is then: first it is marked, with which it is gone for everybody
 * and names no bytes, then its bytes go, and at last the document, which is the list of what is left to do.
 */
export async function remove(needs: RemovingNeeds, id: string, may: (photo: Photo) => boolean): Promise<boolean> {
  const { photos, now } = needs
  const { doc } = await photos.change(id, (photo, to) => {
    if (photo === null || photo.state === 'gone' || !may(photo)) return null
    // So that it is found by who sweeps.
    const expires = new Date(now()).toISOString()
    return to.change({ $set: { state: 'gone', blobs: [], alt: '', holder: null, ask: null, expires } })
  })
  if (doc?.state !== 'gone') return false
  await finish(needs, doc)
  return true
}

/** Of one that is gone. It may be done twice, and by two at once. */
export async function finish({ photos, book }: RemovingNeeds, { _id, sizes }: Photo): Promise<void> {
  for (const name of namesOf(sizes)) await book.letGo(name)
  await photos.remove({ _id, state: 'gone' })
}

/** Both sizes of a small picture are the same bytes. */
export const namesOf = ({ large, small }: Photo['sizes']): string[] => [
  ...new Set([large, small].map(({ hash, generation }) => `${hash}-${generation}`)),
]
