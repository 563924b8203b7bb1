import { afterEach, expect, test, vi } from 'vitest'
import { realWorld } from './world.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const MOMENT_MS = 62.5
const MOMENT_LETTERS = 3

afterEach(() => void vi.useRealTimers())

const beginning = (): string => realWorld.newPart().slice(0, MOMENT_LETTERS)

test('letters of chance are of one alphabet, all about as likely, and no name comes twice', () => {
  const names = Array.from({ length: 20_000 }, () => realWorld.newPart())
  expect(new Set(names).size).toBe(names.length)
  const letters = names.map((name) => name.slice(MOMENT_LETTERS)).join('')
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect([...counts.keys()].toSorted().join('')).toBe(BASE58)
  // 2,414 of each are expected, give or take 49: eight times that does not happen by chance.
  for (const [letter, count] of counts) expect(Math.abs(count - letters.length / 58), letter).toBeLessThan(8 * 49)
})

test('parts of slugs that come together begin alike, and later ones follow them until the moments begin anew', () => {
  vi.useFakeTimers()
  const began = 1000 * BASE58.length ** MOMENT_LETTERS * MOMENT_MS
  const beginnings = [0, 62, 63, 1000, 60_000, 3_600_000, 3 * 3_600_000].map((ms) => {
    vi.setSystemTime(began + ms)
    return beginning()
  })
  const [first, same, ...later] = beginnings
  expect(first).toBe('111')
  expect(same).toBe(first)
  const inOrder = [first ?? '', ...later]
  expect(inOrder.every((one, at) => at === 0 || (inOrder[at - 1] ?? '') < one)).toBe(true)
  vi.setSystemTime(began + BASE58.length ** MOMENT_LETTERS * MOMENT_MS)
  expect(beginning()).toBe(first)
})
