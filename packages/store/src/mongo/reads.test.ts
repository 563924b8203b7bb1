import { beforeAll, describe, expect, it } from 'vitest'
import { parseProjection } from '../dialect/projection.ts'
import type { Doc } from '../dialect/value.ts'
import { planQuery } from '../plan/planner.ts'
import { parseQuery } from '../plan/query.ts'
import { describeMongo } from '../testing/mongo-suite.ts'
import { comments, engineOn } from './engine.fixtures.ts'

describeMongo('reads on MongoDB', (mongo) => {
  const { engine } = engineOn(mongo)
  const find = (query: Parameters<typeof parseQuery>[0], project: unknown = null) =>
    engine().find(comments, planQuery(comments, parseQuery(query)), project === null ? null : parseProjection(project))
  const without = (doc: Doc | undefined, ...names: string[]): object =>
    Object.fromEntries(Object.entries(doc ?? {}).filter(([name]) => !names.includes(name)))

  describe('reads', () => {
    beforeAll(async () => {
      for (let n = 0; n < 20; n++) {
        const posted = `2026-01-${String(1 + Math.floor(n / 2)).padStart(2, '0')}`
        await engine().insert(
          comments,
          {
            _id: `page~s${String(n).padStart(2, '0')}`,
            home: 'page',
            slug: `s${String(n).padStart(2, '0')}`,
            posted,
            tags: [`t${n % 2}`, 'all'],
            n,
            author: { id: n, name: 'x' },
            list: [1, 2, 3],
          },
          [],
        )
      }
    })
    const slugs = (docs: readonly Doc[]) => docs.map(({ slug }) => Number((slug as string).slice(1)))
    const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

    it.each([
      [1, 'posted'],
      [-1, 'posted'],
    ] as const)('pages from end to end (%i)', async (direction, field) => {
      const seen: number[] = []
      let after: Parameters<typeof parseQuery>[0]['after'] = null
      do {
        const page = await find({
          where: { home: 'page' },
          sort: { [field]: direction, slug: direction },
          limit: 7,
          after,
        })
        expect(page.docs.length).toBeLessThanOrEqual(7)
        seen.push(...slugs(page.docs))
        after = page.next
      } while (after !== null)
      expect(seen).toEqual(direction === 1 ? upTo(0, 20) : upTo(0, 20).toReversed())
    })

    it('ends where the list ends', async () => {
      const query = { where: { home: 'page' }, sort: { posted: 1 } }
      expect((await find({ ...query, limit: 20 })).next).toBeNull()
      expect((await find({ ...query, limit: 19 })).next).toEqual(['2026-01-10', 's18'])
      expect(await find({ ...query, skip: 18, limit: 5 })).toMatchObject({ next: null, examined: 20 })
      expect(await find({ ...query, skip: 30, limit: 5 })).toEqual({ docs: [], next: null, examined: 20 })
    })

    it('merges several walks, each document once', async () => {
      const days = ['2026-01-03', '2026-01-01', '2026-01-02']
      const page = await find({ where: { home: 'page', posted: { $in: days } }, sort: { posted: 1 }, limit: 5 })
      expect(slugs(page.docs)).toEqual(upTo(0, 5))
      const rest = await find({
        where: { home: 'page', posted: { $in: days } },
        sort: { posted: 1 },
        limit: 5,
        after: page.next,
      })
      expect(slugs(rest.docs)).toEqual([5])
      expect(rest.next).toBeNull()
      const tagged = await find({ where: { tags: { $in: ['t1', 'all'] } }, sort: { posted: -1 }, limit: 3, skip: 1 })
      expect(tagged.docs.map(({ posted }) => posted)).toEqual(['2026-01-10', '2026-01-09', '2026-01-09'])
      const plan = planQuery(comments, parseQuery({ where: { tags: { $in: ['t1', 'all'] } }, limit: 100 }))
      expect(await engine().count(comments, plan)).toBe(20)
      expect(await engine().count(comments, { ...plan, limit: 7 })).toBe(7)
    })

    it('looks at no more documents than it may, and goes on from there', async () => {
      const query = { where: { home: 'page', n: { $gte: 10 } }, sort: { posted: 1 }, limit: 3, examineAtMost: 8 }
      const first = await find(query)
      expect(first).toEqual({ docs: [], next: ['2026-01-04', 's07'], examined: 8 })
      const second = await find({ ...query, after: first.next })
      expect(slugs(second.docs)).toEqual([10, 11, 12])
      expect(second).toMatchObject({ next: ['2026-01-07', 's12'], examined: 6 })
      const last = await find({ ...query, limit: 100, after: ['2026-01-07', 's12'] })
      expect(slugs(last.docs)).toEqual(upTo(13, 20))
      expect(last).toMatchObject({ next: null, examined: 7 })
    })

    it('projects, and still knows where the page ends', async () => {
      const query = { where: { home: 'page' }, sort: { posted: 1 }, limit: 1 }
      const next = ['2026-01-01', 's00']
      expect(await find(query, { n: 1 })).toMatchObject({ docs: [{ _id: 'page~s00', n: 0 }], next })
      expect((await find(query, { 'author.id': 1, _id: 0 })).docs).toEqual([{ author: { id: 0 } }])
      expect((await find(query, { n: 1, list: { $slice: [1, 1] } })).docs).toEqual([
        { _id: 'page~s00', n: 0, list: [2] },
      ])
      const [whole] = (await find(query)).docs
      expect(await find(query, { list: { $slice: -1 }, tags: 0 })).toMatchObject({
        docs: [{ ...without(whole, 'tags'), list: [3] }],
        next,
      })
      expect(await find(query, { posted: 0, slug: 0, _id: 0 })).toEqual({
        docs: [without(whole, 'posted', 'slug', '_id')],
        next,
        examined: 2,
      })
    })

    it('gives raw JSON', async () => {
      const plan = planQuery(comments, parseQuery({ where: { home: 'page' }, sort: { posted: 1 }, limit: 2 }))
      const page = await engine().findRaw(comments, plan)
      expect(page.docs.map((json) => (JSON.parse(json) as Doc)['n'])).toEqual([0, 1])
    })
  })
})
