import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Direction } from '../plan/plan.ts'
import { KeyWriter } from './key.ts'
import { compareStrings, compareValues } from './order.ts'
import type { Json } from './value.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('', '\u0000', 'a', 'a\u0000', 'a\u0000b', '\uFFFD', '😀', 'é'),
)
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1e308, -1e308, 5e-324, 2 ** 53 - 1),
)
const value: fc.Arbitrary<Json> = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'a\u0001', 'ab'), tie('any'), { maxKeys: 3 }),
  ),
})).any
const direction = fc.constantFrom<Direction>(1, -1)
const sign = (order: number): number => Math.sign(order)

function keyOf(parts: readonly (readonly [Json, Direction])[]): Buffer {
  const writer = new KeyWriter().reset()
  for (const [part, way] of parts) writer.add(part, way)
  return writer.take()
}

describe('keys', () => {
  it('compare byte by byte as their values do, in both directions', () => {
    fc.assert(
      fc.property(value, value, direction, (a, b, way) => {
        expect(sign(Buffer.compare(keyOf([[a, way]]), keyOf([[b, way]])))).toBe(sign(compareValues(a, b) * way) + 0)
      }),
      { numRuns: 3_000 },
    )
  })

  it('of several fields compare by the first that differs', () => {
    const tuple = fc.tuple(value, value, value)
    fc.assert(
      fc.property(tuple, tuple, fc.tuple(direction, direction, direction), (a, b, ways) => {
        const wanted = ways.map((way, at) => compareValues(a[at], b[at]) * way).find((order) => order !== 0) ?? 0
        const key = (values: readonly Json[]): Buffer =>
          keyOf(ways.map((way, at) => [values[at] ?? null, way] as const))
        expect(sign(Buffer.compare(key(a), key(b)))).toBe(sign(wanted) + 0)
      }),
      { numRuns: 3_000 },
    )
  })

  it('never begin a part with the byte that stands behind all parts', () => {
    fc.assert(
      fc.property(value, value, direction, (a, b, way) => {
        const prefix = keyOf([[a, way]])
        expect(
          Buffer.compare(
            keyOf([
              [a, way],
              [b, way],
            ]),
            Buffer.concat([prefix, Buffer.from([0xff])]),
          ),
        ).toBe(-1)
      }),
    )
  })
})

describe('strings', () => {
  it('compare as their UTF-8 bytes do, also above U+FFFF', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(sign(compareStrings(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
    )
    expect(compareStrings('\uFFFD', '😀')).toBeLessThan(0)
  })
})

describe('types', () => {
  it('sort in MongoDB’s order', () => {
    const inOrder: Json[] = [null, -1, 2, '', 'a', {}, { a: 1 }, [], [1], false, true]
    expect(inOrder.toReversed().toSorted(compareValues)).toEqual(inOrder)
    expect(compareValues(undefined, null)).toBe(0)
    expect(compareValues(-0, 0) === 0).toBe(true)
  })
})
