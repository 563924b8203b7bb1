import { expect, it } from 'vitest'
import { Conflict, Misfit, UnsupportedOperator } from '../index.ts'
import { describeEngines } from '../testing/suite.ts'
import { event, note, worlds } from './world.ts'

describeEngines('change', (engine) => {
  const world = worlds(engine)

  it('loses none of thirty concurrent changes, nor their events', async () => {
    const { store, notes } = await world()
    await notes.insert(note('a', { votes: 0, tags: [] }))
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        notes.change('h~a', (doc, to) =>
          to.change(
            { $set: { votes: (doc?.votes ?? 0) + 1 }, $push: { tags: `t${at}` } },
            { events: [event('h', { _id: `change${at}`, rev: (doc?.votes ?? 0) + 1 })] },
          ),
        ),
      ),
    )
    const doc = await notes.get('h~a')
    expect(doc?.votes).toBe(30)
    expect(new Set(doc?.tags).size).toBe(30)
    await store.events.settle()
    const events = await store.events.read({ partition: store.events.partitionOf('org'), after: 0, limit: 100 })
    expect(events.map(({ rev }) => rev)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  })

  it('inserts, changes, removes or leaves, as the function decides', async () => {
    const { notes } = await world()
    expect(await notes.change('h~a', (_doc, to) => to.insert(note('a', { votes: 1 })))).toMatchObject({
      changed: true,
      doc: { votes: 1 },
    })
    expect(await notes.change('h~a', () => null)).toMatchObject({ changed: false, doc: { votes: 1 } })
    expect(await notes.change('h~a', async (_doc, to) => to.change({ $inc: { votes: 1 } }))).toMatchObject({
      changed: true,
      doc: { votes: 2 },
    })
    expect(await notes.change('h~a', (_doc, to) => to.remove())).toEqual({ changed: true, doc: null })
    expect(await notes.change('h~a', () => null)).toEqual({ changed: false, doc: null })
  })

  it('makes a document once, however many try', async () => {
    const { notes } = await world()
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        notes.change('h~a', (doc, to) => (doc === null ? to.insert(note('a', { votes: at })) : null)),
      ),
    )
    expect(made.filter(({ changed }) => changed)).toHaveLength(1)
    expect(new Set(made.map(({ doc }) => doc?.votes)).size).toBe(1)
  })

  it('gives up on a document that never holds still', async () => {
    const { notes } = await world({ sleep: async () => {} })
    await notes.insert(note('a', { votes: 0 }))
    const restless = notes.change('h~a', async (_doc, to) => {
      await notes.update({ _id: 'h~a' }, { $inc: { votes: 1 } })
      return to.change({ $set: { title: 'mine' } })
    })
    await expect(restless).rejects.toBeInstanceOf(Conflict)
    expect((await notes.get('h~a'))?.title).toBeUndefined()
  })

  it('passes on what the function throws', async () => {
    const { notes } = await world()
    await expect(notes.change('h~a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(notes.change('h~a', (_doc, to) => to.change({ $inc: { votes: 1 } }))).rejects.toBeInstanceOf(
      UnsupportedOperator,
    )
  })

  it('refuses at once what no repeat would mend', async () => {
    const { notes } = await world()
    await notes.insert(note('a'))
    await expect(notes.change('h~a', (_doc, to) => to.insert(note('a')))).rejects.toBeInstanceOf(UnsupportedOperator)
    await expect(notes.change('h~b', (_doc, to) => to.insert(note('c')))).rejects.toBeInstanceOf(Misfit)
    await expect(notes.change('h~b', () => undefined as never)).rejects.toBeInstanceOf(UnsupportedOperator)
    await expect(notes.change({ $gt: '' } as never, () => null)).rejects.toBeInstanceOf(UnsupportedOperator)
  })
})
