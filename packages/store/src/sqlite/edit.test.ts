import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineCollection } from '../collection.ts'
import { TooLarge } from '../errors.ts'
import { createStore } from '../store.ts'
import { openSqlite } from './engine.ts'

type Value = string | number | boolean | null | Value[] | { [name: string]: Value }
type Thing = { _id: string; list?: Value; other: Value }
const things = defineCollection<Thing>({ name: 'things' })

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '\\', '\u2028', '\u0000', '\u001F', '\u007F', '</script>', '😀', "'", '$', '[#]'),
  fc.integer(),
  fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(5e-324, 1.5e-7, 0.1, 2 ** 53 - 1),
  fc.boolean(),
  fc.constant(null),
)
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b c', 'ü', '0'), scalar, { maxKeys: 3 }),
)
const list = fc.oneof(
  { weight: 6, arbitrary: fc.array(value, { maxLength: 6 }) },
  value,
  fc.constant({ 0: 'zero', 1: 'one' }),
  fc.constant(undefined),
)
const edit = fc.oneof(
  fc.record({ do: fc.constant('push' as const), value }),
  fc.record({ do: fc.constant('put' as const), value, position: fc.nat(7) }),
)

/** A condition that always holds, so that the document is read, changed and written anew. */
const ALWAYS = { $or: [{ other: { $exists: true } }, { other: { $exists: false } }] }

test('what SQLite makes of a document is what reading, changing and writing it makes, to the letter', async () => {
  const store = createStore(await openSqlite({ file: ':memory:', collections: [things] }))
  const all = store.collection(things)
  let made = 0
  await fc.assert(
    fc.asyncProperty(list, value, fc.array(edit, { minLength: 1, maxLength: 5 }), async (first, other, edits) => {
      const ids = { text: `t${++made}`, read: `r${made}` }
      const rest = { other, ...(first === undefined ? {} : { list: first }) }
      for (const _id of Object.values(ids)) await all.insert({ _id, ...rest })
      for (const one of edits) {
        const change = (
          one.do === 'push' ? { $push: { list: one.value } } : { $set: { [`list.${one.position}`]: one.value } }
        ) as Parameters<typeof all.update>[1]
        const [text, read] = await Promise.allSettled([
          all.update({ _id: ids.text }, change),
          all.update({ _id: ids.read, ...ALWAYS } as unknown as { _id: string }, change),
        ])
        expect(text.status).toBe(read.status)
        if (text.status === 'fulfilled') expect(text.value).toEqual((read as typeof text).value)
      }
      const [text, read] = await Promise.all([all.getRaw(ids.text), all.getRaw(ids.read)])
      expect(text?.replace(ids.text, '')).toBe(read?.replace(ids.read, ''))
    }),
    { numRuns: 500 },
  )
  await store.close()
})

test('what would make a document too large is refused, and leaves it as it was', async () => {
  const store = createStore(await openSqlite({ file: ':memory:', collections: [things] }))
  const all = store.collection(things)
  const before = { _id: 'a', list: ['first'], other: null }
  await all.insert(before)
  // As BSON each of so many zeros takes more than ten times what it takes in JSON.
  for (const value of ['x'.repeat(17_000_000), Array.from({ length: 2_000_000 }, () => 0)])
    for (const change of [{ $push: { list: value } }, { $set: { 'list.0': value } }])
      await expect(all.update({ _id: 'a' }, change as never)).rejects.toThrow(TooLarge)
  expect(await all.get('a')).toEqual(before)
  expect((await all.update({ _id: 'a' }, { $push: { list: 'second' } } as never)).outcome).toBe('updated')
  await store.close()
})

test('it is changed in the version that was seen, and in no other', async () => {
  const store = createStore(await openSqlite({ file: ':memory:', collections: [things] }))
  const all = store.collection(things)
  await all.insert({ _id: 'a', list: [], other: null })
  const { version = 0 } = (await all.getVersioned('a')) ?? {}
  const push = (at: number) => all.update({ _id: 'a' }, { $push: { list: at } } as never, { version: at })
  expect((await push(version)).outcome).toBe('updated')
  expect((await push(version)).outcome).toBe('unmatched')
  expect(await all.getVersioned('a')).toEqual({ version: version + 1, doc: { _id: 'a', list: [version], other: null } })
  await store.close()
})
