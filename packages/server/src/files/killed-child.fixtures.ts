import { createStore, openSqlite } from '@palaver/store'
import { fileCollections } from './collections.ts'
import { DiskBlobs } from './disk.ts'
import { person } from './files.fixtures.ts'
import { Photos } from './service.ts'
import { picturesOf } from './stepped.fixtures.ts'

/** Brings photos of few different contents, and deletes some, until it is killed; says what was acknowledged. */
async function run(file: string, folder: string, seed: number): Promise<void> {
  const store = createStore(await openSqlite({ file, collections: fileCollections }))
  let turn = seed
  const photos = new Photos({
    store,
    blobs: new DiskBlobs(folder),
    key: { _id: 'photos', key: '', place: '' },
    now: Date.now,
    isErased: async () => false,
    maySee: async () => false,
    stillHeld: async () => true,
    pictures: async () => picturesOf(`large ${turn % 3}`, `small ${turn % 2}`),
  })
  const ann = person('ann')
  for (; ; turn++) {
    const { _id } = await photos.upload(ann, Buffer.alloc(0))
    process.stdout.write(`brought ${_id}\n`)
    if (turn % 4 === 0) continue
    process.stdout.write(`deletes ${_id}\n`)
    await photos.delete(ann, _id)
    process.stdout.write(`deleted ${_id}\n`)
  }
}

const [file = '', folder = '', seed = ''] = process.argv.slice(2)
await run(file, folder, Number(seed))
