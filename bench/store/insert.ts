import { join } from 'node:path'
import { inFolder } from '../folder.ts'
import { atLeast, measurePair, perSecond, type Row, timed } from '../measure.ts'
import { comment, type Comment, created } from './comments.ts'
import { type CommentRow, type EventRow, openRaw, rowsOf } from './raw.ts'
import { fill, from64Writers, openStore } from './world.ts'

const COUNT = 20_000
const GROUP = 64

type Rows = readonly { row: CommentRow; event: EventRow }[]

/** Durable inserts of a comment and its event from 64 writers, beside the same rows written by hand, 64 a transaction. */
export async function insert64(): Promise<Row> {
  const rows = await inFolder(async (folder): Promise<Rows> => {
    await fill(join(folder, 'rows'), COUNT)
    const { comments, events } = rowsOf(join(folder, 'rows'))
    return comments.flatMap((row, at) => (events[at] === undefined ? [] : [{ row, event: events[at] }]))
  })
  const docs = Array.from({ length: COUNT }, (_, number) => comment(number, 'home'))
  // Each round has a folder of its own, so that none meets what an earlier one left to be written to the disk.
  const { speed, floorMs, subjectMs } = await measurePair({
    floor: () => inFolder((folder) => byHand(join(folder, 'floor'), rows)),
    subject: () => inFolder((folder) => byStore(join(folder, 'subject'), docs)),
    rounds: 11,
  })
  return {
    name: 'insert64',
    ratio: speed,
    ...atLeast(0.7, speed),
    subject: perSecond(COUNT, subjectMs),
    floor: perSecond(COUNT, floorMs),
  }
}

async function byHand(file: string, rows: Rows): Promise<number> {
  await fill(file, 0)
  const { database, ...raw } = openRaw(file)
  const time = await timed(() => {
    for (let from = 0; from < rows.length; from += GROUP) {
      raw.begin.run()
      for (const { row, event } of rows.slice(from, from + GROUP)) {
        raw.insertComment.run(row.id, row.doc, row.chronological, row.threaded, row.children)
        raw.insertEvent.run(event.n, event.partition, event.id, event.subject, event.at, event.body)
      }
      raw.commit.run()
    }
  })
  database.close()
  return time
}

async function byStore(file: string, docs: readonly Comment[]): Promise<number> {
  const { store, collection } = await openStore(file)
  const time = await timed(() =>
    from64Writers(docs.length, (number) => {
      const doc = docs[number] ?? comment(number, 'home')
      return collection.insert(doc, { events: [created(doc)] })
    }),
  )
  await store.close()
  return time
}
