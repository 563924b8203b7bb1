import { writeSync } from 'node:fs'
import { openMongo } from '../../mongo/engine.ts'
import { createStore } from '../../store.ts'
import { eventOf, type Thing, things, type Told } from './things.ts'

/** Every so many writes a document is removed, to be made again by the next. */
const REMOVED_EVERY = 5
const WRITERS = 8

/** Writes on and on, each document by one writer, and says what was acknowledged, until it is killed. */
const [url = '', database = '', slot = '', incarnation = ''] = process.argv.slice(2)
// Whoever started this process has ended: nobody reads what it says.
process.stdin.resume().once('end', () => process.exit())
const store = createStore(await openMongo({ url, database, collections: [things], sweepMs: 20 }))
const collection = store.collection(things)
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeOn(`${slot}${writer}`)))

async function writeOn(doc: string): Promise<void> {
  for (let n = 0; ; n++) {
    const told: Told = { doc, incarnation: Number(incarnation), n }
    await write(told)
    writeSync(1, `${JSON.stringify(told)}\n`)
  }
}

async function write(told: Told): Promise<void> {
  const events = [eventOf(told)]
  if (told.n % REMOVED_EVERY === REMOVED_EVERY - 1) {
    await collection.remove({ _id: told.doc }, { events })
    return
  }
  const change = { $push: { told: String(told.n) } }
  await collection.update({ _id: told.doc } as { _id: Thing['_id'] }, change, { upsert: true, events })
}
