import { describe, expect, it } from 'vitest'
import { parseFilter } from '../dialect/filter.ts'
import { Duplicate, Misfit, TooLarge } from '../errors.ts'
import type { NewEvent } from '../events/event.ts'
import { planQuery } from '../plan/planner.ts'
import { parseQuery } from '../plan/query.ts'
import { describeMongo } from '../testing/mongo-suite.ts'
import { commentOf, comments, engineOn, eventOf, people, updateOf } from './engine.fixtures.ts'

describeMongo('writes on MongoDB', (mongo) => {
  const { engine, logged } = engineOn(mongo)
  const raw = () => mongo.client.db(mongo.database).collection<{ _id: string }>('people')

  describe('writes', () => {
    it('keeps a document with its version, and shows nothing of its own fields', async () => {
      await engine().insert(comments, commentOf('a', { text: 'x' }), [eventOf('e-a1')])
      expect(await engine().get(comments, 'h~a')).toEqual({ doc: commentOf('a', { text: 'x' }), version: 1 })
      const answer = await engine().update(
        comments,
        updateOf('h~a', { $set: { text: 'y' } }, { events: [eventOf('e-a2')], returning: 'after' }),
      )
      expect(answer).toEqual({ outcome: 'updated', doc: commentOf('a', { text: 'y' }) })
      expect(await engine().get(comments, 'h~a')).toEqual({ doc: commentOf('a', { text: 'y' }), version: 2 })
      expect(JSON.parse((await engine().getRaw(comments, 'h~a')) ?? '')).toEqual(commentOf('a', { text: 'y' }))
      expect(await engine().batch(comments, null, 10)).toEqual([{ doc: commentOf('a', { text: 'y' }), version: 2 }])
      const plan = planQuery(comments, parseQuery({ where: { home: 'h' }, limit: 10 }))
      expect((await engine().find(comments, plan, null)).docs).toEqual([commentOf('a', { text: 'y' })])
    })

    it('answers with the document before or after', async () => {
      await engine().insert(people, { _id: 'ann', name: 'Ann', n: 1 }, [])
      const before = await engine().update(people, updateOf('ann', { $inc: { n: 1 } }, { returning: 'before' }))
      expect(before).toEqual({ outcome: 'updated', doc: { _id: 'ann', name: 'Ann', n: 1 } })
      const after = await engine().update(people, updateOf('ann', { $inc: { n: 1 } }, { returning: 'after' }))
      expect(after).toEqual({ outcome: 'updated', doc: { _id: 'ann', name: 'Ann', n: 3 } })
    })

    it('changes nothing where the condition or the version does not hold', async () => {
      const change = { $set: { n: 9 } }
      expect(await engine().update(people, updateOf('ann', change, { where: parseFilter({ n: 1 }) }))).toMatchObject({
        outcome: 'unmatched',
      })
      expect(await engine().update(people, updateOf('ann', change, { version: 1, returning: 'after' }))).toEqual({
        outcome: 'unmatched',
        doc: null,
      })
      expect(await engine().update(people, updateOf('nobody', change))).toMatchObject({ outcome: 'unmatched' })
      expect(
        await engine().remove(people, { id: 'ann', where: parseFilter({ n: 1 }), version: null, events: [] }),
      ).toBe(false)
      expect(await engine().update(people, updateOf('ann', change, { version: 3 }))).toMatchObject({
        outcome: 'updated',
      })
    })

    it('upserts: makes the document, then changes it', async () => {
      const where = parseFilter({ home: 'h', slug: 'up' })
      const request = updateOf(
        'h~up',
        { $inc: { n: 1 }, $setOnInsert: { first: true } },
        { where, upsert: true, returning: 'after' },
      )
      expect(await engine().update(comments, request)).toEqual({
        outcome: 'inserted',
        doc: commentOf('up', { n: 1, first: true }),
      })
      expect(await engine().update(comments, { ...request, returning: 'before' })).toEqual({
        outcome: 'updated',
        doc: commentOf('up', { n: 1, first: true }),
      })
      expect(await engine().get(comments, 'h~up')).toEqual({ doc: commentOf('up', { n: 2, first: true }), version: 2 })
      const other = updateOf(
        'h~up2',
        { $set: { n: 1 } },
        { where: parseFilter({ home: 'h', slug: 'up2' }), upsert: true, returning: 'before' },
      )
      expect(await engine().update(comments, other)).toEqual({ outcome: 'inserted', doc: null })
    })

    it('makes one document of many upserts at once', async () => {
      const upserts = Array.from({ length: 20 }, () =>
        engine().update(people, updateOf('many', { $inc: { n: 1 } }, { upsert: true })),
      )
      const outcomes = (await Promise.all(upserts)).map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(1)
      expect(await engine().get(people, 'many')).toEqual({ doc: { _id: 'many', n: 20 }, version: 20 })
    })

    it('says that an upsert meets a document which does not fit', async () => {
      const request = updateOf('ann', { $set: { n: 1 } }, { where: parseFilter({ name: 'Bob' }), upsert: true })
      await expect(engine().update(people, request)).rejects.toThrow(new Duplicate('people', '_id'))
    })

    it('has one winner among many who saw the same version', async () => {
      await engine().insert(people, { _id: 'race', name: 'Race' }, [])
      const rivals = Array.from({ length: 50 }, (_, n) =>
        engine().update(people, updateOf('race', { $set: { n } }, { version: 1 })),
      )
      const outcomes = (await Promise.all(rivals)).map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'updated')).toHaveLength(1)
    })

    it('finds nothing under an id that no document can have', async () => {
      expect(await engine().get(comments, 'noparts')).toBeNull()
      expect(await engine().update(comments, updateOf('noparts', { $set: { n: 1 } }))).toMatchObject({
        outcome: 'unmatched',
      })
      expect(await engine().remove(comments, { id: 'noparts', where: [], version: null, events: [] })).toBe(false)
    })
  })

  describe('errors', () => {
    it('names the unique index', async () => {
      await engine().insert(people, { _id: 'dup', name: 'Dup' }, [])
      await expect(engine().insert(people, { _id: 'dup', name: 'Other' }, [])).rejects.toThrow(
        new Duplicate('people', '_id'),
      )
      await expect(engine().insert(people, { _id: 'dup2', name: 'Dup' }, [])).rejects.toThrow(
        new Duplicate('people', 'byName'),
      )
      await expect(engine().update(people, updateOf('dup', { $set: { name: 'Race' } }))).rejects.toThrow(
        new Duplicate('people', 'byName'),
      )
    })

    it('names the path that a change does not fit', async () => {
      await engine().insert(people, { _id: 'fit', name: 'Fit', s: 'x', n: 1 }, [])
      const misfit = (change: Record<string, unknown>) =>
        engine()
          .update(people, updateOf('fit', change))
          .catch((error: unknown) => error)
      expect(await misfit({ $set: { n: 2 }, $inc: { s: 1 } })).toMatchObject({ code: 'misfit', path: 's' })
      expect(await misfit({ $push: { s: 1 } })).toMatchObject({ code: 'misfit', path: 's' })
      expect(await misfit({ $set: { 'n.a': 1 } })).toMatchObject({ code: 'misfit', path: 'n.a' })
      expect(await misfit({ $inc: { s: 1 } })).toBeInstanceOf(Misfit)
      expect((await engine().get(people, 'fit'))?.version).toBe(1)
    })

    it('refuses an array where an index expects none, and two arrays in one index', async () => {
      await expect(engine().insert(comments, commentOf('bad', { posted: ['x'] }), [])).rejects.toBeInstanceOf(Misfit)
      expect(await engine().get(comments, 'h~bad')).toBeNull()
    })

    it('refuses a document past 16 MB', async () => {
      const huge = { _id: 'huge', name: 'Huge', text: 'x'.repeat(16 * 1024 * 1024) }
      await expect(engine().insert(people, huge, [])).rejects.toBeInstanceOf(TooLarge)
      const change = { $set: { text: 'x'.repeat(20 * 1024 * 1024) } }
      await expect(engine().update(people, updateOf('fit', change))).rejects.toBeInstanceOf(TooLarge)
    })
  })

  describe('removing', () => {
    const remove = (id: string, events: readonly NewEvent[] = []) =>
      engine().remove(people, { id, where: [], version: null, events })

    it('deletes at once what nothing waits in', async () => {
      await engine().insert(people, { _id: 'plain', name: 'Plain' }, [])
      expect(await remove('plain')).toBe(true)
      expect(await remove('plain')).toBe(false)
      expect(await raw().findOne({ _id: 'plain' })).toBeNull()
    })

    it('tells of a removal, then deletes', async () => {
      await engine().insert(people, { _id: 'told', name: 'Told' }, [eventOf('e-told-1', 'told')])
      expect(await remove('told', [eventOf('e-told-2', 'told')])).toBe(true)
      expect(await engine().get(people, 'told')).toBeNull()
      expect((await logged('told')).map(({ _id, seq }) => [seq, _id])).toEqual([
        [1, 'e-told-1'],
        [2, 'e-told-2'],
      ])
      expect(await raw().findOne({ _id: 'told' })).toBeNull()
    })

    it('takes an id and a unique key again at once, in the order of the events', async () => {
      for (let round = 0; round < 10; round++) {
        await engine().insert(people, { _id: `again${round % 2}`, name: 'Again' }, [
          eventOf(`e-again-${round}-a`, 'again'),
        ])
        expect(await remove(`again${round % 2}`, [eventOf(`e-again-${round}-b`, 'again')])).toBe(true)
      }
      const rounds = Array.from({ length: 10 }, (_, round) => [`e-again-${round}-a`, `e-again-${round}-b`]).flat()
      expect((await logged('again')).map(({ _id }) => _id)).toEqual(rounds)
    })

    it('upserts and changes into the key of one that is going', async () => {
      await engine().insert(people, { _id: 'going', name: 'Going' }, [])
      await remove('going', [eventOf('e-going', 'going')])
      expect(
        await engine().update(people, updateOf('going', { $set: { name: 'Back' } }, { upsert: true })),
      ).toMatchObject({ outcome: 'inserted' })
      await remove('going', [eventOf('e-going-2', 'going')])
      expect(await engine().update(people, updateOf('fit', { $set: { name: 'Back' } }))).toMatchObject({
        outcome: 'updated',
      })
    })
  })
})
