import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainWord } from '../../api/plain-word.ts'
import { matcherOf } from './word-matcher.ts'

describe('muted words', () => {
  test.for([
    ['spoiler', 'A SPOILER here', true],
    ['spoiler', 'spoilers', false],
    ['spoiler', 'unspoiler', false],
    ['spoiler', '_spoiler_, **spoiler**', true],
    ['crème brûlée', 'Creme  \n brulee!', true],
    ['New York', 'in new york.', true],
    ['New York', 'new yorker', false],
    ['ΟΔΟΣ', 'η οδος', true],
    ['C++', 'I write c++, daily', true],
    ['C++', 'a c', false],
    ['#tag', 'see #TAG now', true],
    ['#tag', '#tagged', false],
    ['🎈', 'party🎈time', true],
    ['猫', '黒猫がいる', true],
    ['.*', 'anything', false],
    ['a.c', 'abc', false],
    ['ａｂｃ', 'abc', true],
    ['हिन्दी', 'हिन्द', false],
    ['𝒜', 'the a team', true],
  ] as const)('%s in %s: %s', ([word, text, isThere]) => {
    expect(matcherOf([word])(text)).toBe(isThere)
  })

  test('nothing is muted by nothing', () => {
    expect([matcherOf([])('x'), matcherOf(['', '  '])('x')]).toEqual([false, false])
  })

  test('a word is found between any two others, and never read as a pattern', () => {
    const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => plainWord(text) !== '')
    fc.assert(
      fc.property(word, fc.string(), fc.string(), (one, before, behind) => {
        expect(matcherOf([one])(`${before} ${one} ${behind}`)).toBe(true)
      }),
    )
  })

  test('what is as plain as a list of words holds: a word alone is found just where it is one of them', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(letters, fc.array(letters), (word, words) => {
        expect(matcherOf([word])(words.join(' '))).toBe(words.includes(word))
      }),
    )
  })
})
