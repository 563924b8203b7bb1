import { describe, expect, test } from 'vitest'
import { begunAt, taken } from './mention.ts'

describe('a mention that is being typed', () => {
  test.each([
    ['@a', 'a'],
    ['Hi @Ada_L', 'Ada_L'],
    ['(@ann.le', 'ann.le'],
    ['\n@名', '名'],
  ])('is found at the end of %j', (text, prefix) => {
    expect(begunAt(text, text.length)).toEqual({ at: text.length - prefix.length - 1, prefix })
  })

  test.each(['@', 'a@b', 'x/@b', '@@b', '@a b', '@.a', `@${'a'.repeat(51)}`, ''])('is not found in %j', (text) => {
    expect(begunAt(text, text.length)).toBe(null)
  })

  test('is looked for before the caret alone', () => {
    expect(begunAt('Hi @ada and', 6)).toEqual({ at: 3, prefix: 'ad' })
    expect(begunAt('Hi @ada and', 9)).toBe(null)
  })
})

describe('a handle that is taken', () => {
  const take = (text: string, caret: number): string => {
    const begun = begunAt(text, caret)
    if (begun === null) return text
    const { at, put, select } = taken(text, begun, 'Ada_L')
    const after = text.slice(0, at.start) + put + text.slice(at.end)
    return `${after.slice(0, select.end)}|${after.slice(select.end)}`
  }
  test.each([
    ['Hi @ad', 6, 'Hi @Ada_L |'],
    ['Hi @ad there', 6, 'Hi @Ada_L |there'],
    ['Hi @adxy there', 6, 'Hi @Ada_L |there'],
    ['Hi @ad, there', 6, 'Hi @Ada_L |, there'],
  ])('goes into %j at %i', (text, caret, after) => {
    expect(take(text, caret)).toBe(after)
  })
})
