import { expect, test } from 'vitest'
import { realWorld } from './world.ts'

test('names are letters of one alphabet, all about as likely, and none comes twice', () => {
  const names = Array.from({ length: 20_000 }, () => realWorld.newPart())
  expect(new Set(names).size).toBe(names.length)
  const counts = new Map<string, number>()
  for (const letter of names.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect([...counts.keys()].toSorted().join('')).toBe('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
  // 3,448 of each are expected, give or take 58: eight times that does not happen by chance.
  for (const [letter, count] of counts) expect(Math.abs(count - 200_000 / 58), letter).toBeLessThan(8 * 59)
})
