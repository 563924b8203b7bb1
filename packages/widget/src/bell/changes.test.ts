import { describe, expect, test } from 'vitest'
import { withAllRead, withFirst, withHeard, withMore, withPutAway, withRead, withTakenOut } from './changes.ts'
import { type BellState, type Entry, NOTHING_YET, type Page } from './state.ts'

const entry = (group: string, position: number, unread = 1): Entry => ({
  group,
  position,
  unread,
  id: `${group}-${position}`,
  at: '2026-01-01T00:00:00.000Z',
  slug: 's',
  reason: 'reply',
  count: 1,
  more: false,
  actors: [],
  people: 1,
  isArchived: false,
  isGone: false,
  discussion: null,
  excerpt: null,
  post: null,
  url: null,
})

const page = (entries: Entry[], next: string | null = null): Page => ({
  entries,
  next,
  position: entries[0]?.position ?? 0,
  readTo: 0,
  seenTo: 0,
})

const shown = ({ entries }: BellState): string[] => entries.map(({ group }) => group)
const two = withMore(withFirst(NOTHING_YET, page([entry('d', 40), entry('c', 30)], 'n1')), page([entry('a', 10)], 'n2'))

describe('the list of what somebody was told', () => {
  test('a newest page that meets what is here leaves the older ones', () => {
    const now = withFirst(two, page([entry('e', 50), entry('d', 40)], 'n3'))
    expect([shown(now), now.next, now.position]).toEqual([['e', 'd', 'c', 'a'], 'n2', 50])
  })

  test('a group that got something new moves to the top', () => {
    const now = withFirst(two, page([entry('a', 60), entry('d', 40)], 'n3'))
    expect(shown(now)).toEqual(['a', 'd', 'c'])
  })

  test('what a newest page would have and has not is gone', () => {
    const now = withFirst(two, page([entry('e', 50), entry('c', 30)], 'n3'))
    expect(shown(now)).toEqual(['e', 'c', 'a'])
  })

  test('a newest page that does not reach what is here takes its place', () => {
    const now = withFirst(two, page([entry('z', 90), entry('y', 80)], 'n9'))
    expect([shown(now), now.next]).toEqual([['z', 'y'], 'n9'])
  })

  test('the only page is all there is', () => {
    expect(shown(withFirst(two, page([entry('d', 40)])))).toEqual(['d'])
  })

  test('reading one, or all, takes the number down', () => {
    const counted = { ...two, unread: { count: 3, more: false } }
    expect(withRead(counted, 'c').unread?.count).toBe(2)
    expect(withRead(withRead(counted, 'c'), 'c').unread?.count).toBe(2)
    const none = withAllRead(counted)
    expect([none.unread?.count, none.entries.every(({ unread }) => unread === 0)]).toEqual([0, true])
  })

  test('what is put away comes back to where it was', () => {
    const counted = { ...two, unread: { count: 3, more: false } }
    const away = withPutAway(counted, entry('c', 30))
    expect([shown(away), away.unread?.count]).toEqual([['d', 'a'], 2])
    const back = withTakenOut(away)
    expect([shown(back), back.unread?.count, back.putAway]).toEqual([['d', 'c', 'a'], 3, null])
    expect(withTakenOut(back)).toBe(back)
  })

  test('numbers are taken as they are told; news make the list an old one, having seen it does not', () => {
    const unread = { count: 7, more: false }
    expect(withHeard(two, { event: 'counts', data: { unread, unseen: unread }, id: null }).unread).toEqual(unread)
    expect(withHeard(two, { event: 'reset', data: {}, id: null }).isStale).toBe(true)
    expect(withHeard(two, { event: 'marked', data: { op: 'seenTo', to: 4 }, id: null }).isStale).toBe(false)
    expect(withHeard(two, { event: 'marked', data: { op: 'readTo', to: 4 }, id: null }).isStale).toBe(true)
    expect(withHeard(two, { event: 'ready', data: {}, id: null })).toBe(two)
  })
})
