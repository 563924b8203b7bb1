import { writeSync } from 'node:fs'
import type { CollectionSpec } from '../../collection.ts'
import { openSqlite } from '../../sqlite/engine.ts'

/** Opens a database with the collections it is given, and stands still in the middle of its first index. */
const [file = '', collections = ''] = process.argv.slice(2)
await openSqlite({
  file,
  collections: JSON.parse(collections) as CollectionSpec[],
  onProgress: (progress) => {
    writeSync(1, `${JSON.stringify(progress)}\n`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
})
