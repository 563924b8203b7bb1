import { type CollectionSpec, defineCollection } from '@palaver/store'
import type { BlobDocument, FilesKey, Photo } from './model.ts'

/** What expires here is removed by sweeping.ts, not by the store: bytes go with it. */
export const photos = defineCollection<Photo>({
  name: 'photos',
  indexes: [
    { name: 'owned', on: ['org', 'owner', 'holder', 'created'] },
    { name: 'byBlob', on: ['blobs'], arrays: ['blobs'] },
    { name: 'expiring', on: ['expires'] },
    { name: 'asking', on: ['ask'] },
  ],
})

export const blobDocuments = defineCollection<BlobDocument>({
  name: 'blobs',
  indexes: [{ name: 'looking', on: ['look'] }],
})

export const filesKeys = defineCollection<FilesKey>({ name: 'filesKeys' })

export const fileCollections: readonly CollectionSpec[] = [photos, blobDocuments, filesKeys]
