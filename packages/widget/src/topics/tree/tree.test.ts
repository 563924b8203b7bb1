import { describe, expect, test } from 'vitest'
import type { Topic } from '../model.ts'
import { byTyping, wishOf } from './keys.ts'
import { besides, flat, rowsOf } from './rows.ts'
import { isWithin, NOTHING_YET, ROOT, type TreeState, withFailed, withMore, withOpen, withRead } from './state.ts'

const topic = (id: string, parent: string | null, children = 0): Topic => ({
  id,
  parent,
  children,
  slug: id,
  path: id,
  name: id,
  description: null,
  emoji: null,
  colour: null,
  locale: 'en',
  locales: {},
  depth: 0,
  counts: { discussions: 0, comments: 0, allDiscussions: 0, allComments: 0 },
  url: null,
  rev: 1,
})

const grown = (): TreeState => {
  const roots = withRead(NOTHING_YET, ROOT, { topics: [topic('a', null, 3), topic('b', null)], next: null })
  return withOpen(withRead(roots, 'a', { topics: [topic('aa', 'a'), topic('ab', 'a', 1)], next: 'c' }), 'a', true)
}
const keysOf = (state: TreeState): string[] => flat(rowsOf(state)).map(({ key }) => key)

describe('The rows of a tree', () => {
  test('are those of open branches, with a door to the rest', () => {
    expect(keysOf(grown())).toEqual(['a', 'aa', 'ab', 'a more', 'b'])
    expect(keysOf(withOpen(grown(), 'a', false))).toEqual(['a', 'b'])
  })

  test('say how many stand beside them, also of those that are not there yet', () => {
    const rows = flat(rowsOf(grown())).map((row) =>
      row.kind === 'topic' ? [row.key, row.level, row.at, row.size] : [],
    )
    expect(rows).toEqual([['a', 1, 1, 2], ['aa', 2, 1, 3], ['ab', 2, 2, 3], [], ['b', 1, 2, 2]])
    const cut = withRead(NOTHING_YET, ROOT, { topics: [topic('a', null)], next: 'c' })
    expect(rowsOf(cut)[0]).toMatchObject({ size: -1 })
  })

  test('hold what comes twice once, and a way to try again', () => {
    const more = withMore(grown(), 'a', { topics: [topic('ab', 'a', 1), topic('ac', 'a')], next: null })
    expect(keysOf(more)).toEqual(['a', 'aa', 'ab', 'ac', 'b'])
    expect(keysOf(withFailed(more, 'a', { code: 'network', detail: '' }))).toContain('a failed')
  })

  test('know which ones stand beside one, those under it left out', () => {
    expect(besides(flat(rowsOf(grown())), 'a')).toEqual(['b'])
    expect(besides(flat(rowsOf(grown())), 'b')).toEqual(['a more', 'ab', 'aa', 'a'])
    expect(besides(flat(rowsOf(grown())), 'aa')).toEqual(['ab', 'a more', 'b', 'a'])
  })

  test('know what lies within what', () => {
    expect([isWithin(grown(), 'ab', 'a'), isWithin(grown(), 'a', 'a')]).toEqual([true, true])
    expect([isWithin(grown(), 'a', 'ab'), isWithin(grown(), null, 'a')]).toEqual([false, false])
  })
})

describe('Keys in a tree', () => {
  const rows = flat(rowsOf(grown()))
  const wish = (at: number, key: string, isRtl = false) => wishOf({ rows, at, key, isRtl })

  test('lead from row to row', () => {
    expect(wish(0, 'ArrowDown')).toEqual({ does: 'go', to: 'aa' })
    expect(wish(0, 'ArrowUp')).toBeNull()
    expect(wish(2, 'Home')).toEqual({ does: 'go', to: 'a' })
    expect(wish(2, 'End')).toEqual({ does: 'go', to: 'b' })
  })

  test('open, close, and go in and out; from right to left the other way', () => {
    expect(wish(0, 'ArrowRight')).toEqual({ does: 'go', to: 'aa' })
    expect(wish(2, 'ArrowRight')).toMatchObject({ does: 'open' })
    expect(wish(1, 'ArrowRight')).toBeNull()
    expect(wish(0, 'ArrowLeft')).toMatchObject({ does: 'close' })
    expect(wish(2, 'ArrowLeft')).toEqual({ does: 'go', to: 'a' })
    expect(wish(2, 'ArrowRight', true)).toEqual({ does: 'go', to: 'a' })
    expect(wish(2, 'ArrowLeft', true)).toMatchObject({ does: 'open' })
  })

  test('find names by their beginnings, whatever the accents', () => {
    const named = ['Äpfel', 'Avocado', 'Birne'].map((name) => topic(name, null))
    const all = flat(rowsOf(withRead(NOTHING_YET, ROOT, { topics: named, next: null })))
    expect(byTyping(all, 2, 'ap')).toBe('Äpfel')
    expect(byTyping(all, 0, 'a')).toBe('Avocado')
    expect(byTyping(all, 1, 'aa')).toBe('Äpfel')
    expect(byTyping(all, 0, 'x')).toBeNull()
  })
})
