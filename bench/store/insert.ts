import { join } from 'node:path'
import { atLeast, measurePair, perSecond, type Row, timed } from '../measure.ts'
import { comment, created } from './comments.ts'
import { openRaw, rowsOf } from './raw.ts'
import { fill, from64Writers, inFolder, openStore } from './world.ts'

const COUNT = 50_000
const GROUP = 64

/** Durable inserts of a comment and its event from 64 writers, beside the same rows written by hand, 64 a transaction. */
export async function insert64(): Promise<Row> {
  return inFolder(async (folder) => {
    await fill(join(folder, 'rows'), COUNT)
    const rows = rowsOf(join(folder, 'rows'))
    let round = 0
    const floor = async (): Promise<number> => {
      const file = join(folder, `floor${round++}`)
      await fill(file, 0)
      const { database, ...raw } = openRaw(file)
      const time = await timed(() => {
        for (let from = 0; from < COUNT; from += GROUP) {
          raw.begin.run()
          for (let at = from; at < Math.min(COUNT, from + GROUP); at++) {
            const row = rows.comments[at]
            const event = rows.events[at]
            if (row === undefined || event === undefined) throw new Error('a row is missing')
            raw.insertComment.run(row.id, row.doc, row.chronological, row.threaded, row.children)
            raw.insertEvent.run(event.n, event.partition, event.id, event.subject, event.at, event.body)
          }
          raw.commit.run()
        }
      })
      database.close()
      return time
    }
    const subject = async (): Promise<number> => {
      const { store, collection } = await openStore(join(folder, `subject${round++}`))
      const docs = Array.from({ length: COUNT }, (_, number) => comment(number, 'home'))
      const time = await timed(() =>
        from64Writers(COUNT, (number) => {
          const doc = docs[number] ?? comment(number, 'home')
          return collection.insert(doc, { events: [created(doc)] })
        }),
      )
      await store.close()
      return time
    }
    const { speed, floorMs, subjectMs } = await measurePair({ floor, subject })
    return {
      name: 'insert64',
      ratio: speed,
      ...atLeast(0.7, speed),
      subject: perSecond(COUNT, subjectMs),
      floor: perSecond(COUNT, floorMs),
    }
  })
}
