import { afterEach, describe, expect, it } from 'vitest'
import { sqliteInMemory, type TestEngine } from '../../../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../../../store/src/testing/suite.ts'
import { behind, below, END, keyOf } from '../../keys.ts'
import type { Comment } from '../../model.ts'
import { comment, event, slugsOf } from '../conformance/conversation.ts'
import { pages } from './collection.ts'
import { pageOf } from './fill.ts'
import type { PageLimits } from './hybrid.ts'
import { layoutOn, part, placeIn, roots, TINY } from './hybrid.fixtures.ts'

type World = ReturnType<typeof layoutOn>

function worlds(engine: TestEngine): (limits?: PageLimits) => Promise<World> {
  const opened: World[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ store }) => store.close()))
  })
  return async (limits) => {
    const world = layoutOn(await engine.open([pages]), limits)
    opened.push(world)
    return world
  }
}

const threaded = placeIn('threaded')
const chronological = placeIn('chronological')

async function insertAll({ layout }: World, place: typeof threaded, comments: readonly Comment[]): Promise<void> {
  for (const each of comments) await layout.insert(place, each, [])
}

describeEngines('the hybrid layout', (engine) => {
  const open = worlds(engine)

  it('trap 4: skips 300 over pages of 100, 102, 101 and 22 and gives 3 + 22 comments', async () => {
    const { layout, pages: all } = await open()
    const comments = roots(325)
    const keys = comments.map((each) => keyOf('chronological', each))
    const ends = [0, 100, 202, 303, 325]
    for (const [at, end] of ends.slice(1).entries()) {
      const start = ends[at] ?? 0
      const span = { from: at === 0 ? '' : (keys[start] ?? ''), until: keys[end] ?? END }
      await all.insert(pageOf({ home: 'h' }, span, comments.slice(start, end).toReversed()))
    }
    const found = await layout.list(chronological, 'chronological', { skip: 300, limit: 50 })
    expect(slugsOf(found)).toEqual(slugsOf(comments.slice(300)))
    const back = await layout.list(chronological, 'chronological', { skip: 300, limit: 50, back: true })
    expect(slugsOf(back)).toEqual(slugsOf(comments.slice(0, 25).toReversed()))
  })

  it('mends what a writer that died has left: a comment without its stub, a stub without its comment', async () => {
    const { layout, pages: all } = await open()
    const [a, b] = roots(2) as [Comment, Comment]
    for (const each of [a, b]) await layout.insert(chronological, each, [])
    const both = (): Promise<Comment[]> => layout.list(chronological, 'threaded', { limit: 10 })
    const stubs = `${chronological.home}o~`
    await all.update({ _id: stubs }, { $pull: { comments: { slug: a.slug } }, $inc: { count: -1 } })
    expect(slugsOf(await both())).toEqual([b.slug])
    await layout.mend?.(chronological, a.slug)
    expect(slugsOf(await both())).toEqual([a.slug, b.slug])
    await all.update({ _id: `${chronological.home}~` }, { $pull: { comments: { slug: a.slug } }, $inc: { count: -1 } })
    expect(slugsOf(await layout.list(chronological, 'threaded', { limit: 10, skip: 1 }))).toEqual([b.slug])
    await layout.mend?.(chronological, a.slug)
    await layout.mend?.(chronological, b.slug)
    expect((await all.get(stubs))?.comments.map(({ slug }) => slug)).toEqual([b.slug])
  })

  it('passes over pages by their counts, from within a page too', async () => {
    const world = await open(TINY)
    const comments = roots(30)
    await insertAll(world, chronological, comments)
    const from = keyOf('chronological', comments[5] as Comment)
    const until = keyOf('chronological', comments[25] as Comment)
    for (let skip = 0; skip < 24; skip++) {
      const range = { from, until, skip, limit: 3 }
      const on = await world.layout.list(chronological, 'chronological', range)
      expect(slugsOf(on)).toEqual(slugsOf(comments.slice(5, 25).slice(skip, skip + 3)))
      const back = await world.layout.list(chronological, 'chronological', { ...range, back: true })
      expect(slugsOf(back)).toEqual(
        slugsOf(
          comments
            .slice(5, 25)
            .toReversed()
            .slice(skip, skip + 3),
        ),
      )
    }
  })

  it.each([chronological, threaded])('trap 5: two first inserts at once make one page ($order)', async (place) => {
    const { layout, storedPages } = await open()
    const [one, two] = roots(2) as [Comment, Comment]
    await Promise.all([layout.insert(place, one, [event('d')]), layout.insert(place, two, [event('d')])])
    expect(slugsOf(await layout.list(place, place.order, { limit: 9 }))).toEqual([one.slug, two.slug])
    expect((await storedPages('h')).map(({ count }) => count)).toEqual([2])
    expect((await storedPages('ho')).map(({ count }) => count)).toEqual([2])
  })

  it.each([chronological, threaded])(
    'trap 5: 50 parallel inserts, each there once on full pages ($order)',
    async (place) => {
      const limits = { comments: 10, stubs: 10 }
      const { layout, storedPages } = await open(limits)
      const comments = roots(100)
      for (const some of [comments.slice(0, 50), comments.slice(50)])
        await Promise.all(some.map((each) => layout.insert(place, each, [event('d')])))
      for (const order of ['chronological', 'threaded'] as const)
        expect(slugsOf(await layout.list(place, order, { limit: 200 }))).toEqual(slugsOf(comments))
      for (const home of ['h', 'ho']) {
        const stored = await storedPages(home)
        expect(stored.map(({ count }) => count)).toEqual(stored.map((page) => page.comments.length))
        expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(100)
        expect(Math.min(...stored.slice(0, -1).map(({ count }) => count))).toBeGreaterThanOrEqual(5)
        expect(stored.every(({ open: isOpen, split, left }) => isOpen && split === null && left === null)).toBe(true)
      }
    },
  )

  it('keeps the pages of a growing discussion nearly full', async () => {
    const world = await open({ comments: 10, stubs: 20 })
    await insertAll(world, chronological, roots(95))
    const counts = (await world.storedPages('h')).map(({ count }) => count)
    expect(counts.slice(0, -1).every((count) => count === 9)).toBe(true)
    expect((await world.storedPages('ho')).slice(0, -1).every(({ count }) => count === 18)).toBe(true)
  })

  it('puts an inserted comment with its events into the log once, however often it is repeated', async () => {
    const { layout, store } = await open(TINY)
    const [one] = roots(1) as [Comment]
    const created = event('d')
    for (let time = 0; time < 3; time++) expect(await layout.insert(threaded, one, [created])).toBe('done')
    await store.events.settle()
    const partition = store.events.partitionOf('org')
    const told = await store.events.read({ partition, after: 0, limit: 9 })
    expect(told.map(({ _id }) => _id)).toEqual([created._id])
    expect(await layout.list(threaded, 'threaded', { limit: 9 })).toEqual([one])
  })

  it('mends a stub that a crash left out when the insert is repeated', async () => {
    const { layout, pages: all, storedPages } = await open(TINY)
    const [one, two] = roots(2) as [Comment, Comment]
    await layout.insert(threaded, one, [])
    await layout.insert(threaded, two, [])
    const [stubs] = await storedPages('ho')
    await all.update({ _id: stubs?._id ?? '' }, { $pull: { comments: { slug: two.slug } }, $inc: { count: -1 } })
    expect(slugsOf(await layout.list(threaded, 'chronological', { limit: 9 }))).toEqual([one.slug])
    await layout.insert(threaded, two, [])
    expect(slugsOf(await layout.list(threaded, 'chronological', { limit: 9 }))).toEqual([one.slug, two.slug])
  })

  it('passes over a stub whose comment is gone', async () => {
    const { layout, pages: all } = await open(TINY)
    const comments = roots(3)
    for (const each of comments) await layout.insert(threaded, each, [])
    await all.update({ _id: 'h~' }, { $pull: { comments: { slug: part(1) } }, $inc: { count: -1 } })
    expect(slugsOf(await layout.list(threaded, 'chronological', { limit: 2 }))).toEqual([part(0), part(2)])
  })

  it('changes a comment by compare-and-set, wherever it has moved to', async () => {
    const world = await open(TINY)
    const comments = roots(12)
    await insertAll(world, threaded, comments)
    const vote = () =>
      world.layout.change(threaded, part(7), ({ votes }) => ({
        set: { votes: { up: votes.up + 1, down: 0 } },
        events: [],
      }))
    await Promise.all(Array.from({ length: 12 }, vote))
    const [voted] = await world.layout.get(threaded, [part(7)])
    expect(voted).toEqual({ ...comments[7], votes: { up: 12, down: 0 }, writes: 13 })
    expect(await world.layout.change(threaded, 'nobody', () => ({ remove: true, events: [] }))).toEqual({
      written: 'done',
      comment: null,
    })
  })

  it('removes a comment from both orders', async () => {
    const world = await open(TINY)
    await insertAll(world, threaded, roots(9))
    const gone = await world.layout.change(threaded, part(4), () => ({ remove: true, events: [event('d', 'deleted')] }))
    expect(gone).toEqual({ written: 'done', comment: null })
    for (const home of ['h', 'ho'])
      expect((await world.storedPages(home)).flatMap((page) => slugsOf(page.comments as Comment[]))).not.toContain(
        part(4),
      )
    expect(await world.layout.get(threaded, [part(3), part(4)])).toMatchObject([{ slug: part(3) }, null])
  })

  it('finds children past large sub-trees without reading them', async () => {
    const { layout, pages: all } = await open(TINY)
    const [one, two] = roots(2) as [Comment, Comment]
    const replies = Array.from({ length: 40 }, (_, at) => comment(part(at), { under: one, ms: 10 + at }))
    for (const each of [one, two, ...replies]) await layout.insert(threaded, each, [])
    expect(slugsOf(await layout.children(threaded, null, { limit: 9 }))).toEqual([one.slug, two.slug])
    expect(slugsOf(await layout.children(threaded, null, { limit: 9, back: true }))).toEqual([two.slug, one.slug])
    expect(slugsOf(await layout.children(threaded, one, { limit: 2, skip: 5 }))).toEqual(slugsOf(replies.slice(5, 7)))
    const inside = await all.find({
      where: { home: 'h', from: { $gt: below(one.fullSlug), $lt: behind(one.fullSlug) } },
      sort: { from: 1 },
      limit: 50,
    })
    const [some] = inside.docs.slice(4)
    await all.remove({ _id: some?._id ?? '' })
    expect(slugsOf(await layout.children(threaded, null, { limit: 9 }))).toEqual([one.slug, two.slug])
  })

  it('clears both series in bounded steps', async () => {
    const world = await open(TINY)
    await insertAll(world, threaded, roots(20))
    const many = (await world.storedPages('h')).length + (await world.storedPages('ho')).length
    let steps = 1
    while (await world.layout.clear(threaded, 3)) steps++
    expect(steps).toBeGreaterThanOrEqual(Math.floor(many / 3))
    expect([...(await world.storedPages('h')), ...(await world.storedPages('ho'))]).toEqual([])
  })

  it('brings a copy with its own `writes`, never an older one', async () => {
    const { layout } = await open(TINY)
    const [one] = roots(1) as [Comment]
    const copies = [4, 2, 9, 9].map((writes) => ({ ...one, writes, text: `copy ${writes}` }))
    for (const copy of copies) expect(await layout.put(threaded, copy)).toBe('done')
    expect(await layout.get(threaded, [one.slug])).toEqual([{ ...one, writes: 9, text: 'copy 9' }])
    expect(slugsOf(await layout.list(threaded, 'chronological', { limit: 2 }))).toEqual([one.slug])
    await layout.drop(threaded, one.slug)
    await layout.drop(threaded, one.slug)
    expect(await layout.list(threaded, 'chronological', { limit: 2 })).toEqual([])
  })

  it('trap 11: keeps ids short where keys are long', async () => {
    const { layout, storedPages } = await open(TINY)
    let deepest = comment(part(0))
    for (let depth = 1; depth <= 100; depth++) deepest = comment(part(depth), { under: deepest, ms: depth })
    const others = Array.from({ length: 9 }, (_, at) => comment(part(200 + at), { ms: 200 + at }))
    for (const each of [deepest, ...others]) await layout.insert(threaded, each, [])
    expect(deepest.fullSlug.length).toBeGreaterThan(3_000)
    expect(Math.max(...(await storedPages('h')).map(({ _id }) => _id.length))).toBeLessThan(60)
    expect(await layout.get(threaded, [deepest.slug])).toEqual([deepest])
  })
})

describe('a page of long comments', () => {
  it('splits before the document is too large', async () => {
    const world = layoutOn(await sqliteInMemory.open([pages]))
    const text = 'x'.repeat(3_000_000)
    const comments = roots(8).map((each) => ({ ...each, text }))
    await insertAll(world, chronological, comments)
    expect(slugsOf(await world.layout.list(chronological, 'chronological', { limit: 9 }))).toEqual(slugsOf(comments))
    const grown = await world.layout.change(chronological, part(0), () => ({ set: { html: text }, events: [] }))
    expect(grown.comment?.html).toBe(text)
    expect((await world.storedPages('h')).length).toBeGreaterThan(1)
    await world.store.close()
  })
})
