import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ancestorsOf, behind, below, childKey, chronologicalKey, isWithin, keyOf, pathUnder } from './keys.ts'
import { realWorld } from './world.ts'

const part = fc.constantFrom(...Array.from({ length: 40 }, () => realWorld.newPart()))
const posted = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const steps = fc.array(fc.tuple(posted, part), { minLength: 1, maxLength: 6 })

type Path = { slug: string; fullSlug: string; posted: string }

function pathOf(all: readonly (readonly [string, string])[]): Path {
  let path: Path | null = null
  for (const [at, one] of all) path = { ...pathUnder(path, at, one), posted: at }
  return path as Path
}

const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

test('trap 1: a full slug has the time, in milliseconds, before each part', () => {
  const parent = pathUnder(null, '2012-02-08T12:21:08.123Z', '7Gq4hKpR2x')
  expect(parent).toEqual({ slug: '7Gq4hKpR2x', fullSlug: '2012.02.08.12.21.08.123:7Gq4hKpR2x' })
  expect(pathUnder(parent, '2012-02-09T22:19:16.001Z', 'w3XbT9sLmQ').fullSlug).toBe(
    '2012.02.08.12.21.08.123:7Gq4hKpR2x/2012.02.09.22.19.16.001:w3XbT9sLmQ',
  )
})

test('trap 1: siblings sort by time, then by their random part, in both orders alike', () => {
  fc.assert(
    fc.property(steps, fc.tuple(posted, part), fc.tuple(posted, part), (above, one, other) => {
      const [a, b] = [pathOf([...above, one]), pathOf([...above, other])]
      const expected = bytes(`${one[0]} ${one[1]}`, `${other[0]} ${other[1]}`)
      expect(Math.sign(bytes(a.fullSlug, b.fullSlug))).toBe(Math.sign(expected))
      expect(Math.sign(bytes(keyOf('chronological', a), keyOf('chronological', b)))).toBe(Math.sign(expected))
    }),
  )
})

test('trap 2: what lies under a comment is what has its path and then a slash, and nothing else', () => {
  fc.assert(
    fc.property(steps, steps, (first, second) => {
      const [a, b] = [pathOf(first), pathOf(second)]
      const isUnder = b.fullSlug > below(a.fullSlug) && b.fullSlug < behind(a.fullSlug)
      expect(isUnder).toBe(b.fullSlug.startsWith(`${a.fullSlug}/`))
    }),
  )
  expect([isWithin('34db', '34db'), isWithin('34db/8bda', '34db'), isWithin('34dbx', '34db')]).toEqual([
    true,
    true,
    false,
  ])
})

test('trap 10: keys are plain ASCII, so that JavaScript compares them as both engines do', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const path = pathOf(all)
      for (const order of ['chronological', 'threaded'] as const) expect(keyOf(order, path)).toMatch(/^[\x20-\x7d]+$/)
    }),
  )
})

test('trap 11: a slug of the deepest comment is short enough for an id, an address and an index', () => {
  const deepest = pathOf(Array.from({ length: 101 }, () => ['2012-02-08T12:21:08.123Z', '7Gq4hKpR2x'] as const))
  expect(deepest.slug.length).toBeLessThan(1_200)
  expect(deepest.fullSlug.length).toBeLessThan(4_000)
})

test('a threaded key says the chronological one, and with the parent the other way round', () => {
  fc.assert(
    fc.property(steps, fc.tuple(posted, part), (above, own) => {
      const [parent, child] = [pathOf(above), pathOf([...above, own])]
      expect(chronologicalKey(child.fullSlug)).toBe(keyOf('chronological', child))
      expect(childKey(parent, keyOf('chronological', child))).toBe(child.fullSlug)
      expect(ancestorsOf(child.slug).at(-1)).toBe(parent.slug)
    }),
  )
})
