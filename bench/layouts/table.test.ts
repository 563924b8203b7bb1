import { expect, test } from 'vitest'
import { tables, withFigures } from './table.ts'

const figures = { append: 1.234, first: 0.25, middle: 12.6, last: 1, other: 1, permalink: 1, tree: 1, bytes: 1234.5 }
const RUNS = [1_000, 100].map((count) => ({ kind: { layout: 'hybrid', order: 'threaded' } as const, count, figures }))

test('a table for each size, the smallest first', () => {
  const text = tables(RUNS)
  expect(text).toMatch(/^\| 100 comments \| hybrid, threaded \|\n\| --- \| ---: \|\n/)
  expect(text).toContain('\n\n| 1,000 comments |')
  expect(text).toContain('| post a comment | 1.2 ms |')
  expect(text).toContain('| middle page of 50, stored order | 13 ms |')
  expect(text).toContain('| bytes on disk a comment | 1,235 |')
})

test('the figures of a page are replaced, the rest of it stays', () => {
  const page = 'before\n<!-- figures -->\nold\n<!-- end of figures -->\nbehind\n'
  const once = withFigures(page, 'new')
  expect(once).toBe('before\n<!-- figures -->\n\nnew\n\n<!-- end of figures -->\nbehind\n')
  expect(withFigures(once, 'new')).toBe(once)
  expect(() => withFigures('no place', 'new')).toThrow('no place for figures')
})
