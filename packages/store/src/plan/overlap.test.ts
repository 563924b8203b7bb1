import { describe, expect, it } from 'vitest'
import { overlaps } from './overlap.ts'

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
