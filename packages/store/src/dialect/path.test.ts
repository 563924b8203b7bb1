import { expect, test } from 'vitest'
import { UnsupportedOperator } from '../errors.ts'
import { checkPath, fieldOf, splitPath } from './path.ts'

test('a path is split, and its numbers are positions as well', () => {
  expect(splitPath('a.0.10.b')).toEqual({ parts: ['a', '0', '10', 'b'], positions: [-1, 0, 10, -1] })
  expect(splitPath('a.01.-1.1e3').positions).toEqual([-1, -1, -1, -1])
})

test('the top of a document has hidden fields, and an id', () => {
  expect(() => checkPath('_id')).not.toThrow()
  expect(() => checkPath('a._b')).not.toThrow()
  expect(() => checkPath('_b.a')).toThrow(UnsupportedOperator)
  expect(() => checkPath('_b', 'nested')).not.toThrow()
})

test('a field is what the object itself has', () => {
  expect(fieldOf({ a: 1 }, 'a')).toBe(1)
  expect(fieldOf({}, 'toString')).toBeUndefined()
  expect(fieldOf({ toString: 'x' }, 'toString')).toBe('x')
})
