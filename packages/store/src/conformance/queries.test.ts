import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareValues } from '../dialect/order.ts'
import { type Collection, type Find, NoIndex, type Position, UnsupportedOperator } from '../index.ts'
import { describeEngines } from '../testing/suite.ts'
import { instant, type Note, note, slugsOf, worlds } from './world.ts'

/** Every page of a query, by cursor. */
async function pages(notes: Collection<Note>, query: Find<Note>): Promise<Note[]> {
  const all: Note[] = []
  let after: Position | null = null
  do {
    const page: { docs: Note[]; next: Position | null } = await notes.find({ ...query, after })
    all.push(...page.docs)
    after = page.next
  } while (after !== null)
  return all
}

describeEngines('queries', (engine) => {
  const world = worlds(engine)
  const filled = async (): Promise<Collection<Note>> => {
    const { notes } = await world()
    const docs = Array.from({ length: 30 }, (_, at) =>
      note(`s${String(at).padStart(2, '0')}`, {
        posted: instant(Math.floor(at / 3)),
        votes: at % 5,
        tags: at % 2 === 0 ? ['even', `t${at % 3}`] : [],
        any: at % 4 === 0 ? null : at,
      }),
    )
    await Promise.all([...docs, note('x', { home: 'other' })].map((doc) => notes.insert(doc)))
    return notes
  }

  it('follow the index, forwards and backwards, in pages that join without seams', async () => {
    const notes = await filled()
    const forwards = await pages(notes, { where: { home: 'h' }, sort: { posted: 1, slug: 1 }, limit: 7 })
    expect(forwards.map(({ slug }) => slug)).toEqual(
      Array.from({ length: 30 }, (_, at) => `s${String(at).padStart(2, '0')}`),
    )
    const backwards = await pages(notes, { where: { home: 'h' }, sort: { posted: -1, slug: -1 }, limit: 4 })
    expect(backwards).toEqual(forwards.toReversed())
  })

  it('end exactly where the list ends', async () => {
    const notes = await filled()
    const page = await notes.find({ where: { home: 'h' }, sort: { posted: 1 }, limit: 30 })
    expect(page.docs).toHaveLength(30)
    expect(page.next).toBeNull()
    expect((await notes.find({ where: { home: 'nobody' }, sort: { posted: 1 }, limit: 5 })).docs).toEqual([])
  })

  it('do not look for a next page where none is wanted', async () => {
    const notes = await filled()
    const query = { where: { home: 'h' }, sort: { posted: 1 }, limit: 3, next: false } as const
    const page = await notes.find(query)
    expect([page.docs.length, page.next, (await notes.findRaw(query)).next]).toEqual([3, null, null])
  })

  it('give the same documents parsed, as text and as bytes', async () => {
    const { notes } = await world()
    await Promise.all(
      ['é', '你好 🎉', 'plain'].map((text, at) => notes.insert(note(`s${at}`, { any: text, tags: ['x'] }))),
    )
    const byTime = { where: { home: 'h' }, sort: { posted: 1, slug: 1 }, limit: 2 } as const
    const byTag = { where: { home: 'h', tags: { $in: ['x', 'y'] } }, limit: 5 } as const
    for (const query of [byTime, byTag]) {
      const [docs, raw, bytes] = [await notes.find(query), await notes.findRaw(query), await notes.findBytes(query)]
      expect(raw.docs.map((json) => JSON.parse(json))).toEqual(docs.docs)
      expect(bytes.docs.map(String)).toEqual(raw.docs)
      expect([raw.next, bytes.next]).toEqual([docs.next, docs.next])
    }
  })

  it('narrow by ranges, of one type at a time', async () => {
    const notes = await filled()
    const between = await notes.find({
      where: { home: 'h', posted: { $gte: instant(2), $lt: instant(4) } },
      sort: { posted: 1 },
      limit: 50,
    })
    expect(slugsOf(between)).toEqual(['s06', 's07', 's08', 's09', 's10', 's11'])
    expect((await notes.find({ where: { any: { $gt: 20 } }, limit: 50 })).docs.map(({ any }) => any)).toEqual([
      21, 22, 23, 25, 26, 27, 29,
    ])
    expect((await notes.find({ where: { any: { $gt: '' } }, limit: 50 })).docs).toEqual([])
  })

  it('mix directions as the index declares them', async () => {
    const notes = await filled()
    const top = await notes.find({ where: { home: 'h' }, sort: { votes: -1, posted: 1, slug: 1 }, limit: 7 })
    expect(slugsOf(top)).toEqual(['s04', 's09', 's14', 's19', 's24', 's29', 's03'])
    const bottom = await notes.find({
      where: { home: 'h', votes: { $lte: 1 } },
      sort: { votes: 1, posted: -1, slug: -1 },
      limit: 3,
    })
    expect(slugsOf(bottom)).toEqual(['s25', 's20', 's15'])
  })

  it('skip for page numbers', async () => {
    const notes = await filled()
    const page = await notes.find({ where: { home: 'h' }, sort: { posted: 1, slug: 1 }, skip: 10, limit: 3 })
    expect(slugsOf(page)).toEqual(['s10', 's11', 's12'])
    expect(
      slugsOf(await notes.find({ where: { home: 'h' }, sort: { posted: 1, slug: 1 }, limit: 2, after: page.next })),
    ).toEqual(['s13', 's14'])
  })

  it('give documents by their ids, each once and in order, however these are written', async () => {
    const { notes } = await world()
    const slugs = ['a', 'a\u0000', 'a\u0000b', '"', "'", '\\u0041', '\uE000', '\u{1F600}', 'é', 'z?', '%']
    await Promise.all(slugs.map((slug) => notes.insert(note(slug))))
    const asked = [...slugs, ...slugs, 'none'].map((slug) => `h~${slug}`)
    const where = { _id: { $in: asked } }
    const inOrder = slugs.toSorted(compareValues)
    expect(slugsOf(await notes.find({ where, limit: 50 }))).toEqual(inOrder)
    const page = await notes.find({ where, limit: 4 })
    expect([slugsOf(page), page.next]).toEqual([inOrder.slice(0, 4), [`h~${inOrder[3]}`]])
    expect(slugsOf(await notes.find({ where, limit: 50, after: page.next }))).toEqual(inOrder.slice(4))
    expect((await notes.findRaw({ where, limit: 50 })).docs).toHaveLength(slugs.length)
    expect(await notes.count({ where, atMost: 3 })).toBe(3)
    const many = Array.from({ length: 200 }, (_, at) => `h~${at}`)
    expect(slugsOf(await notes.find({ where: { _id: { $in: ['h~a', ...many.slice(1)] } }, limit: 9 }))).toEqual(['a'])
  })

  it('merge the values of $in and the branches of $or into one list', async () => {
    const notes = await filled()
    expect(
      slugsOf(await notes.find({ where: { _id: { $in: ['h~s05', 'h~s01', 'h~none', 'h~s05'] } }, limit: 10 })),
    ).toEqual(['s01', 's05'])
    const both = await pages(notes, {
      where: { home: { $in: ['other', 'h'] } },
      sort: { posted: -1, slug: -1 },
      limit: 4,
    })
    expect(both).toHaveLength(31)
    expect(both.map(({ posted }) => posted)).toEqual(
      both
        .map(({ posted }) => posted)
        .toSorted()
        .toReversed(),
    )
    const either = await pages(notes, {
      where: { home: 'h', $or: [{ posted: { $lt: instant(1) } }, { posted: instant(0) }, { posted: instant(9) }] },
      sort: { posted: 1, slug: 1 },
      limit: 2,
    })
    expect(either.map(({ slug }) => slug)).toEqual(['s00', 's01', 's02', 's27', 's28', 's29'])
  })

  it('look into arrays through an index that expects them', async () => {
    const notes = await filled()
    const even = await pages(notes, { where: { home: 'h', tags: 'even' }, sort: { posted: 1 }, limit: 4 })
    expect(even).toHaveLength(15)
    await notes.update({ _id: 'h~s00' }, { $pull: { tags: 'even' }, $push: { replies: { slug: 'r', votes: 0 } } })
    expect(await notes.count({ where: { home: 'h', tags: 'even' }, atMost: 100 })).toBe(14)
    expect(slugsOf(await notes.find({ where: { home: 'h', 'replies.slug': 'r' }, limit: 2 }))).toEqual(['s00'])
    const either = await notes.find({
      where: { home: 'h', tags: { $in: ['even', 't0'] } },
      sort: { posted: 1 },
      limit: 100,
    })
    expect(new Set(slugsOf(either)).size).toBe(either.docs.length)
  })

  it('count, up to a bound', async () => {
    const notes = await filled()
    expect(await notes.count({ where: { home: 'h' }, atMost: 100 })).toBe(30)
    expect(await notes.count({ where: { home: 'h' }, atMost: 7 })).toBe(7)
    expect(await notes.count({ where: { home: { $in: ['h', 'other'] } }, atMost: 100 })).toBe(31)
    expect(await notes.count({ atMost: 100 })).toBe(31)
  })

  it('project', async () => {
    const notes = await filled()
    const { docs } = await notes.find({ where: { _id: 'h~s04' }, limit: 1, project: { votes: 1, tags: { $slice: 1 } } })
    expect(docs).toEqual([{ _id: 'h~s04', votes: 4, tags: ['even'] }])
  })

  it('without a serving index throw, and name the one that would serve', async () => {
    const notes = await filled()
    await expect(notes.find({ where: { title: 'x' }, limit: 1 })).rejects.toBeInstanceOf(NoIndex)
    await expect(
      notes.find({ where: { title: 'x', votes: { $gt: 1 } }, sort: { posted: -1 }, limit: 1 }),
    ).rejects.toThrow("on: ['title', '-posted', 'votes']")
    await expect(notes.find({ where: { home: 'h' }, sort: { title: 1 }, limit: 1 })).rejects.toBeInstanceOf(NoIndex)
    await expect(
      notes.find({ where: { home: 'h', votes: { $ne: 1 } }, sort: { posted: 1 }, limit: 1 }),
    ).rejects.toBeInstanceOf(NoIndex)
    await expect(notes.find({ where: { home: 'h' }, sort: { posted: 1, votes: 1 }, limit: 1 })).rejects.toBeInstanceOf(
      NoIndex,
    )
    await expect(notes.find({ where: { home: 'h' }, sort: { posted: 1, slug: -1 }, limit: 1 })).rejects.toBeInstanceOf(
      NoIndex,
    )
    await expect(notes.count({ where: { title: 'x' }, atMost: 1 })).rejects.toBeInstanceOf(NoIndex)
  })

  it('look at no more documents than examineAtMost allows, and go on from there', async () => {
    const notes = await filled()
    const query = {
      where: { home: 'h', votes: { $ne: 0 }, title: { $exists: false } },
      sort: { posted: 1, slug: 1 },
      limit: 10,
    } as const
    const first = await notes.find({ ...query, examineAtMost: 6 })
    expect(slugsOf(first)).toEqual(['s01', 's02', 's03', 's04'])
    expect(first.examined).toBe(6)
    expect(first.next).toEqual([instant(1), 's05'])
    const all = await pages(notes, { ...query, examineAtMost: 6 })
    expect(all.map(({ slug }) => slug)).toEqual(
      Array.from({ length: 30 }, (_, at) => at)
        .filter((at) => at % 5 !== 0)
        .map((at) => `s${String(at).padStart(2, '0')}`),
    )
  })

  it('explain how they were answered', async () => {
    const notes = await filled()
    expect(await notes.explain({ where: { home: 'h' }, sort: { posted: -1 }, limit: 5 })).toEqual({
      indexes: ['chronological'],
      order: [
        { path: 'posted', direction: -1 },
        { path: 'slug', direction: -1 },
      ],
      examined: 6,
      returned: 5,
    })
  })

  it('are bounded', async () => {
    const { notes } = await world()
    for (const limit of [0, -1, 1.5, 10_001, Number.NaN])
      await expect(notes.find({ limit })).rejects.toBeInstanceOf(UnsupportedOperator)
    await expect(notes.find({ limit: 1, skip: 10_001 })).rejects.toBeInstanceOf(UnsupportedOperator)
    await expect(
      notes.find({ where: { home: { $in: Array.from({ length: 201 }, (_, at) => `h${at}`) } }, limit: 1 }),
    ).rejects.toBeInstanceOf(UnsupportedOperator)
    await expect(
      notes.find({ where: { home: 'h' }, sort: { posted: 1 }, limit: 1, after: ['too short'] }),
    ).rejects.toBeInstanceOf(UnsupportedOperator)
  })

  it('page through values of every type in MongoDB’s order', async () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer({ min: -3, max: 3 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n)),
      // The double sorts what is above U+FFFF by UTF-16 unit.
      fc.constantFrom('', 'a', 'ab', 'é', '\uFFFD', '\u0000', ...(engine.flavour === 'double' ? [] : ['😀'])),
    )
    const property = fc.asyncProperty(
      fc.array(value, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(1 as const, -1 as const),
      async (values, limit, direction) => {
        const { store, notes } = await world()
        await Promise.all(values.map((any, at) => notes.insert(note(String.fromCharCode(97 + at), { any }))))
        const got = await pages(notes, { sort: { any: direction }, limit })
        const ids = (docs: readonly Note[]): string[] => docs.map(({ _id }) => _id)
        const wanted = values
          .map((any, at) => note(String.fromCharCode(97 + at), { any }))
          .toSorted((a, b) => direction * (compareValues(a.any, b.any) || compareValues(a._id, b._id)))
        await store.close()
        expect(ids(got)).toEqual(ids(wanted))
      },
    )
    await fc.assert(property, { numRuns: engine.kind === 'sqlite' ? 100 : 15 })
  })

  it('of several branches lose nothing where documents stand at the same place', async () => {
    const { notes } = await world()
    const docs = ['h1', 'h2'].flatMap((home) => ['a', 'b'].map((slug) => note(slug, { home })))
    await Promise.all(docs.map((doc) => notes.insert(doc)))
    const ids = async (query: Find<Note>): Promise<string[]> =>
      (await pages(notes, query)).map(({ _id }) => _id).toSorted()
    const all = docs.map(({ _id }) => _id).toSorted()
    expect(await ids({ where: { $or: [{ home: 'h1' }, { home: 'h2' }] }, sort: { posted: 1 }, limit: 1 })).toEqual(all)
    expect(await ids({ where: { home: { $in: ['h1', 'h2'] } }, sort: { posted: 1 }, limit: 1 })).toEqual(all)
    expect(await ids({ where: { $or: [{ _id: 'h1~a' }, { _id: 'h2~b' }] }, limit: 1 })).toEqual(['h1~a', 'h2~b'])
  })

  it('refuse an id that is not one', async () => {
    const { notes } = await world()
    await notes.insert(note('a'))
    for (const id of [{ $gt: '' }, ['h~a'], true, null, undefined, '', 5]) {
      await expect(notes.get(id as never)).rejects.toBeInstanceOf(UnsupportedOperator)
      await expect(notes.getRaw(id as never)).rejects.toBeInstanceOf(UnsupportedOperator)
      await expect(notes.getVersioned(id as never)).rejects.toBeInstanceOf(UnsupportedOperator)
      await expect(notes.remove({ _id: id } as never)).rejects.toBeInstanceOf(UnsupportedOperator)
    }
    await expect(notes.update(null as never, {})).rejects.toBeInstanceOf(UnsupportedOperator)
    await expect(notes.insert(note('b'), { events: 'x' as never })).rejects.toBeInstanceOf(UnsupportedOperator)
  })

  it('end with the store', async () => {
    const { store, notes } = await world()
    await store.close()
    await expect(notes.get('h~a')).rejects.toMatchObject({ code: 'unavailable', outcome: 'none' })
    await expect(notes.insert(note('a'))).rejects.toMatchObject({ code: 'unavailable', outcome: 'none' })
    await store.close()
  })
})
