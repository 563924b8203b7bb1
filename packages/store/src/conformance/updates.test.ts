import { expect, it } from 'vitest'
import { Misfit, UnsupportedOperator } from '../index.ts'
import { describeEngines } from '../testing/suite.ts'
import { note, versionOf, worlds } from './world.ts'

describeEngines('updates', (engine) => {
  const world = worlds(engine)

  it('change one document and raise its version', async () => {
    const { notes } = await world()
    await notes.insert(note('a', { votes: 1, tags: ['x'] }))
    const first = await versionOf(notes, 'h~a')
    const change = { $inc: { votes: 2 }, $push: { tags: 'y' }, $set: { 'author.name': 'Ada' } } as const
    expect(await notes.update({ _id: 'h~a' }, change)).toEqual({ outcome: 'updated', doc: null })
    expect(await notes.get('h~a')).toMatchObject({ votes: 3, tags: ['x', 'y'], author: { name: 'Ada' } })
    expect(await versionOf(notes, 'h~a')).toBe(first + 1)
  })

  it('give the document before or after on demand', async () => {
    const { notes } = await world()
    await notes.insert(note('a', { votes: 1 }))
    const before = await notes.update({ _id: 'h~a' }, { $inc: { votes: 1 } }, { returning: 'before' })
    expect(before).toMatchObject({ outcome: 'updated', doc: { votes: 1 } })
    const after = await notes.update({ _id: 'h~a' }, { $inc: { votes: 1 } }, { returning: 'after' })
    expect(after).toMatchObject({ outcome: 'updated', doc: { votes: 3 } })
    expect(Object.keys(after.doc ?? {}).toSorted()).toEqual(['_id', 'home', 'posted', 'slug', 'votes'])
  })

  it('do nothing where the document is missing or the conditions do not hold', async () => {
    const { notes } = await world()
    await notes.insert(note('a', { votes: 1 }))
    const first = await versionOf(notes, 'h~a')
    expect(await notes.update({ _id: 'h~b' }, { $inc: { votes: 1 } })).toEqual({ outcome: 'unmatched', doc: null })
    expect(
      await notes.update({ _id: 'h~a', votes: { $gt: 5 } }, { $inc: { votes: 1 } }, { returning: 'after' }),
    ).toEqual({ outcome: 'unmatched', doc: null })
    expect(await notes.update({ _id: 'h~a' }, { $inc: { votes: 1 } }, { version: 7 })).toEqual({
      outcome: 'unmatched',
      doc: null,
    })
    expect(await notes.get('h~a')).toMatchObject({ votes: 1 })
    expect(await versionOf(notes, 'h~a')).toBe(first)
  })

  it('raise the version even where nothing else changes', async () => {
    const { notes } = await world()
    await notes.insert(note('a', { votes: 1 }))
    const first = await versionOf(notes, 'h~a')
    await notes.update({ _id: 'h~a' }, { $set: { votes: 1 } })
    await notes.update({ _id: 'h~a' }, {})
    expect(await versionOf(notes, 'h~a')).toBe(first + 2)
  })

  it('have one winner of fifty compare-and-sets', async () => {
    const { notes } = await world()
    await notes.insert(note('a'))
    const first = await versionOf(notes, 'h~a')
    const tries = Array.from({ length: 50 }, (_, at) =>
      notes.update({ _id: 'h~a' }, { $set: { votes: at } }, { version: first }),
    )
    const outcomes = (await Promise.all(tries)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'updated')).toHaveLength(1)
    expect(await versionOf(notes, 'h~a')).toBe(first + 1)
  })

  it('lose none of a hundred concurrent increments', async () => {
    const { notes } = await world()
    await notes.insert(note('a', { votes: 0 }))
    const first = await versionOf(notes, 'h~a')
    await Promise.all(Array.from({ length: 100 }, () => notes.update({ _id: 'h~a' }, { $inc: { votes: 1 } })))
    expect(await notes.get('h~a')).toMatchObject({ votes: 100 })
    expect(await versionOf(notes, 'h~a')).toBe(first + 100)
  })

  it('make the document where there is none and upsert is asked for', async () => {
    const { notes } = await world()
    const change = { $inc: { votes: 1 }, $setOnInsert: { posted: 'p' } } as const
    expect(await notes.update({ _id: 'h~a', title: 't' }, change, { upsert: true, returning: 'after' })).toEqual({
      outcome: 'inserted',
      doc: { _id: 'h~a', home: 'h', slug: 'a', title: 't', votes: 1, posted: 'p' },
    })
    expect(await notes.update({ _id: 'h~a' }, change, { upsert: true, returning: 'before' })).toMatchObject({
      outcome: 'updated',
      doc: { votes: 1 },
    })
    expect(await notes.get('h~a')).toMatchObject({ votes: 2, posted: 'p' })
    await expect(notes.update({ _id: 'h~a', title: 'other' }, change, { upsert: true })).rejects.toMatchObject({
      code: 'duplicate',
      index: '_id',
    })
  })

  it('upsert once, however many do it at once', async () => {
    const { notes } = await world()
    const all = Array.from({ length: 20 }, () => notes.update({ _id: 'h~a' }, { $inc: { votes: 1 } }, { upsert: true }))
    const outcomes = (await Promise.all(all)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(1)
    expect((await notes.get('h~a'))?.votes).toBe(20)
  })

  it('reach the elements that array filters name', async () => {
    const { notes } = await world()
    await notes.insert(
      note('a', {
        replies: [
          { slug: 'x', votes: 1 },
          { slug: 'y', votes: 1 },
        ],
      }),
    )
    await notes.update(
      { _id: 'h~a' },
      { $inc: { 'replies.$[reply].votes': 5 } },
      { arrayFilters: [{ 'reply.slug': 'y' }] },
    )
    expect((await notes.get('h~a'))?.replies).toEqual([
      { slug: 'x', votes: 1 },
      { slug: 'y', votes: 6 },
    ])
  })

  it('that do not fit the document leave it as it was and say where', async () => {
    const { notes } = await world()
    await notes.insert(note('a', { title: 'text', votes: 1 }))
    const first = await versionOf(notes, 'h~a')
    const wrong = notes.update({ _id: 'h~a' }, { $set: { votes: 9 }, $inc: { title: 1 } } as never)
    await expect(wrong).rejects.toBeInstanceOf(Misfit)
    await expect(wrong).rejects.toMatchObject({ path: 'title' })
    expect(await notes.get('h~a')).toMatchObject({ title: 'text', votes: 1 })
    expect(await versionOf(notes, 'h~a')).toBe(first)
  })

  it('meet the unique indexes', async () => {
    const { accounts } = await world()
    await accounts.insert({ _id: '1', email: 'a', aliases: ['x'] })
    await accounts.insert({ _id: '2', email: 'b', aliases: ['y'] })
    await expect(accounts.update({ _id: '2' }, { $set: { email: 'a' } })).rejects.toMatchObject({
      code: 'duplicate',
      index: 'email',
    })
    await expect(accounts.update({ _id: '2' }, { $push: { aliases: 'x' } })).rejects.toMatchObject({
      code: 'duplicate',
      index: 'aliases',
    })
    expect(await accounts.get('2')).toMatchObject({ email: 'b', aliases: ['y'] })
    await accounts.update({ _id: '1' }, { $set: { email: 'c' }, $pull: { aliases: 'x' } })
    await accounts.update({ _id: '2' }, { $set: { email: 'a' }, $push: { aliases: 'x' } })
    expect(await accounts.get('2')).toMatchObject({ email: 'a', aliases: ['y', 'x'] })
  })

  it.each([
    ['without an id', {}, { $set: { votes: 1 } }],
    ['of a part of the id', { _id: 'h~a' }, { $set: { slug: 'b' } }],
    ['of the id', { _id: 'h~a' }, { $set: { _id: 'h~b' } }],
    ['of a hidden field', { _id: 'h~a' }, { $set: { _v: 1 } }],
    ['with an unknown operator', { _id: 'h~a' }, { $rename: { votes: 'v' } }],
    ['that replaces the document', { _id: 'h~a' }, { votes: 1 }],
    ['twice at one place', { _id: 'h~a' }, { $set: { votes: 1 }, $inc: { votes: 1 } }],
  ])('are refused %s', async (_what, where, change) => {
    const { notes } = await world()
    await notes.insert(note('a'))
    const first = await versionOf(notes, 'h~a')
    await expect(notes.update(where as never, change as never)).rejects.toBeInstanceOf(UnsupportedOperator)
    expect(await versionOf(notes, 'h~a')).toBe(first)
  })

  it('may not put an array where an index expects a single value', async () => {
    const { notes } = await world()
    await notes.insert(note('a'))
    await expect(notes.update({ _id: 'h~a' }, { $set: { any: ['x'] } } as never)).rejects.toMatchObject({
      code: 'misfit',
      path: 'any',
    })
    await expect(
      notes.update({ _id: 'h~b' }, { $push: { any: 'x' } } as never, { upsert: true }),
    ).rejects.toBeInstanceOf(Misfit)
  })
})
