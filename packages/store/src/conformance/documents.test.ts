import { expect, it } from 'vitest'
import { Duplicate, Misfit, TooLarge, UnsupportedOperator } from '../index.ts'
import { describeEngines } from '../testing/suite.ts'
import { note, worlds } from './world.ts'

describeEngines('documents', (engine) => {
  const world = worlds(engine)

  it('come back as they went in', async () => {
    const { notes } = await world()
    const doc = note('a', { title: 'é 😀 \u0000 "', tags: [], author: { id: 'u', name: '' }, votes: -0.5, any: null })
    await notes.insert(doc)
    expect(await notes.get('h~a')).toEqual(doc)
    expect(JSON.parse((await notes.getRaw('h~a')) ?? '')).toEqual(doc)
    expect(await notes.getVersioned('h~a')).toEqual({ doc, version: expect.any(Number) })
  })

  it('are null where there is none', async () => {
    const { notes } = await world()
    expect(await notes.get('h~none')).toBeNull()
    expect(await notes.getRaw('h~none')).toBeNull()
    expect(await notes.getVersioned('h~none')).toBeNull()
  })

  it('are kept as they were when insert was called', async () => {
    const { notes } = await world()
    const doc = note('a', { tags: ['one'] })
    const inserted = notes.insert(doc)
    doc.tags?.push('two')
    await inserted
    expect((await notes.get('h~a'))?.tags).toEqual(['one'])
  })

  it('have one id', async () => {
    const { notes } = await world()
    await notes.insert(note('a', { votes: 1 }))
    await expect(notes.insert(note('a', { votes: 2 }))).rejects.toMatchObject({ code: 'duplicate', index: '_id' })
    expect((await notes.get('h~a'))?.votes).toBe(1)
  })

  it('have one key in a unique index, and it is named', async () => {
    const { accounts } = await world()
    await accounts.insert({ _id: '1', email: 'a@example.com', aliases: ['a', 'b'] })
    const same = accounts.insert({ _id: '2', email: 'a@example.com', aliases: ['c'] })
    await expect(same).rejects.toBeInstanceOf(Duplicate)
    await expect(same).rejects.toMatchObject({ index: 'email' })
    await expect(accounts.insert({ _id: '3', email: 'c@example.com', aliases: ['c', 'b'] })).rejects.toMatchObject({
      index: 'aliases',
    })
    // Nothing is left of those that were refused.
    await accounts.insert({ _id: '4', email: 'd@example.com', aliases: ['c'] })
    expect(await accounts.get('3')).toBeNull()
  })

  it('may repeat an element of their own in a unique index', async () => {
    const { accounts } = await world()
    await accounts.insert({ _id: '1', email: 'a@example.com', aliases: ['a', 'a'] })
    await accounts.insert({ _id: '2', email: 'b@example.com', aliases: [] })
    expect((await accounts.get('1'))?.aliases).toEqual(['a', 'a'])
  })

  it('have an id that is made of their fields', async () => {
    const { notes } = await world()
    await expect(notes.insert({ ...note('a'), _id: 'other~a' })).rejects.toBeInstanceOf(Misfit)
    await expect(notes.insert({ ...note('a', { home: 'with~tilde' }), _id: 'with~tilde~a' })).rejects.toBeInstanceOf(
      UnsupportedOperator,
    )
    await notes.insert(note('a~b'))
    expect(await notes.get('h~a~b')).toMatchObject({ home: 'h', slug: 'a~b' })
  })

  it('hold an array only where the index expects one', async () => {
    const { notes } = await world()
    const doc = { ...note('a'), any: ['x'] } as unknown as ReturnType<typeof note>
    await expect(notes.insert(doc)).rejects.toMatchObject({ code: 'misfit', path: 'any' })
    expect(await notes.get('h~a')).toBeNull()
  })

  it.each([
    ['NaN', { votes: Number.NaN }],
    ['infinity', { votes: Number.POSITIVE_INFINITY }],
    ['an integer past 2^53', { votes: 2 ** 53 }],
    ['a lone surrogate', { title: 'a\ud800' }],
    ['a key with a dot', { author: { 'a.b': 1 } }],
    ['a key with a dollar', { author: { $a: 1 } }],
    ['an empty key', { author: { '': 1 } }],
    ['a key that reaches for the prototype', { author: JSON.parse('{"__proto__": 1}') as object }],
    ['undefined', { author: { id: undefined } }],
    ['a date', { author: new Date(0) }],
    ['a function', { author: () => 1 }],
    ['a hidden field', { _v: 1 }],
  ])('refuse %s with a clear error', async (_what, fields) => {
    const { notes } = await world()
    await expect(notes.insert({ ...note('a'), ...fields } as never)).rejects.toBeInstanceOf(UnsupportedOperator)
    expect(await notes.get('h~a')).toBeNull()
  })

  it('keep no negative zero, as JSON has none', async () => {
    const { notes } = await world()
    await notes.insert(note('a', { votes: -0 }))
    expect(Object.is((await notes.get('h~a'))?.votes, 0)).toBe(true)
  })

  it('are at most 16 MB and 100 levels', async () => {
    const { notes } = await world()
    await expect(notes.insert(note('a', { title: 'x'.repeat(16 * 2 ** 20) }))).rejects.toBeInstanceOf(TooLarge)
    let deep: unknown = 1
    for (let level = 0; level < 101; level++) deep = { deep }
    await expect(notes.insert({ ...note('b'), author: deep } as never)).rejects.toBeInstanceOf(TooLarge)
    const large = note('c', { title: 'x'.repeat(15 * 2 ** 20) })
    await notes.insert(large)
    expect((await notes.get('h~c'))?.title?.length).toBe(15 * 2 ** 20)
    if (engine.flavour === 'double') return // It lets documents grow past the limit.
    await expect(notes.update({ _id: 'h~c' }, { $set: { 'author.name': 'x'.repeat(2 ** 20) } })).rejects.toBeInstanceOf(
      TooLarge,
    )
    expect(await notes.get('h~c')).toEqual(large)
  })

  it('can be removed, with conditions, and made again', async () => {
    const { notes } = await world()
    await notes.insert(note('a', { votes: 1 }))
    const first = (await notes.getVersioned('h~a'))?.version
    expect(await notes.remove({ _id: 'h~a', votes: 2 })).toBe(false)
    expect(await notes.remove({ _id: 'h~a', votes: 1 })).toBe(true)
    expect(await notes.remove({ _id: 'h~a' })).toBe(false)
    expect(await notes.get('h~a')).toBeNull()
    await notes.insert(note('a', { votes: 3 }))
    const again = await notes.getVersioned('h~a')
    expect(again?.doc.votes).toBe(3)
    expect(again?.version).not.toBe(first)
  })

  it('are streamed in order of id by scan, with versions', async () => {
    const { notes } = await world()
    const slugs = Array.from({ length: 25 }, (_, at) => `s${String(at).padStart(2, '0')}`)
    await Promise.all(slugs.toReversed().map((slug) => notes.insert(note(slug))))
    await notes.update({ _id: 'h~s03' }, { $inc: { votes: 1 } })
    const seen: string[] = []
    for await (const { doc, version } of notes.scan({ batch: 4 })) {
      seen.push(doc.slug)
      expect(version).toBe((await notes.getVersioned(doc._id))?.version)
    }
    expect(seen).toEqual(slugs)
    const later: string[] = []
    for await (const { doc } of notes.scan({ after: 'h~s22' })) later.push(doc.slug)
    expect(later).toEqual(['s23', 's24'])
  })

  it('go once they have expired, unless they were renewed', async () => {
    const { store, notes } = await world({ now: () => Date.parse('2026-06-01T00:00:00.000Z') })
    await notes.insert(note('past', { until: '2026-05-01T00:00:00.000Z' }))
    await notes.insert(note('past2', { until: '2026-05-02T00:00:00.000Z' }))
    await notes.insert(note('future', { until: '2026-07-01T00:00:00.000Z' }))
    await notes.insert(note('never'))
    expect(await store.sweep(1)).toBe(true)
    expect(await notes.get('h~past')).toBeNull()
    expect(await store.sweep(1)).toBe(false)
    expect(await notes.count({ where: { home: 'h' }, atMost: 10 })).toBe(2)
  })
})
