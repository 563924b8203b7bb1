import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defineCollection } from '../collection.ts'
import { createStore } from '../store.ts'
import { openSqlite } from './engine.ts'
import { Hot } from './hot.ts'

type Thing = { _id: string; name: string; count: number; list: string[] }
const things = defineCollection<Thing>({ name: 'things' })
const thing: Thing = { _id: 'a', name: 'one', count: 0, list: [] }

/** Two processes with one file, and what is in it. */
async function twoOn() {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-hot-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const open = async () => {
    const store = createStore(await openSqlite({ file: join(folder, 'file.sqlite'), collections: [things] }))
    onTestFinished(() => store.close())
    return store.collection(things)
  }
  const [one, two] = [await open(), await open()]
  await one.insert(thing)
  return { one, two }
}

describe('what is written again and again', () => {
  it('is what another process has made of it meanwhile', async () => {
    const { one, two } = await twoOn()
    for (let round = 1; round <= 5; round++) {
      await one.update({ _id: 'a' }, { $inc: { count: 1 } })
      await two.update({ _id: 'a' }, { $push: { list: `${round}` } })
    }
    expect(await one.get('a')).toEqual({ ...thing, count: 5, list: ['1', '2', '3', '4', '5'] })
  })

  it('has nothing of a change that did not fit', async () => {
    const { one } = await twoOn()
    await one.update({ _id: 'a' }, { $inc: { count: 1 } })
    const unfit = { $push: { list: 'no' }, $inc: { name: 1 } } as unknown as { $inc: { count: number } }
    await expect(one.update({ _id: 'a' }, unfit)).rejects.toThrow('name')
    await one.update({ _id: 'a' }, { $inc: { count: 1 } })
    expect(await one.get('a')).toEqual({ ...thing, count: 2 })
  })

  it('has nothing of what somebody does to a document that they were given', async () => {
    const { one } = await twoOn()
    await one.update({ _id: 'a' }, { $inc: { count: 1 } })
    for (const returning of ['after', 'before'] as const) {
      const { doc } = await one.update({ _id: 'a' }, { $inc: { count: 1 } }, { returning })
      doc?.list.push('mine')
    }
    const read = await one.get('a')
    read?.list.push('mine')
    await one.update({ _id: 'a' }, { $inc: { count: 1 } })
    expect(await one.get('a')).toEqual({ ...thing, count: 4 })
  })

  it('is a new one where it was removed and made again', async () => {
    const { one, two } = await twoOn()
    await one.update({ _id: 'a' }, { $set: { name: 'old' } })
    await two.remove({ _id: 'a' })
    await two.insert({ ...thing, name: 'new' })
    await one.update({ _id: 'a' }, { $inc: { count: 1 } })
    expect(await one.get('a')).toEqual({ ...thing, name: 'new', count: 1 })
  })
})

it('gives a document in its version alone, once, and none after a group of writes was undone', () => {
  const doc = (name: string) => ({ _id: name })
  const step = fc.record({
    do: fc.constantFrom('put' as const, 'take' as const, 'clear' as const),
    id: fc.constantFrom('a', 'b', 'c'),
    version: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const hot = new Hot()
      const known = new Map<string, number>()
      for (const { do: verb, id, version } of steps) {
        if (verb === 'clear') {
          hot.clear()
          known.clear()
        } else {
          expect(hot.take(id, version) !== null).toBe(known.get(id) === version)
          known.delete(id)
        }
        // As a write does: what is there was taken before.
        if (verb !== 'put') continue
        hot.put(id, { version, doc: doc(id), length: 1 })
        known.set(id, version)
      }
    }),
  )
})

it('holds no more than it may', () => {
  const hot = new Hot()
  for (let number = 0; number < 200; number++)
    hot.put(`${number}`, { version: 1, doc: { _id: `${number}` }, length: 99_000 })
  hot.put('long', { version: 1, doc: { _id: 'long' }, length: 100_001 })
  const held = Array.from({ length: 200 }, (_, number) => `${number}`).filter((id) => hot.has(id))
  expect(held.length).toBeLessThanOrEqual(61)
  expect([hot.has('199'), hot.has('long')]).toEqual([true, false])
})
