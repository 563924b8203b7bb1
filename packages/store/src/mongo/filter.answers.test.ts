import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseFilter } from '../dialect/filter.ts'
import type { Json } from '../dialect/value.ts'
import { excused } from '../testing/double-deviations.ts'
import { describeMongo, mongoFlavour } from '../testing/mongo-suite.ts'
import { filterOf } from './filter.ts'

/** The store looks itself at what an index does not serve; here the server is asked for all of it. */
const RECORDED = new URL('../../../../../shared/data/mongodb-answers/filters.jsonl', import.meta.url)

type Line = { docs: { _id: number; [field: string]: Json }[]; asked: { where: Record<string, Json>; ids: number[] }[] }

describeMongo('filters asked of the server', ({ client, database }) => {
  it.skipIf(!existsSync(RECORDED))('give the recorded answers (needs ../shared/data/mongodb-answers)', async () => {
    const things = client.db(database).collection<{ _id: number }>('things')
    const different: unknown[] = []
    for (const text of readFileSync(RECORDED, 'utf8').trim().split('\n')) {
      const { docs, asked } = JSON.parse(text) as Line
      await things.deleteMany({})
      await things.insertMany(docs)
      const idsOf = async (where: object): Promise<number[]> =>
        (await things.find(where, { sort: { _id: 1 }, projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)
      const answers = await Promise.all(asked.map(({ where }) => idsOf(filterOf(parseFilter(where)))))
      for (const [at, { where, ids }] of asked.entries()) {
        if (answers[at]?.join() === ids.join()) continue
        const difference = { file: 'filters.jsonl', line: 0, at, case: { docs, where }, got: answers[at], wanted: ids }
        if (mongoFlavour !== 'double' || !excused(difference)) different.push(difference)
      }
    }
    expect(different).toEqual([])
  })
})
