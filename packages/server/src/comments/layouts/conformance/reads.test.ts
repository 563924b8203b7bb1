import { expect, it } from 'vitest'
import { behind, below, chronologicalKey, END, keyOf } from '../../keys.ts'
import type { Comment, Order } from '../../model.ts'
import type { Range } from '../layout.ts'
import { comment, instant, slugsOf, smallConversation } from './conversation.ts'
import { describeLayouts, type Ground } from './ground.ts'

const CHRONOLOGICAL = ['b', 'a', 'bx', 'b/w', 'b/x', 'b/x/y', 'a/z']
const THREADED = ['b', 'b/w', 'b/x', 'b/x/y', 'a', 'a/z', 'bx']
const IN_ORDER: Record<Order, string[]> = { chronological: CHRONOLOGICAL, threaded: THREADED }

describeLayouts('reads', (open) => {
  const said = smallConversation()

  async function spoken(comments: readonly Comment[] = Object.values(said)): Promise<Ground> {
    const ground = await open()
    for (const each of comments) await ground.layout.insert(ground.place, each, [])
    return ground
  }

  it('finds comments by slug, in the order asked for', async () => {
    const { layout, place } = await spoken()
    expect(await layout.get(place, ['b/x/y', 'nobody', 'b', 'b/nobody', 'b'])).toEqual([
      said.y,
      null,
      said.b,
      null,
      said.b,
    ])
    expect(await layout.get(place, [])).toEqual([])
  })

  it('lists nothing where nothing was said', async () => {
    const { layout, place } = await open()
    expect(await layout.list(place, 'chronological', { limit: 5 })).toEqual([])
    expect(await layout.list(place, 'threaded', { limit: 5, back: true })).toEqual([])
    expect(await layout.children(place, null, { limit: 5 })).toEqual([])
    expect(await layout.get(place, ['a'])).toEqual([null])
  })

  for (const order of ['chronological', 'threaded'] as const) {
    const expected = IN_ORDER[order]
    const keyAt = (at: number): string => {
      const found = Object.values(said).find(({ slug }) => slug === expected[at])
      return found === undefined ? END : keyOf(order, found)
    }

    it(`lists all in ${order} order, forward and back`, async () => {
      const { layout, place } = await spoken()
      expect(slugsOf(await layout.list(place, order, { limit: 100 }))).toEqual(expected)
      expect(slugsOf(await layout.list(place, order, { limit: 100, back: true }))).toEqual(expected.toReversed())
    })

    it(`lists every part of ${order} order: from and until, limit and skip, forward and back`, async () => {
      const { layout, place } = await spoken()
      const list = async (range: Range): Promise<string[]> => slugsOf(await layout.list(place, order, range))
      for (let from = 0; from <= expected.length; from++)
        for (let until = from; until <= expected.length; until++) {
          const within = { from: keyAt(from), until: keyAt(until) }
          const part = expected.slice(from, until)
          expect(await list({ ...within, limit: 2, skip: 1 })).toEqual(part.slice(1, 3))
          expect(await list({ ...within, limit: 2, skip: 1, back: true })).toEqual(part.toReversed().slice(1, 3))
          expect(await list({ ...within, limit: 9 })).toEqual(part)
          expect(await list({ ...within, limit: 9, back: true })).toEqual(part.toReversed())
        }
      expect(await list({ from: keyAt(2), limit: 3 })).toEqual(expected.slice(2, 5))
      expect(await list({ until: keyAt(5), limit: 3, back: true })).toEqual(expected.slice(2, 5).toReversed())
      expect(await list({ limit: 3, skip: 6 })).toEqual(expected.slice(6))
      expect(await list({ limit: 3, skip: 7 })).toEqual([])
    })

    it(`goes on in ${order} order behind a key that is no longer there`, async () => {
      const { layout, place } = await spoken()
      const [third, fourth] = [keyAt(2), keyAt(3)]
      await layout.change(place, expected[2] ?? '', () => ({ remove: true, events: [] }))
      expect(slugsOf(await layout.list(place, order, { from: third, limit: 2 }))).toEqual(expected.slice(3, 5))
      expect(slugsOf(await layout.list(place, order, { from: `${fourth}\0`, limit: 2 }))).toEqual(expected.slice(4, 6))
      expect(slugsOf(await layout.list(place, order, { until: fourth, limit: 1, back: true }))).toEqual([expected[1]])
    })
  }

  it('lists direct replies, oldest and newest first, and roots', async () => {
    const { layout, place } = await spoken()
    const children = async (parent: Comment | null, range: Range): Promise<string[]> =>
      slugsOf(await layout.children(place, parent, range))
    expect(await children(null, { limit: 9 })).toEqual(['b', 'a', 'bx'])
    expect(await children(null, { limit: 2, back: true })).toEqual(['bx', 'a'])
    expect(await children(said.b, { limit: 9 })).toEqual(['b/w', 'b/x'])
    expect(await children(said.b, { limit: 9, back: true })).toEqual(['b/x', 'b/w'])
    expect(await children(said.b, { limit: 1, skip: 1 })).toEqual(['b/x'])
    expect(await children(said.y, { limit: 9 })).toEqual([])
    const keyOfA = keyOf('chronological', said.a)
    expect(await children(null, { from: keyOfA, limit: 9 })).toEqual(['a', 'bx'])
    expect(await children(null, { until: keyOfA, limit: 9 })).toEqual(['b'])
    expect(await children(null, { from: keyOfA, limit: 9, back: true })).toEqual(['bx', 'a'])
    expect(await children(null, { until: keyOfA, limit: 9, back: true })).toEqual(['b'])
    expect(await children(said.b, { from: chronologicalKey(said.x.fullSlug), limit: 9 })).toEqual(['b/x'])
    expect(await children(said.b, { until: chronologicalKey(said.x.fullSlug), limit: 9, back: true })).toEqual(['b/w'])
  })

  it('trap 1: comments of one millisecond have one order, and pages of one lose none of them', async () => {
    const parts = ['p', 'd', 'k', 'a', 'z', 'm']
    const { layout, place } = await spoken(parts.map((part) => comment(part, { ms: 7 })))
    for (const order of ['chronological', 'threaded'] as const) {
      const seen: string[] = []
      for (let from = ''; seen.length <= parts.length;) {
        const [next] = await layout.list(place, order, { from, limit: 1 })
        if (next === undefined) break
        seen.push(next.slug)
        from = `${keyOf(order, next)}\0`
      }
      expect(seen).toEqual(parts.toSorted())
    }
    expect(slugsOf(await layout.children(place, null, { limit: 9 }))).toEqual(parts.toSorted())
  })

  it('trap 1: time comes before the random part, to the millisecond', async () => {
    const late = comment('aaa', { ms: 2 })
    const early = comment('zzz', { ms: 1 })
    const { layout, place } = await spoken([late, early])
    expect(slugsOf(await layout.list(place, 'threaded', { limit: 9 }))).toEqual(['zzz', 'aaa'])
    expect(slugsOf(await layout.list(place, 'chronological', { limit: 9 }))).toEqual(['zzz', 'aaa'])
  })

  it('trap 2: a sub-discussion ends at a path boundary and is whole, in order', async () => {
    const root = comment('34db')
    const longer = comment('34dbx')
    const reply = comment('8bda', { under: root, ms: 2 })
    const first = comment('9', { under: root, ms: 1 })
    const deep = comment('k', { under: first, ms: 3 })
    const other = comment('8bda', { under: longer, ms: 1 })
    const { layout, place } = await spoken([other, reply, longer, deep, first, root])
    const within = { from: root.fullSlug, until: behind(root.fullSlug), limit: 100 }
    expect(await layout.list(place, 'threaded', within)).toEqual([root, first, deep, reply])
    expect(await layout.list(place, 'threaded', { ...within, from: below(root.fullSlug) })).toEqual([
      first,
      deep,
      reply,
    ])
    expect(await layout.list(place, 'threaded', { ...within, back: true, limit: 2 })).toEqual([reply, deep])
    expect(await layout.children(place, root, { limit: 9 })).toEqual([first, reply])
  })

  it('takes keys that are only the beginning of one, or behind all', async () => {
    const { layout, place } = await spoken()
    const list = async (range: Range): Promise<string[]> => slugsOf(await layout.list(place, 'chronological', range))
    expect(await list({ from: instant(3), until: instant(5), limit: 9 })).toEqual(['bx', 'b/w', 'b/x'])
    expect(await list({ from: instant(3), until: instant(5), limit: 9, back: true })).toEqual(['b/x', 'b/w', 'bx'])
    expect(await list({ from: `${instant(4)}/`, until: END, limit: 9 })).toEqual(['b/w', 'b/x', 'b/x/y', 'a/z'])
    expect(await list({ from: '', until: `${instant(1)}/${END}`, limit: 9 })).toEqual(['b'])
  })

  it('keeps a deleted comment in its place', async () => {
    const { layout, place } = await spoken()
    await layout.change(place, 'b', () => ({ set: { status: 'deleted', text: '', html: '' }, events: [] }))
    const [first] = await layout.list(place, 'threaded', { limit: 1 })
    expect(first).toMatchObject({ slug: 'b', status: 'deleted', text: '' })
    expect(slugsOf(await layout.list(place, 'threaded', { limit: 9 }))).toEqual(THREADED)
  })
})
