import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openSqlite } from '@palaver/store'
import { expect, it, onTestFinished } from 'vitest'
import { spawnSource } from '../../../store/src/testing/torture/writing-child.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { fileCollections, photos as photosCollection } from './collections.ts'
import { DiskBlobs } from './disk.ts'
import { asked, ground, person } from './files.fixtures.ts'

const ROUNDS = 3
const DAY_MS = 24 * 60 * 60_000

type Said = { brought: Set<string>; deletes: Set<string> }

/** Two processes on the same files, killed after so many lines. */
async function killed(file: string, folder: string, round: number): Promise<Said> {
  const said: Said = { brought: new Set(), deletes: new Set() }
  const child = async (seed: number, most: number): Promise<void> => {
    const url = new URL('./killed-child.fixtures.ts', import.meta.url)
    const process = spawnSource(url, [file, folder, String(seed)])
    onTestFinished(() => void process.kill('SIGKILL'))
    const gone = once(process, 'close')
    let lines = 0
    for await (const line of createInterface({ input: process.stdout })) {
      const [what, id = ''] = line.split(' ')
      if (what === 'brought') said.brought.add(id)
      if (what === 'deletes') said.deletes.add(id)
      if (++lines === most) process.kill('SIGKILL')
    }
    await gone
    expect(lines, 'it ended by itself').toBeGreaterThanOrEqual(most)
  }
  await Promise.all([child(round, 20 + round * 7), child(round + 1, 31 + round * 5)])
  return said
}

it('no photo that was acknowledged is lost when processes are killed, and what nobody needs goes in the end', async () => {
  const folder = await tempFolder()
  const [file, files] = [join(folder, 'photos.sqlite'), join(folder, 'files')]
  const kept = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const { brought, deletes } = await killed(file, files, round)
    for (const id of brought) if (!deletes.has(id)) kept.add(id)
  }
  const engine = await openSqlite({ file, collections: fileCollections })
  const { photos, clock, holders, later, store, blobs } = await ground({ engine, blobs: new DiskBlobs(files) })
  clock.now = Date.now()
  const ann = person('ann')
  const expectAll = async (): Promise<void> => {
    for (const id of kept) {
      const { stored } = await photos.shown(id, 'small', asked(photos.addressOf({ _id: id }, 'small', ann)).ticket)
      expect((await photos.read(stored)).bytes).toBe(stored.bytes)
    }
  }
  expect(kept.size).toBeGreaterThan(ROUNDS)
  await expectAll()
  holders.add('post~1')
  await photos.claim(ann, [...kept], 'post~1')
  for (let days = 0; days < 3; days++) await later(DAY_MS + 1)
  await expectAll()
  const { docs } = await store.collection(photosCollection).find({ limit: 1000 })
  expect(docs.map(({ _id }) => _id).toSorted()).toEqual([...kept].toSorted())
  const named = [...new Set(docs.flatMap((photo) => photo.blobs))]
  expect(await blobs.list(null, 1000)).toEqual(named.toSorted())
})
