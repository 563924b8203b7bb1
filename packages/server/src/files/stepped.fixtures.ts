import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createStore, type Engine, openSqlite } from '@palaver/store'
import { expect } from 'vitest'
import { contentsOf } from '../../../store/src/testing/protocol-contents.ts'
import { BlobBook } from './blob-book.ts'
import type { Blobs } from './blobs.ts'
import { blobDocuments, fileCollections, photos } from './collections.ts'
import type { Pictures } from './images.ts'
import type { Photo } from './model.ts'
import { Sweeper, type SweepingNeeds } from './sweeping.ts'
import type { UploadingNeeds } from './uploading.ts'

export const NOON = Date.UTC(2026, 0, 1, 12)
export const DAY_MS = 24 * 60 * 60_000
export const ANN = { org: 'org1', id: 'ann' }

export type Kept = Map<string, Buffer>
export type World = { engine: Engine; blobs: Blobs; kept: Kept }
export type Acting = Pick<World, 'engine' | 'blobs'> & { sleep: (ms?: number) => Promise<void> }

export function blobsIn(kept: Kept): Blobs {
  return {
    put: async (name, bytes) => void kept.set(name, bytes),
    open: async (name) => {
      const bytes = kept.get(name)
      return bytes === undefined ? null : { bytes: bytes.length, stream: Readable.from([bytes]) }
    },
    remove: async (name) => void kept.delete(name),
    list: async (after, limit) =>
      [...kept.keys()]
        .toSorted()
        .filter((name) => after === null || name > after)
        .slice(0, limit),
    tidy: async () => {},
  }
}

export async function setUp(): Promise<World> {
  let version = 0
  const firstVersion = (): number => (version += 1_000)
  const engine = await openSqlite({ file: ':memory:', collections: fileCollections, partitions: 1, firstVersion })
  const kept: Kept = new Map()
  return { engine, blobs: blobsIn(kept), kept }
}

/** What a process has; one with a step left out is for showing that the step is needed. */
export type Leaving = 'counting' | 'the comparison' | 'generations' | null
type Process = { name: string; now?: number; leaves?: Leaving; isErased?: () => Promise<boolean> }
export type Parts = UploadingNeeds & SweepingNeeds

export function partsOn({ engine, blobs, sleep }: Acting, process: Process): Parts {
  const { name, now = NOON, leaves = null, isErased = async () => false } = process
  let [ids, generations] = [0, 0]
  const store = createStore(engine, { sleep, now: () => now, random: () => 0 })
  const [all, documents] = [store.collection(photos), store.collection(blobDocuments)]
  const uncompared: typeof documents = {
    ...bound(documents),
    update: (where, change, { version: _, ...options } = {}) => documents.update(where, change, options),
  }
  const book = new BlobBook({
    documents: leaves === 'the comparison' ? uncompared : documents,
    photos: all,
    blobs,
    now: () => now,
    newGeneration: () =>
      createHash('sha256')
        .update(leaves === 'generations' ? 'one' : `${name} ${++generations}`)
        .digest('hex')
        .slice(0, 16),
  })
  if (leaves === 'counting') book.countOn = async () => true
  const newId = (): string => `${name}${++ids}`
  return { photos: all, documents, book, blobs, now: () => now, newId, isErased, stillHeld: async () => true }
}

/** An object of the same methods, which may then be replaced. */
function bound<T extends object>(object: T): T {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== 'constructor')
  const method = (name: string) => (Reflect.get(object, name) as () => unknown).bind(object)
  return Object.fromEntries(names.map((name) => [name, method(name)])) as T
}

export function picturesOf(large: string, small = large): Pictures {
  const picture = (text: string) => ({ bytes: Buffer.from(text), width: 2, height: 1 })
  return { large: picture(large), small: picture(small) }
}

/** As it is, for checks between steps. */
export async function photosIn(engine: Engine): Promise<Photo[]> {
  const stored = (await contentsOf(engine)).documents['photos'] ?? []
  return stored.map(({ doc }) => doc as unknown as Photo)
}

/** What is there can be seen: all of its bytes are kept. */
export async function expectWhole({ engine, kept }: World): Promise<void> {
  for (const { _id, state, blobs } of await photosIn(engine))
    if (state === 'here') for (const name of blobs) expect(kept.has(name), `${_id} has lost its bytes`).toBe(true)
}

/** Days later, with those photos in use: they are there, with their bytes, and nothing else is. */
export async function expectOnlyNeeded(world: World, used: readonly string[]): Promise<void> {
  const acting = { ...world, sleep: async () => {} }
  const { photos: all } = partsOn(acting, { name: 'check' })
  for (const _id of used) await all.update({ _id, state: 'here' }, { $set: { holder: 'post~1', expires: null } })
  for (let days = 2; days <= 6; days += 2) {
    const sweeper = new Sweeper(partsOn(acting, { name: 'late', now: NOON + days * DAY_MS }))
    while (await sweeper.step()) await Promise.resolve()
  }
  const left = await photosIn(world.engine)
  expect(left.map(({ _id }) => _id).toSorted(), 'photos that are left').toEqual(used.toSorted())
  await expectWhole(world)
  const named = [...new Set(left.flatMap(({ blobs }) => blobs))].toSorted()
  expect([...world.kept.keys()].toSorted(), 'bytes that are left').toEqual(named)
  const documents = (await contentsOf(world.engine)).documents['blobs'] ?? []
  const live = documents.map(({ doc }) => `${doc['_id'] as string}-${doc['generation'] as string}`)
  expect(live.toSorted(), 'documents of blobs that are left').toEqual(named)
}
