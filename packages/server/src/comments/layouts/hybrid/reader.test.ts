import { expect, test, vi } from 'vitest'
import { sqliteInMemory } from '../../../../../store/src/testing/engines.ts'
import { keyOf } from '../../keys.ts'
import { pages } from './collection.ts'
import { layoutOn, placeIn, roots, TINY } from './hybrid.fixtures.ts'
import { SeriesReader } from './reader.ts'

test('branches of a tree that want the same page at once read it once', async () => {
  const { store, layout, pages: all } = layoutOn(await sqliteInMemory.open([pages]), TINY)
  const comments = roots(12)
  for (const each of comments) await layout.insert(placeIn('threaded'), each, [])
  const read = vi.spyOn(all, 'findBytes')
  const series = { pages: all, home: 'h', keyOf: keyOf.bind(null, 'threaded'), limit: 4 }
  const reader = new SeriesReader(series as unknown as SeriesReader['series'])
  const found = await Promise.all(comments.map((each) => reader.at(keyOf('threaded', each))))
  expect(found.map((item) => item?.slug)).toEqual(comments.map(({ slug }) => slug))
  expect(read).toHaveBeenCalledTimes(4)
  await store.close()
})
