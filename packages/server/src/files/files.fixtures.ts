import { createStore, type Engine, openSqlite, type Store } from '@palaver/store'
import { onTestFinished } from 'vitest'
import type { Actor } from '../api/actor.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import type { Blobs } from './blobs.ts'
import { fileCollections } from './collections.ts'
import { DiskBlobs } from './disk.ts'
import { type FilesWorld, Photos } from './service.ts'

export const NOON = Date.UTC(2026, 0, 1, 12)

export const person = (id: string, org = 'org1', kind: Actor['kind'] = 'person'): Actor => ({
  org,
  id,
  name: id,
  role: 'member',
  kind,
})

export type Ground = {
  store: Store
  blobs: Blobs
  photos: Photos
  clock: { now: number }
  /** Who may see what they did not bring, by `<viewer> <photo>`; `nobody` for who has no name. */
  sees: Set<string>
  erased: Set<string>
  /** Holders that are there. */
  holders: Set<string>
  /** All days are over, and all that is unneeded was removed. */
  later: (ms: number) => Promise<void>
}

type Options = { engine?: Engine; blobs?: Blobs; pictures?: FilesWorld['pictures'] }

export async function ground({ engine, blobs, pictures }: Options = {}): Promise<Ground> {
  const clock = { now: NOON }
  const opened = engine ?? (await openSqlite({ file: ':memory:', collections: fileCollections }))
  const store = createStore(opened, { now: () => clock.now })
  onTestFinished(() => store.close())
  const [sees, erased, holders] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const place = blobs ?? new DiskBlobs(await tempFolder())
  const photos = new Photos({
    store,
    blobs: place,
    key: { _id: 'photos', key: 'c2VjcmV0', place: 'here' },
    now: () => clock.now,
    isErased: async ({ org, id }) => erased.has(`${org} ${id}`),
    maySee: async (viewer, _org, photo) => sees.has(`${viewer?.id ?? 'nobody'} ${photo._id}`),
    stillHeld: async (_org, holder) => holders.has(holder),
    ...(pictures !== undefined && { pictures }),
  })
  const later = async (ms: number): Promise<void> => {
    clock.now += ms
    while (await photos.sweep()) await Promise.resolve()
  }
  return { store, blobs: place, photos, clock, sees, erased, holders, later }
}

/** The parts of an address that the service gave. */
export function asked(address: string): { id: string; size: 'large' | 'small'; ticket: string } {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const size = searchParams.get('size') === 'small' ? 'small' : 'large'
  return { id: pathname.split('/').at(-1) ?? '', size, ticket: searchParams.get('for') ?? '' }
}
