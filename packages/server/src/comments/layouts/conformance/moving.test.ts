import { expect, it } from 'vitest'
import { comment, event, slugsOf, smallConversation } from './conversation.ts'
import { describeLayouts } from './ground.ts'

const ALL = { limit: 100 }

describeLayouts('a discussion that moves', (open) => {
  it('brings copies to where it is going, in any order, once', async () => {
    const { layout, target } = await open()
    const { b, x, y, w, a } = smallConversation()
    for (const copy of [y, b, a, x, w, b, y]) expect(await layout.put(target, copy)).toBe('done')
    expect(await layout.list(target, 'threaded', ALL)).toEqual([b, w, x, y, a])
    expect(await layout.list(target, 'chronological', ALL)).toEqual([b, a, w, x, y])
  })

  it('keeps the newer of two copies', async () => {
    const { layout, target } = await open()
    const { b, x } = smallConversation()
    const newer = { ...b, text: 'newer', votes: { up: 2, down: 1 }, reactions: { heart: 1 }, replies: 1, writes: 3 }
    await layout.put(target, b)
    await layout.put(target, x)
    expect(await layout.put(target, newer)).toBe('done')
    expect(await layout.put(target, { ...b, text: 'older', writes: 2 })).toBe('done')
    expect(await layout.put(target, { ...b, text: 'as old', writes: 3 })).toBe('done')
    expect(await layout.list(target, 'threaded', ALL)).toEqual([newer, x])
    await layout.put(target, { ...newer, reactions: {}, writes: 4 })
    expect(await layout.get(target, ['b'])).toEqual([{ ...newer, reactions: {}, writes: 4 }])
  })

  it('ends with the newest of many copies brought at once', async () => {
    const { layout, target } = await open()
    const copies = Array.from({ length: 12 }, (_, at) => comment('a', { text: `${at}`, writes: at + 1 }))
    await Promise.all(copies.map((copy) => layout.put(target, copy)))
    expect(await layout.list(target, 'chronological', ALL)).toEqual([copies.at(-1)])
  })

  it('takes a copy away again, and what was said below it stays', async () => {
    const { layout, target } = await open()
    const { b, x } = smallConversation()
    await layout.put(target, b)
    await layout.put(target, x)
    await layout.drop(target, 'b')
    await layout.drop(target, 'b')
    await layout.drop(target, 'nobody')
    expect(await layout.list(target, 'threaded', ALL)).toEqual([x])
    await layout.put(target, b)
    expect(await layout.list(target, 'threaded', ALL)).toEqual([b, x])
  })

  it('keeps its places apart', async () => {
    const { layout, place, target } = await open()
    await layout.insert(place, comment('a'), [])
    await layout.put(target, comment('b'))
    expect(slugsOf(await layout.list(place, 'threaded', ALL))).toEqual(['a'])
    expect(slugsOf(await layout.list(target, 'threaded', ALL))).toEqual(['b'])
  })

  it('writes at its new place once it is there', async () => {
    const { layout, target, discussions } = await open()
    const { b, x } = smallConversation()
    await layout.put(target, b)
    const { home, discussion } = target
    await discussions.update({ _id: discussion }, { $set: { home, moving: null }, $inc: { epoch: 1 } })
    const place = { ...target, epoch: target.epoch + 1 }
    expect(await layout.insert(place, x, [])).toBe('done')
    expect(await layout.change(place, 'b', () => ({ set: { text: 'new' }, events: [] }))).toMatchObject({
      written: 'done',
    })
    expect(await layout.list(place, 'threaded', ALL)).toEqual([{ ...b, text: 'new', writes: 2 }, x])
  })

  it('clears the place it has left, step by step, and no other', async () => {
    const { layout, place, target, discussions } = await open()
    const said = Object.values(smallConversation())
    for (const each of said) await layout.insert(place, each, [])
    for (const each of said) await layout.put(target, each)
    await discussions.update({ _id: place.discussion }, { $set: { home: target.home, moving: null } })
    let steps = 1
    while (await layout.clear(place, 2)) steps++
    expect(steps).toBeLessThanOrEqual(said.length + 1)
    expect(await layout.list(place, 'chronological', ALL)).toEqual([])
    expect(await layout.get(place, ['b'])).toEqual([null])
    expect(await layout.list(target, 'chronological', ALL)).toHaveLength(said.length)
    expect(await layout.clear(place, 2)).toBe(false)
  })

  it.each(['epoch', 'switching', 'home'] as const)(
    'tells a writer whose discussion has another %s, where it guards the epoch',
    async (what) => {
      const { layout, place, discussions, store } = await open()
      await layout.insert(place, comment('a'), [])
      const seen = (await discussions.get(place.discussion)) ?? expect.unreachable()
      const set = { epoch: { epoch: 2 }, switching: { switching: 'mover' }, home: { home: 'elsewhere' } }[what]
      await discussions.update({ _id: place.discussion }, { $set: set })
      const expected = layout.guardsEpoch ? 'moved' : 'done'
      for (const from of [place, { ...place, seen }]) {
        expect(await layout.insert(from, comment('b'), [event(place.discussion)])).toBe(expected)
        const change = layout.change(from, 'a', () => ({ set: { text: 'x' }, events: [event(place.discussion)] }))
        expect(await change).toMatchObject({ written: expected })
      }
      if (!layout.guardsEpoch) return
      expect(await layout.list(place, 'chronological', ALL)).toEqual([comment('a')])
      await store.events.settle()
      const partition = store.events.partitionOf('org')
      expect(await store.events.read({ partition, subject: place.discussion, after: 0, limit: 9 })).toEqual([])
    },
  )
})
