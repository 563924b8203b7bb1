import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineCollection } from '../collection.ts'
import { parseChange } from '../dialect/change.ts'
import { parseFilter } from '../dialect/filter.ts'
import { parseProjection } from '../dialect/projection.ts'
import type { Doc } from '../dialect/value.ts'
import type { Engine, UpdateRequest } from '../engine.ts'
import { Duplicate, Misfit, TooLarge } from '../errors.ts'
import type { NewEvent } from '../events/event.ts'
import { partitionOf } from '../events/partition.ts'
import { planQuery } from '../plan/planner.ts'
import { parseQuery } from '../plan/query.ts'
import { describeMongo } from '../testing/mongo-suite.ts'
import { openMongo } from './engine.ts'

const comments = defineCollection<{ _id: string; home: string; slug: string }>({
  name: 'comments',
  shardKey: ['home', 'slug'],
  id: { from: ['home', 'slug'] },
  indexes: [
    { name: 'chronological', on: ['home', 'posted', 'slug'] },
    { name: 'newest', on: ['home', '-posted', 'slug'] },
    { name: 'tagged', on: ['tags', 'posted'], arrays: ['tags'] },
  ],
})
const people = defineCollection<{ _id: string }>({
  name: 'people',
  indexes: [{ name: 'byName', on: ['name'], unique: true }],
})

const commentOf = (slug: string, fields: Record<string, Doc[string]> = {}): Doc => ({
  _id: `h~${slug}`,
  home: 'h',
  slug,
  ...fields,
})
const eventOf = (id: string, org = 'acme'): NewEvent => ({
  _id: id,
  org,
  subject: 's',
  type: 't',
  op: 'created',
  at: '2026-01-01T00:00:00.000Z',
})

function updateOf(id: string, change: Record<string, unknown>, options: Partial<UpdateRequest> = {}): UpdateRequest {
  return {
    id,
    where: [],
    version: null,
    change: parseChange(change),
    upsert: false,
    events: [],
    returning: null,
    ...options,
  }
}

describeMongo('the MongoDB engine', ({ url, database, client }) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openMongo({ url, database, collections: [comments, people], firstVersion: () => 1 })
  })
  afterAll(() => engine.close())

  const logged = async (org = 'acme') => {
    await engine.settle()
    return engine.readEvents({ partition: partitionOf(org, engine.partitions), after: 0, limit: 1000 })
  }
  const find = (query: Parameters<typeof parseQuery>[0], project: unknown = null) =>
    engine.find(comments, planQuery(comments, parseQuery(query)), project === null ? null : parseProjection(project))

  describe('writes', () => {
    it('keeps a document with its version, and shows nothing of its own fields', async () => {
      await engine.insert(comments, commentOf('a', { text: 'x' }), [eventOf('e-a1')])
      expect(await engine.get(comments, 'h~a')).toEqual({ doc: commentOf('a', { text: 'x' }), version: 1 })
      const answer = await engine.update(
        comments,
        updateOf('h~a', { $set: { text: 'y' } }, { events: [eventOf('e-a2')], returning: 'after' }),
      )
      expect(answer).toEqual({ outcome: 'updated', doc: commentOf('a', { text: 'y' }) })
      expect(await engine.get(comments, 'h~a')).toEqual({ doc: commentOf('a', { text: 'y' }), version: 2 })
      expect(JSON.parse((await engine.getRaw(comments, 'h~a')) ?? '')).toEqual(commentOf('a', { text: 'y' }))
      expect(await engine.batch(comments, null, 10)).toEqual([{ doc: commentOf('a', { text: 'y' }), version: 2 }])
      expect((await find({ where: { home: 'h' }, limit: 10 })).docs).toEqual([commentOf('a', { text: 'y' })])
    })

    it('answers with the document before or after', async () => {
      await engine.insert(people, { _id: 'ann', name: 'Ann', n: 1 }, [])
      const before = await engine.update(people, updateOf('ann', { $inc: { n: 1 } }, { returning: 'before' }))
      expect(before).toEqual({ outcome: 'updated', doc: { _id: 'ann', name: 'Ann', n: 1 } })
      const after = await engine.update(people, updateOf('ann', { $inc: { n: 1 } }, { returning: 'after' }))
      expect(after).toEqual({ outcome: 'updated', doc: { _id: 'ann', name: 'Ann', n: 3 } })
    })

    it('changes nothing where the condition or the version does not hold', async () => {
      const change = { $set: { n: 9 } }
      expect(await engine.update(people, updateOf('ann', change, { where: parseFilter({ n: 1 }) }))).toMatchObject({
        outcome: 'unmatched',
      })
      expect(await engine.update(people, updateOf('ann', change, { version: 1, returning: 'after' }))).toEqual({
        outcome: 'unmatched',
        doc: null,
      })
      expect(await engine.update(people, updateOf('nobody', change))).toMatchObject({ outcome: 'unmatched' })
      expect(await engine.remove(people, { id: 'ann', where: parseFilter({ n: 1 }), version: null, events: [] })).toBe(
        false,
      )
      expect(await engine.update(people, updateOf('ann', change, { version: 3 }))).toMatchObject({ outcome: 'updated' })
    })

    it('upserts: makes the document, then changes it', async () => {
      const where = parseFilter({ home: 'h', slug: 'up' })
      const request = updateOf(
        'h~up',
        { $inc: { n: 1 }, $setOnInsert: { first: true } },
        { where, upsert: true, returning: 'after' },
      )
      expect(await engine.update(comments, request)).toEqual({
        outcome: 'inserted',
        doc: commentOf('up', { n: 1, first: true }),
      })
      expect(await engine.update(comments, { ...request, returning: 'before' })).toEqual({
        outcome: 'updated',
        doc: commentOf('up', { n: 1, first: true }),
      })
      expect(await engine.get(comments, 'h~up')).toEqual({ doc: commentOf('up', { n: 2, first: true }), version: 2 })
      const other = updateOf(
        'h~up2',
        { $set: { n: 1 } },
        { where: parseFilter({ home: 'h', slug: 'up2' }), upsert: true, returning: 'before' },
      )
      expect(await engine.update(comments, other)).toEqual({ outcome: 'inserted', doc: null })
    })

    it('makes one document of many upserts at once', async () => {
      const upserts = Array.from({ length: 20 }, () =>
        engine.update(people, updateOf('many', { $inc: { n: 1 } }, { upsert: true })),
      )
      const outcomes = (await Promise.all(upserts)).map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(1)
      expect(await engine.get(people, 'many')).toEqual({ doc: { _id: 'many', n: 20 }, version: 20 })
    })

    it('says that an upsert meets a document which does not fit', async () => {
      const request = updateOf('ann', { $set: { n: 1 } }, { where: parseFilter({ name: 'Bob' }), upsert: true })
      await expect(engine.update(people, request)).rejects.toThrow(new Duplicate('people', '_id'))
    })

    it('has one winner among many who saw the same version', async () => {
      await engine.insert(people, { _id: 'race', name: 'Race' }, [])
      const rivals = Array.from({ length: 50 }, (_, n) =>
        engine.update(people, updateOf('race', { $set: { n } }, { version: 1 })),
      )
      const outcomes = (await Promise.all(rivals)).map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'updated')).toHaveLength(1)
    })

    it('finds nothing under an id that no document can have', async () => {
      expect(await engine.get(comments, 'noparts')).toBeNull()
      expect(await engine.update(comments, updateOf('noparts', { $set: { n: 1 } }))).toMatchObject({
        outcome: 'unmatched',
      })
      expect(await engine.remove(comments, { id: 'noparts', where: [], version: null, events: [] })).toBe(false)
    })
  })

  describe('errors', () => {
    it('names the unique index', async () => {
      await engine.insert(people, { _id: 'dup', name: 'Dup' }, [])
      await expect(engine.insert(people, { _id: 'dup', name: 'Other' }, [])).rejects.toThrow(
        new Duplicate('people', '_id'),
      )
      await expect(engine.insert(people, { _id: 'dup2', name: 'Dup' }, [])).rejects.toThrow(
        new Duplicate('people', 'byName'),
      )
      await expect(engine.update(people, updateOf('dup', { $set: { name: 'Race' } }))).rejects.toThrow(
        new Duplicate('people', 'byName'),
      )
    })

    it('names the path that a change does not fit', async () => {
      await engine.insert(people, { _id: 'fit', name: 'Fit', s: 'x', n: 1 }, [])
      const misfit = (change: Record<string, unknown>) =>
        engine.update(people, updateOf('fit', change)).catch((error: unknown) => error)
      expect(await misfit({ $set: { n: 2 }, $inc: { s: 1 } })).toMatchObject({ code: 'misfit', path: 's' })
      expect(await misfit({ $push: { s: 1 } })).toMatchObject({ code: 'misfit', path: 's' })
      expect(await misfit({ $set: { 'n.a': 1 } })).toMatchObject({ code: 'misfit', path: 'n.a' })
      expect(await misfit({ $inc: { s: 1 } })).toBeInstanceOf(Misfit)
      expect((await engine.get(people, 'fit'))?.version).toBe(1)
    })

    it('refuses an array where an index expects none, and two arrays in one index', async () => {
      await expect(engine.insert(comments, commentOf('bad', { posted: ['x'] }), [])).rejects.toBeInstanceOf(Misfit)
      expect(await engine.get(comments, 'h~bad')).toBeNull()
    })

    it('refuses a document past 16 MB', async () => {
      const huge = { _id: 'huge', name: 'Huge', text: 'x'.repeat(16 * 1024 * 1024) }
      await expect(engine.insert(people, huge, [])).rejects.toBeInstanceOf(TooLarge)
      const change = { $set: { text: 'x'.repeat(20 * 1024 * 1024) } }
      await expect(engine.update(people, updateOf('fit', change))).rejects.toBeInstanceOf(TooLarge)
    })
  })

  describe('removing', () => {
    const remove = (id: string, events: readonly NewEvent[] = []) =>
      engine.remove(people, { id, where: [], version: null, events })

    it('deletes at once what nothing waits in', async () => {
      await engine.insert(people, { _id: 'plain', name: 'Plain' }, [])
      expect(await remove('plain')).toBe(true)
      expect(await remove('plain')).toBe(false)
      expect(await client.db(database).collection<{ _id: string }>('people').findOne({ _id: 'plain' })).toBeNull()
    })

    it('tells of a removal, then deletes', async () => {
      await engine.insert(people, { _id: 'told', name: 'Told' }, [eventOf('e-told-1', 'told')])
      expect(await remove('told', [eventOf('e-told-2', 'told')])).toBe(true)
      expect(await engine.get(people, 'told')).toBeNull()
      expect((await logged('told')).map(({ _id, seq }) => [seq, _id])).toEqual([
        [1, 'e-told-1'],
        [2, 'e-told-2'],
      ])
      expect(await client.db(database).collection<{ _id: string }>('people').findOne({ _id: 'told' })).toBeNull()
    })

    it('takes an id and a unique key again at once, in the order of the events', async () => {
      for (let round = 0; round < 10; round++) {
        await engine.insert(people, { _id: `again${round % 2}`, name: 'Again' }, [
          eventOf(`e-again-${round}-a`, 'again'),
        ])
        expect(await remove(`again${round % 2}`, [eventOf(`e-again-${round}-b`, 'again')])).toBe(true)
      }
      const rounds = Array.from({ length: 10 }, (_, round) => [`e-again-${round}-a`, `e-again-${round}-b`]).flat()
      expect((await logged('again')).map(({ _id }) => _id)).toEqual(rounds)
    })

    it('upserts and changes into the key of one that is going', async () => {
      await engine.insert(people, { _id: 'going', name: 'Going' }, [])
      await remove('going', [eventOf('e-going', 'going')])
      expect(
        await engine.update(people, updateOf('going', { $set: { name: 'Back' } }, { upsert: true })),
      ).toMatchObject({ outcome: 'inserted' })
      await remove('going', [eventOf('e-going-2', 'going')])
      expect(await engine.update(people, updateOf('fit', { $set: { name: 'Back' } }))).toMatchObject({
        outcome: 'updated',
      })
    })
  })

  describe('events', () => {
    it('numbers without gaps, in order within a document, each event once', async () => {
      const written = Array.from({ length: 40 }, async (_, n) => {
        await engine.insert(people, { _id: `p${n}`, name: `p${n}` }, [eventOf(`p${n}-0`, 'busy')])
        for (let k = 1; k < 5; k++)
          await engine.update(
            people,
            updateOf(`p${n}`, { $inc: { k: 1 } }, { events: [eventOf(`p${n}-${k}`, 'busy')] }),
          )
      })
      await Promise.all(written)
      await engine.update(people, updateOf('p0', { $inc: { k: 1 } }, { events: [eventOf('p0-4', 'busy')] }))
      const events = (await logged('busy')).filter(({ org }) => org === 'busy')
      expect(events).toHaveLength(200)
      for (let n = 0; n < 40; n++) {
        const own = events.filter(({ _id }) => _id.startsWith(`p${n}-`)).map(({ _id }) => _id)
        expect(own).toEqual(Array.from({ length: 5 }, (_, k) => `p${n}-${k}`))
      }
      const all = await logged('busy')
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1))
    })

    it('wakes whoever waits for a partition', async () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      const stop = engine.onAppend(
        (partition) => partition === partitionOf('woken', engine.partitions) && resolve(partition),
      )
      await engine.insert(people, { _id: 'woken', name: 'Woken' }, [eventOf('e-woken', 'woken')])
      expect(await promise).toBe(partitionOf('woken', engine.partitions))
      stop()
    })

    it('reads by subject, and keeps the newest when old ones go', async () => {
      const partition = partitionOf('trim', engine.partitions)
      const start = await engine.lastSeq(partition)
      const events = Array.from({ length: 5 }, (_, n) => ({
        ...eventOf(`trim-${n}`, 'trim'),
        subject: n % 2 === 0 ? 'even' : 'odd',
        after: { n },
      }))
      await engine.insert(people, { _id: 'trim', name: 'Trim' }, events)
      await engine.settle()
      const odd = await engine.readEvents({ partition, subject: 'odd', after: start, limit: 10 })
      expect(odd).toEqual([
        { ...events[1], partition, seq: start + 2 },
        { ...events[3], partition, seq: start + 4 },
      ])
      const everything = { partition, before: '2027-01-01T00:00:00.000Z', upTo: Number.MAX_SAFE_INTEGER, limit: 1000 }
      expect(await engine.trimEvents({ ...everything, before: '2025-01-01T00:00:00.000Z' })).toBe(0)
      expect(await engine.trimEvents({ ...everything, upTo: start + 1 })).toBe(start + 1)
      expect(await engine.trimEvents({ ...everything, limit: 2 })).toBe(2)
      expect(await engine.trimEvents(everything)).toBe(1)
      expect(await engine.trimEvents(everything)).toBe(0)
      expect(await engine.lastSeq(partition)).toBe(start + 5)
    })
  })

  describe('reads', () => {
    beforeAll(async () => {
      for (let n = 0; n < 20; n++) {
        const posted = `2026-01-${String(1 + Math.floor(n / 2)).padStart(2, '0')}`
        await engine.insert(
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
    const slugs = (docs: readonly Doc[]) => docs.map(({ slug }) => Number(String(slug).slice(1)))
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
      expect(await engine.count(comments, plan)).toBe(20)
      expect(await engine.count(comments, { ...plan, limit: 7 })).toBe(7)
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
      const { list, tags, ...others } = whole as Doc
      expect(await find(query, { list: { $slice: -1 }, tags: 0 })).toMatchObject({
        docs: [{ ...others, list: [3] }],
        next,
      })
      const { posted, slug, _id, ...rest } = whole as Doc
      expect(await find(query, { posted: 0, slug: 0, _id: 0 })).toEqual({ docs: [rest], next, examined: 2 })
    })

    it('gives raw JSON', async () => {
      const plan = planQuery(comments, parseQuery({ where: { home: 'page' }, sort: { posted: 1 }, limit: 2 }))
      const page = await engine.findRaw(comments, plan)
      expect(page.docs.map((json) => (JSON.parse(json) as Doc)['n'])).toEqual([0, 1])
    })
  })
})
