import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inFolder } from '../folder.ts'
import { atLeast, measurePair, perSecond, type Row, timed } from '../measure.ts'
import { type Comment, comment } from './comments.ts'
import { openRaw } from './raw.ts'
import { fill, from64Writers, openStore } from './world.ts'

const DOCUMENTS = 20_000
const COUNT = 20_000
const GROUP = 64

/** `$inc` and `$set` of random documents with an event, beside a grouped read, parse, write by hand. */
export async function update64(): Promise<Row> {
  return inFolder(async (folder) => {
    const base = join(folder, 'base')
    await fill(base, DOCUMENTS)
    const ids = Array.from({ length: COUNT }, (_, at) => comment((at * 7919) % DOCUMENTS, 'home')._id)
    let round = 0
    const fresh = async (name: string): Promise<string> => {
      const file = join(folder, `${name}${round++}`)
      await copyFile(base, file)
      return file
    }
    const floor = async (): Promise<number> => {
      const { database, insertEvent, begin, commit } = openRaw(await fresh('floor'))
      const read = database.prepare('SELECT n, version, doc FROM c_comments WHERE id = ?')
      const write = database.prepare('UPDATE c_comments SET version = ?, doc = ? WHERE n = ?')
      let seq = database.prepare('SELECT max(n) FROM events').pluck().get() as number
      const time = await timed(() => {
        for (let from = 0; from < COUNT; from += GROUP) {
          begin.run()
          for (let at = from; at < Math.min(COUNT, from + GROUP); at++) {
            const row = read.get(ids[at]) as { n: number; version: number; doc: string }
            const doc = JSON.parse(row.doc) as Comment
            doc.votes += 1
            doc.text = 'edited'
            write.run(row.version + 1, JSON.stringify(doc), row.n)
            const event = eventOf(at, ids[at] ?? '')
            insertEvent.run(++seq, 0, event._id, event.subject, event.at, JSON.stringify(event))
          }
          commit.run()
        }
      })
      database.close()
      return time
    }
    const subject = async (): Promise<number> => {
      const { store, collection } = await openStore(await fresh('subject'))
      const time = await timed(() =>
        from64Writers(COUNT, (at) => {
          const _id = ids[at] ?? ''
          return collection.update(
            { _id },
            { $inc: { votes: 1 }, $set: { text: 'edited' } },
            { events: [eventOf(at, _id)] },
          )
        }),
      )
      await store.close()
      return time
    }
    const { speed, floorMs, subjectMs } = await measurePair({ floor, subject })
    return {
      name: 'update64',
      ratio: speed,
      ...atLeast(0.4, speed),
      subject: perSecond(COUNT, subjectMs),
      floor: perSecond(COUNT, floorMs),
    }
  })
}

const eventOf = (
  at: number,
  id: string,
): { _id: string; org: string; subject: string; type: string; op: string; at: string; after: { id: string } } => ({
  _id: `u${at}`,
  org: 'example',
  subject: 'home',
  type: 'comment',
  op: 'voted',
  at: '2026-01-01T00:00:00.000Z',
  after: { id },
})
