import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineCollection } from '../collection.ts'
import { mayTouchIndexes, overlaps } from './overlap.ts'

describe('a written path and an indexed one', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'a.b', true],
    ['a.b', 'a', true],
    ['a.3.b', 'a.b', true],
    ['a.$[each].b', 'a.b', true],
    ['a.0', 'a.b', true],
    ['ab', 'a', false],
    ['a.c', 'a.b', false],
    ['a.1.c', 'a.b', false],
  ])('%s touches %s: %s', (written, indexed, touched) => {
    expect(overlaps(written, indexed)).toBe(touched)
  })
})

describe('the beginnings of paths', () => {
  const things = defineCollection<{ _id: string; a: { b: string }; list: { c: string }[] }>({
    name: 'things',
    indexes: [
      { name: 'one', on: ['a.b', '_id'] },
      { name: 'many', on: ['list.c'], arrays: ['list.c'] },
    ],
  })
  const fields = things.indexes.flatMap((index) => index.fields.map(({ path }) => path))

  it('tell of no change that it touches nothing while it does', () => {
    const part = fc.constantFrom('a', 'b', 'c', 'list', 'ab', '0', '12', '$[each]')
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(fc.array(path, { maxLength: 4 }), (paths) => {
        const touches = paths.some((written) => fields.some((indexed) => overlaps(written, indexed)))
        if (touches) expect(mayTouchIndexes(things, paths)).toBe(true)
      }),
    )
  })

  it('are enough to know of most that they do not', () => {
    expect(mayTouchIndexes(things, ['ab', 'b.a', 'lists.0'])).toBe(false)
    expect([mayTouchIndexes(things, ['ab', 'list.3.x']), mayTouchIndexes(things, ['a'])]).toEqual([true, true])
  })
})
