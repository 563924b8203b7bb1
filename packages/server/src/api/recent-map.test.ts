import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentMap } from './recent-map.ts'

test('what was used least recently goes first', () => {
  const gone: string[] = []
  const map = new RecentMap<string>({ capacity: 2, onEvict: (value) => gone.push(value) })
  map.set('a', 'A')
  map.set('b', 'B')
  map.get('a')
  map.peek('b')
  map.set('c', 'C')
  expect([map.peek('a'), map.peek('b'), map.peek('c'), gone]).toEqual(['A', undefined, 'C', ['B']])
})

test('its weight is that of what it holds, and never more than it may be', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), key, weight: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ do: fc.constantFrom('delete' as const, 'get' as const), key, weight: fc.constant(0) }),
  )
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const map = new RecentMap<number>({ capacity: 10 })
      for (const { do: verb, key: name, weight } of steps)
        if (verb === 'set') map.set(name, weight, weight)
        else map[verb](name)
      const held = ['a', 'b', 'c', 'd', 'e'].reduce((sum, name) => sum + (map.peek(name) ?? 0), 0)
      expect(map.weight).toBe(held)
      expect(held).toBeLessThanOrEqual(10)
    }),
  )
})

test('it holds what was used last, whatever is done to it', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const step = fc.record({
    do: fc.constantFrom('set' as const, 'set' as const, 'get' as const, 'delete' as const),
    key,
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const map = new RecentMap<string>({ capacity: 3 })
      let expected: string[] = []
      for (const { do: verb, key: name } of steps) {
        if (verb === 'set') map.set(name, name)
        else map[verb](name)
        const others = expected.filter((one) => one !== name)
        const isKept = verb === 'set' || (verb === 'get' && expected.includes(name))
        expected = isKept ? [...others, name].slice(-3) : others
      }
      expect(['a', 'b', 'c', 'd', 'e', 'f'].filter((name) => map.peek(name) !== undefined)).toEqual(expected.toSorted())
    }),
  )
})
