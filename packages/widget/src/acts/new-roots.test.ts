import { expect, test } from 'vitest'
import { nothingYet, type ThreadState } from '../thread/state/model.ts'
import { withNewRoots, withoutFound } from './new-roots.ts'

const page = (...slugs: string[]) => ({ cursor: slugs[0] ?? null, slugs, isDropped: false })
const state = (change: Partial<ThreadState>): ThreadState => ({ ...nothingYet('oldest'), ...change })
const [first, last] = [page('a', 'b'), page('c')]

test('the newest come first, unless they are to come last', () => {
  const pages = [first, last]
  for (const order of ['newest', 'best'] as const)
    expect(withNewRoots(state({ order, pages, next: 'more' }), ['x', 'y'])).toEqual({
      pages: [{ ...first, slugs: ['y', 'x', 'a', 'b'] }, last],
      ahead: [],
    })
  expect(withNewRoots(state({ pages }), ['x', 'y']).pages).toEqual([first, { ...last, slugs: ['c', 'x', 'y'] }])
  expect(withNewRoots(state({ pages, order: 'best', isFlat: true }), ['x']).pages[1]?.slugs).toEqual(['c', 'x'])
  expect(withNewRoots(state({}), ['x']).pages).toEqual([{ cursor: null, slugs: ['x'], isDropped: false }])
})

test('what comes last stands before all until all has been read', () => {
  const pages = [first]
  expect(withNewRoots(state({ pages, next: 'more', ahead: ['w'] }), ['x', 'y'])).toEqual({
    pages,
    ahead: ['y', 'x', 'w'],
  })
  const dropped = [first, { ...last, slugs: [], isDropped: true }]
  expect(withNewRoots(state({ pages: dropped }), ['x'])).toEqual({ pages: dropped, ahead: ['x'] })
  expect(withoutFound(['y', 'x', 'w'], ['v', 'w', 'x'])).toEqual(['y'])
})
