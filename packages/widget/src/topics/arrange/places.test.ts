import { describe, expect, test } from 'vitest'
import type { Topic } from '../model.ts'
import { flat, type TopicRow, rowsOf } from '../tree/rows.ts'
import { NOTHING_YET, ROOT, withOpen, withRead } from '../tree/state.ts'
import { isPossible, placeNow, placeOf, stepFrom, whereIn } from './places.ts'

const topic = (id: string, parent: string | null, children = 0) => ({ id, parent, children, name: id }) as Topic
const read = (parent: string, topics: Topic[]) => ({ parent, page: { topics, next: null } })

const state = [
  read(ROOT, [topic('a', null, 2), topic('b', null), topic('c', null)]),
  read('a', [topic('aa', 'a'), topic('ab', 'a')]),
].reduce((before, { parent, page }) => withRead(before, parent, page), withOpen(NOTHING_YET, 'a', true))

const row = (key: string): TopicRow => flat(rowsOf(state)).find((one): one is TopicRow => one.key === key) as TopicRow
const of = (id: string): Topic => row(id).topic

describe('Places in a tree', () => {
  test('are before, after and in a row', () => {
    expect([0.1, 0.5, 0.9].map(whereIn)).toEqual(['before', 'into', 'after'])
    expect(placeOf({ row: row('b'), where: 'before' })).toEqual({ parent: null, before: 'b' })
    expect(placeOf({ row: row('b'), where: 'after' })).toEqual({ parent: null, after: 'b' })
    expect(placeOf({ row: row('b'), where: 'into' })).toEqual({ parent: 'b' })
    expect(placeOf({ row: row('a'), where: 'after' })).toEqual({ parent: 'a', before: 'aa' })
  })

  test('are not in what is moved, nor where it is', () => {
    expect(isPossible(state, of('a'), { parent: 'a' })).toBe(false)
    expect(isPossible(state, of('a'), { parent: 'ab' })).toBe(false)
    expect(isPossible(state, of('b'), { parent: null, after: 'a' })).toBe(false)
    expect(isPossible(state, of('b'), { parent: null, before: 'c' })).toBe(false)
    expect(isPossible(state, of('b'), { parent: null, after: 'b' })).toBe(false)
    expect(isPossible(state, of('ab'), { parent: 'a' })).toBe(false)
    expect(isPossible(state, of('aa'), { parent: 'a' })).toBe(true)
    expect(isPossible(state, of('b'), { parent: null, before: 'a' })).toBe(true)
    expect(isPossible(state, of('ab'), { parent: null, before: 'b' })).toBe(true)
  })

  test('are known as they were, so that all can be put back', () => {
    expect(placeNow(state, of('b'))).toEqual({ parent: null, after: 'a' })
    expect(placeNow(state, of('aa'))).toEqual({ parent: 'a', before: 'ab' })
    expect(placeNow(withRead(state, 'b', { topics: [topic('ba', 'b')], next: null }), topic('ba', 'b'))).toEqual({
      parent: 'b',
    })
  })

  test('can be reached step by step', () => {
    expect(stepFrom(state, of('b'), 'up')).toEqual({ parent: null, before: 'a' })
    expect(stepFrom(state, of('b'), 'down')).toEqual({ parent: null, after: 'c' })
    expect(stepFrom(state, of('b'), 'in')).toEqual({ parent: 'a' })
    expect(stepFrom(state, of('ab'), 'out')).toEqual({ parent: null, after: 'a' })
    expect((['up', 'in', 'out'] as const).map((step) => stepFrom(state, of('a'), step))).toEqual([null, null, null])
    expect(stepFrom(state, of('c'), 'down')).toBeNull()
  })
})
