import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Decided } from '../entries.ts'
import { CLICK_MS, CONVERSION_MS, IMPRESSION_MS } from '../lifetimes.ts'
import { type Kind, KINDS, type Tokens } from './tokens.ts'
import { decided, NOON, signing } from './tracking.fixtures.ts'

async function ready(): Promise<Tokens> {
  const { node } = await signing()
  const { tokens } = node()
  await tokens.ready()
  return tokens
}

const issued = (tokens: Tokens, one: Decided): Record<Kind, string> => ({
  ...tokens.issue(one),
  a: tokens.issueConversion(one, NOON),
})

const id = fc.stringMatching(/^[\w-]{1,23}$/)
const anyDecided: fc.Arbitrary<Decided> = fc.record({
  org: id,
  campaign: fc.option(id),
  slice: fc.option(fc.oneof(id, fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }))),
  index: fc.nat(10_000),
  creative: id,
  zone: fc.oneof(id, fc.string({ maxLength: 20, unit: 'grapheme' })),
  topic: fc.oneof(id, fc.constant('')),
  at: fc.integer({ min: NOON - 1000, max: NOON }),
  person: fc.oneof(id, fc.constant('')),
})

test('says what was decided, in letters that an address leaves as they are', async () => {
  const tokens = await ready()
  fc.assert(
    fc.property(anyDecided, (one) => {
      const texts = issued(tokens, one)
      for (const kind of KINDS) {
        const expected = kind === 'a' ? { ...one, person: '', topic: '' } : one
        expect(tokens.read(kind, texts[kind], NOON)).toEqual(expected)
        expect(texts[kind]).toMatch(/^[\w.~-]+$/)
        expect(new URL(`http://x/t/i/${texts[kind]}`).pathname).toBe(`/t/i/${texts[kind]}`)
      }
    }),
  )
})

test('is short', async () => {
  const tokens = await ready()
  const own = decided({ campaign: null, slice: null, topic: '', person: '', index: 0 })
  expect(tokens.issue(own).i.length).toBeLessThanOrEqual(90)
  expect(tokens.issue(decided()).i.length).toBeLessThanOrEqual(180)
})

test('B8.3: with anything in it changed, added or left out it is none', async () => {
  const tokens = await ready()
  const letters = fc.constantFrom(...Array.from('ABCxyz019_-.~%|/?#& é\u0000'))
  fc.assert(
    fc.property(
      anyDecided,
      fc.constantFrom(...KINDS),
      fc.nat(),
      letters,
      fc.constantFrom(0, 1),
      (one, kind, at, letter, cut) => {
        const token = issued(tokens, one)[kind]
        const place = at % (token.length + 1)
        const changed = token.slice(0, place) + letter + token.slice(place + cut)
        if (changed !== token) expect(tokens.open(kind, changed, NOON)).toBeNull()
        if (place < token.length) expect(tokens.open(kind, token.slice(0, place), NOON)).toBeNull()
      },
    ),
    { numRuns: 2000 },
  )
})

test('B8.3: a signature has one spelling only', async () => {
  const tokens = await ready()
  const token = tokens.issue(decided()).i
  const others = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    .map((letter) => token.slice(0, -1) + letter)
    .filter((other) => other !== token)
  expect(others).toHaveLength(63)
  for (const other of [...others, `${token}=`, `${token}==`, ` ${token}`, `${token}\n`, token.toUpperCase()])
    expect(tokens.open('i', other, NOON)).toBeNull()
})

test('B8.3: an address of one kind is none of another, and parts of two do not go together', async () => {
  const tokens = await ready()
  const [one, other] = [issued(tokens, decided()), issued(tokens, decided({ org: 'Other123', index: 8, zone: 'top' }))]
  for (const kind of KINDS)
    for (const asked of KINDS) {
      expect(tokens.open(asked, one[kind], NOON) !== null).toBe(asked === kind)
      const mixed = one[asked].slice(0, -21) + other[kind].slice(-21)
      expect(tokens.open(asked, mixed, NOON)).toBeNull()
      if (asked !== kind) expect(tokens.open(asked, one[asked].slice(0, -21) + one[kind].slice(-21), NOON)).toBeNull()
    }
})

test('B8.3: nothing that another database signed', async () => {
  const [mine, theirs] = [await ready(), await ready()]
  for (const kind of KINDS) expect(mine.open(kind, issued(theirs, decided())[kind], NOON)).toBeNull()
})

test.each([
  ['i', IMPRESSION_MS],
  ['v', IMPRESSION_MS + 5 * 60_000],
  ['c', CLICK_MS],
  ['a', CONVERSION_MS],
] as const)('%s counts for so long after the decision, and is known as ours after that', async (kind, ms) => {
  const tokens = await ready()
  const token = issued(tokens, decided())[kind]
  expect(tokens.read(kind, token, NOON + ms - 1)).not.toBeNull()
  expect(tokens.read(kind, token, NOON + ms)).toBeNull()
  expect(tokens.open(kind, token, NOON + ms)?.isLate).toBe(true)
  expect(tokens.read(kind, token, NOON - 60_000), 'by a clock that is a minute behind').not.toBeNull()
  expect(tokens.read(kind, token, NOON - 60_001)).toBeNull()
})

test('the advertiser is told nothing of the person', async () => {
  const tokens = await ready()
  const one = decided()
  const told = tokens.issueConversion(one, NOON)
  expect(told).not.toContain(one.person)
  expect(tokens.issueConversion({ ...one, person: 'another' }, NOON)).toBe(told)
})

test.each([
  '',
  '.',
  '..........',
  '1..........',
  `${'a'.repeat(2000)}`,
  '1.'.repeat(400),
  '__proto__.........x',
  'ü.........x',
])('%j is none', async (text) => {
  const tokens = await ready()
  for (const kind of KINDS) expect(tokens.open(kind, text, NOON)).toBeNull()
})
