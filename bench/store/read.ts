import { join } from 'node:path'
import { atLeast, measurePair, type Pair, perSecond, type Row, timed } from '../measure.ts'
import { comment } from './comments.ts'
import { openRaw } from './raw.ts'
import { fill, inFolder, openStore } from './world.ts'

const DOCUMENTS = 20_000
const GETS = 40_000
const PAGES = 8_000
const SIZE = 50

/** `get`, `page50` and `page50raw`, each beside the same prepared statement by hand. */
export async function reads(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const file = join(folder, 'comments')
    await fill(file, DOCUMENTS)
    const { database } = openRaw(file)
    const { store, collection } = await openStore(file)
    const ids = Array.from({ length: GETS }, (_, at) => comment((at * 7919) % DOCUMENTS, 'home')._id)
    const byId = database.prepare('SELECT doc FROM c_comments WHERE id = ?').pluck()
    const get = await measurePair({
      floor: () => timed(() => ids.forEach((id) => JSON.parse(byId.get(id) as string))),
      subject: () =>
        timed(async () => {
          for (const id of ids) await collection.get(id)
        }),
    })
    const starts = Array.from({ length: PAGES }, (_, at) => comment((at * 7919) % (DOCUMENTS - 100), 'home'))
    const keyOf = database.prepare('SELECT k_chronological FROM c_comments WHERE id = ?').pluck()
    const keys = starts.map(({ _id }) => keyOf.get(_id) as Buffer)
    const end = Buffer.from([0xff])
    const page = database
      .prepare(
        `SELECT doc FROM c_comments WHERE k_chronological > ? AND k_chronological < ? ORDER BY k_chronological LIMIT ${SIZE}`,
      )
      .pluck()
    const query = (at: number) =>
      ({
        where: { home: 'home' },
        sort: { posted: 1, slug: 1 },
        limit: SIZE,
        after: [starts[at]?.posted ?? '', starts[at]?.slug ?? ''],
      }) as const
    const raw = await measurePair({
      floor: () => timed(() => keys.forEach((key) => page.all(key, end))),
      subject: () =>
        timed(async () => {
          for (let at = 0; at < PAGES; at++) await collection.findRaw(query(at))
        }),
    })
    const parsed = await measurePair({
      floor: () =>
        timed(() => keys.forEach((key) => (page.all(key, end) as string[]).map((json) => JSON.parse(json) as unknown))),
      subject: () =>
        timed(async () => {
          for (let at = 0; at < PAGES; at++) await collection.find(query(at))
        }),
    })
    database.close()
    await store.close()
    const row = (name: string, least: number, { pair, count }: { pair: Pair; count: number }): Row => ({
      name,
      ratio: pair.speed,
      ...atLeast(least, pair.speed),
      subject: perSecond(count, pair.subjectMs),
      floor: perSecond(count, pair.floorMs),
    })
    return [row('get', 0.6, { pair: get, count: GETS }), row('page50raw', 0.7, { pair: raw, count: PAGES }), row('page50', 0.7, { pair: parsed, count: PAGES })]
  })
}
