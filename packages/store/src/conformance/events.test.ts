import { expect, it } from 'vitest'
import { partitionOf, UnsupportedOperator } from '../index.ts'
import { describeEngines } from '../testing/suite.ts'
import { event, instant, note, quiet, type World, worlds } from './world.ts'

const PARTITION = partitionOf('org', 16)

async function logged({ store }: World, subject?: string): Promise<string[]> {
  await store.events.settle()
  const events = await store.events.read({
    partition: PARTITION,
    after: 0,
    limit: 1_000,
    ...(subject === undefined ? {} : { subject }),
  })
  return events.map(({ _id }) => _id)
}

describeEngines('events', (engine) => {
  const world = worlds(engine)

  it('are written with their document, numbered without gaps', async () => {
    const { store, notes } = await world()
    const given = event('h', { before: null, after: { a: [1, { b: 'é' }] }, actor: { id: 'u' }, rev: 3, epoch: 1 })
    await notes.insert(note('a'), { events: [given, event('h', { _id: 'second' })] })
    await store.events.settle()
    const [first, second] = await store.events.read({ partition: PARTITION, after: 0, limit: 10 })
    expect(first).toEqual({ ...given, partition: PARTITION, seq: 1 })
    expect(second).toMatchObject({ _id: 'second', seq: 2 })
    expect(await store.events.lastSeq(PARTITION)).toBe(2)
    expect(await store.events.read({ partition: PARTITION, after: 1, limit: 10 })).toHaveLength(1)
    expect(await store.events.lastSeq((PARTITION + 1) % 16)).toBe(0)
  })

  it('keep the order of the writes to one document', async () => {
    const { store, notes } = await world()
    await notes.insert(note('a'), { events: [event('h', { _id: 'e0' })] })
    for (let at = 1; at < 10; at++)
      await notes.update({ _id: 'h~a' }, { $inc: { votes: 1 } }, { events: [event('h', { _id: `e${at}` })] })
    await notes.remove({ _id: 'h~a' }, { events: [event('h', { _id: 'gone' })] })
    expect(await logged({ store, notes } as World)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `e${at}`),
      'gone',
    ])
    expect(await notes.get('h~a')).toBeNull()
  })

  it('tell the same fact once', async () => {
    const w = await world()
    await w.notes.insert(note('a'), { events: [event('h', { _id: 'same' })] })
    await w.notes.update(
      { _id: 'h~a' },
      { $inc: { votes: 1 } },
      { events: [event('h', { _id: 'same' }), event('h', { _id: 'new' })] },
    )
    expect(await logged(w)).toEqual(['same', 'new'])
    expect((await w.notes.get('h~a'))?.votes).toBe(1)
  })

  it('can have what they say taken out, and nothing else of them changes', async () => {
    const { store, notes } = await world()
    const given = event('h', { before: { secret: 1 }, after: { secret: 2 }, actor: { id: 'u' }, rev: 3 })
    await notes.insert(note('a'), { events: [given, event('h', { _id: 'second' })] })
    await store.events.settle()
    const [first] = await store.events.read({ partition: PARTITION, after: 0, limit: 1 })
    if (first === undefined) throw new Error('There is no event.')
    expect(await store.events.redact(first, { after: { kept: true } })).toBe(true)
    const rest = Object.entries(given).filter(([name]) => name !== 'before' && name !== 'actor')
    const after = await store.events.read({ partition: PARTITION, after: 0, limit: 10 })
    expect(after).toEqual([
      { ...Object.fromEntries(rest), after: { kept: true }, partition: PARTITION, seq: 1 },
      expect.objectContaining({ _id: 'second', seq: 2 }),
    ])
    expect(await store.events.redact({ ...first, seq: 2 }, {})).toBe(false)
  })

  it('are not written where the write was not', async () => {
    const w = await world()
    await w.notes.insert(note('a', { title: 't' }))
    await w.notes.update({ _id: 'h~a', votes: 1 }, { $inc: { votes: 1 } }, { events: [event('h')] })
    await w.notes.update({ _id: 'h~b' }, { $inc: { votes: 1 } }, { events: [event('h')] })
    await w.notes.remove({ _id: 'h~b' }, { events: [event('h')] })
    await expect(w.notes.insert(note('a'), { events: [event('h')] })).rejects.toMatchObject({ code: 'duplicate' })
    await expect(
      w.notes.update({ _id: 'h~a' }, { $inc: { title: 1 } } as never, { events: [event('h')] }),
    ).rejects.toMatchObject({ code: 'misfit' })
    expect(await logged(w)).toEqual([])
  })

  it('come with an upsert', async () => {
    const w = await world()
    await w.notes.update(
      { _id: 'h~a' },
      { $inc: { votes: 1 } },
      { upsert: true, events: [event('h', { _id: 'made' })] },
    )
    expect(await logged(w)).toEqual(['made'])
  })

  it('can be found by id', async () => {
    const w = await world()
    await w.notes.insert(note('a'), { events: [event('h', { _id: 'one' }), event('h', { _id: 'two' })] })
    await w.store.events.settle()
    const found = (id: string, after = 0) => w.store.events.read({ partition: PARTITION, id, after, limit: 1 })
    expect(await found('two')).toMatchObject([{ _id: 'two', seq: 2 }])
    expect([await found('two', 2), await found('three')]).toEqual([[], []])
    const both = { partition: PARTITION, id: 'one', subject: 'h', after: 0, limit: 1 }
    await expect(w.store.events.read(both)).rejects.toThrow(UnsupportedOperator)
  })

  it('can be read by subject', async () => {
    const w = await world()
    for (let at = 0; at < 6; at++)
      await w.notes.insert(note(`s${at}`), { events: [event(at % 2 === 0 ? 'even' : 'odd', { _id: `e${at}` })] })
    expect(await logged(w, 'odd')).toEqual(['e1', 'e3', 'e5'])
    await w.store.events.settle()
    const [, second] = await w.store.events.read({ partition: PARTITION, subject: 'odd', after: 0, limit: 2 })
    expect(
      await w.store.events.read({ partition: PARTITION, subject: 'odd', after: second?.seq ?? 0, limit: 2 }),
    ).toMatchObject([{ _id: 'e5' }])
  })

  it('of many concurrent writers are all there, once, in one row', async () => {
    const w = await world()
    await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        w.notes.insert(note(`s${at}`), { events: [event('h', { _id: `c${at}` })] }),
      ),
    )
    const ids = await logged(w)
    expect(new Set(ids).size).toBe(100)
    const events = await w.store.events.read({ partition: PARTITION, after: 0, limit: 1_000 })
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
  })

  it('wake whoever listens', async () => {
    const { store, notes } = await world()
    const woken = new Promise<number>((resolve) => store.events.onAppend(resolve))
    await notes.insert(note('a'), { events: [event('h')] })
    expect(await woken).toBe(PARTITION)
  })

  it('are values of the dialect', async () => {
    const { notes } = await world()
    await expect(notes.insert(note('a'), { events: [event('h', { after: Number.NaN })] })).rejects.toBeInstanceOf(
      UnsupportedOperator,
    )
    await expect(notes.insert(note('a'), { events: [{ ...event('h'), org: 1 } as never] })).rejects.toBeInstanceOf(
      UnsupportedOperator,
    )
    expect(await notes.get('h~a')).toBeNull()
  })

  it('go when they are old, but not past a consumer, and the numbers go on', async () => {
    const w = await world({ now: () => Date.parse(instant(100)) })
    for (let at = 0; at < 6; at++)
      await w.notes.insert(note(`s${at}`), { events: [event('h', { _id: `old${at}`, at: instant(at * 10) })] })
    await w.store.events.settle()
    const seen: number[] = []
    const consumer = w.store.consume(
      'slow',
      async (events) => {
        seen.push(...events.map(({ seq }) => seq))
        if (seen.length > 3) throw new Error('stuck')
      },
      { ...quiet, batch: 1 },
    )
    await expect.poll(() => seen.length).toBeGreaterThan(3)
    await consumer.stop()
    await w.store.events.trim({ keepMs: 50_000 })
    expect(await logged(w)).toEqual(['old3', 'old4', 'old5'])
    await w.notes.insert(note('new'), { events: [event('h', { _id: 'new', at: instant(99) })] })
    await w.store.events.settle()
    expect(await w.store.events.lastSeq(PARTITION)).toBe(7)
  })
})
