import { expect, test } from 'vitest'
import type { Placement } from './model.ts'
import { Row } from './row.ts'
import type { Got, Shown } from './shown.ts'

const PLACEMENT: Placement = { kind: 'thread', after: 1, every: 1, most: 4 }
const keys = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at + 1}`)

/** A row whose ads are numbers, and how many it asked for each time. */
function rowOf(supply = 99): { row: Row; asked: number[]; at: (keys: string[]) => (number | undefined)[] } {
  const asked: number[] = []
  let [given, left] = [0, supply]
  const row = new Row(async (count): Promise<Got> => {
    asked.push(count)
    const some = Math.min(count, left)
    left -= some
    return { placement: PLACEMENT, shown: Array.from({ length: some }, () => ({ number: ++given }) as Shown) }
  })
  return { row, asked, at: (all) => all.map((key) => row.behind(key)?.number) }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('asks for one, and then for as many as there are places', async () => {
  const { row, asked, at } = rowOf()
  row.see(['1'])
  await settled()
  expect(asked).toEqual([])
  row.see(keys(4))
  await settled()
  expect(asked).toEqual([1, 2])
  expect(at(keys(4))).toEqual([1, 2, 3, undefined])
  row.see(keys(9))
  await settled()
  expect(asked).toEqual([1, 2, 1])
})

test('asks no more where there is no more', async () => {
  const { row, asked, at } = rowOf(2)
  row.see(keys(4))
  await settled()
  row.see(keys(5))
  await settled()
  expect(asked).toEqual([1, 2])
  expect(at(keys(4))).toEqual([1, 2, undefined, undefined])
})

test('keeps ads where they are as others come before, and puts the same elsewhere in another order', async () => {
  const { row, asked, at } = rowOf()
  row.see(keys(3))
  await settled()
  row.see(['new', ...keys(3)])
  await settled()
  expect(at(['new', ...keys(3)])).toEqual([undefined, 1, 2, undefined])
  row.see(keys(3).toReversed(), 'newest')
  expect(at(['3', '2', '1'])).toEqual([1, 2, undefined])
  expect(asked).toEqual([1, 1])
})
