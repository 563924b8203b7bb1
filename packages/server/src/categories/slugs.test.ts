import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followsName } from './changes/naming.ts'
import { freeSlug, isSlug, numbered, slugOf } from './slugs.ts'

/** A6.6: whatever a name is, it has an address. */
const SLUGS: Readonly<Record<string, string>> = {
  'Crème & Café': 'crème-café',
  'Don’t panic': 'dont-panic',
  '  Rock  &  Roll ': 'rock-roll',
  猫と犬: '猫と犬',
  'שלום עולם': 'שלום-עולם',
  'قطط (كلها)': 'قطط-كلها',
  हिन्दी: 'हिन्दी',
  'ＦＵＬＬ width': 'full-width',
  ΟΔΟΣ: 'οδος',
  '2024': '2024',
  '🐈 Cats': '🐈-cats',
  '🇩🇪': '🇩🇪',
  '👩‍💻': '👩-💻',
  '1️⃣': '1️⃣',
  '#️⃣': 'topic',
  '!\uFE0F': 'topic',
  '…!?': 'topic',
  '': 'topic',
  ' ': 'topic',
  '.': 'topic',
  '..': 'topic',
  '../../etc': 'etc',
  'a/b\\c%2Fd?e#f': 'a-b-c-2fd-e-f',
  '\u202Eright\u202C': 'right',
  '\ud800': 'topic',
  search: 'search-topic',
  'NEW!': 'new-topic',
  'search-topic': 'search-topic',
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('a', 'B', '-', ' ', 'ß', 'İ', 'é', 'e\u0301', '\uFE0F', '猫', '🐈', '1', 'Σ'),
    maxLength: 300,
  }),
)

describe('slugs', () => {
  for (const [name, slug] of Object.entries(SLUGS))
    it(`of ${JSON.stringify(name)}`, () => {
      expect(slugOf(name)).toBe(slug)
    })

  it('are the same for what looks the same', () => {
    const both = (name: string): void => {
      expect(slugOf(name.normalize('NFD'))).toBe(slugOf(name.normalize('NFC')))
    }
    for (const name of Object.keys(SLUGS)) both(name)
    fc.assert(fc.property(text, both))
  })

  it('are what somebody might have chosen, whole, and fit for an address', () => {
    const property = fc.property(text, (name) => {
      const slug = slugOf(name)
      expect(isSlug(slug), JSON.stringify(slug)).toBe(true)
      expect(slug).not.toMatch(/[/?#%\\\s.]|^-|-$|--/)
      expect(slug.length).toBeLessThanOrEqual(90)
      expect(slug).toBe(slug.normalize('NFC'))
      // As an address is understood.
      expect(slug.toLowerCase().normalize('NFC')).toBe(slug)
      expect(decodeURIComponent(encodeURIComponent(slug))).toBe(slug)
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('of every character that there is', () => {
    const wrong: string[] = []
    for (let code = 0; code <= 0x10_ffff; code += code > 0x3_0000 ? 997 : 1) {
      const slug = slugOf(`a${String.fromCodePoint(code)}b`)
      if (!isSlug(slug) || slug.toLowerCase().normalize('NFC') !== slug) wrong.push(code.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it('of long names end where a word ends, and never within a letter', () => {
    expect(slugOf('word '.repeat(60))).toBe('word-'.repeat(16).slice(0, -1))
    expect(slugOf('e\u0301'.repeat(300))).toBe('é'.repeat(80))
    expect(slugOf('👍🏽'.repeat(100)).length).toBeLessThanOrEqual(80)
    expect(slugOf(`a${'\u0301'.repeat(400)}`)).toBe('topic')
  })

  it('get numbers where they are taken, and stay short', () => {
    const taken = new Set(['cats', 'cats-2'])
    expect(freeSlug('cats', (slug) => taken.has(slug))).toBe('cats-3')
    const long = slugOf('x'.repeat(255))
    const next = freeSlug(long, (slug) => slug === long)
    expect([next.length, isSlug(next)]).toEqual([80, true])
  })

  it('follow the name they were made of, also with a number', () => {
    const names = ['Cats', 'x'.repeat(255), 'search', '!!!', '2024']
    for (const name of names)
      for (const slug of [slugOf(name), numbered(slugOf(name), '2'), numbered(slugOf(name), '12')])
        expect(followsName({ name, slug }), slug).toBe(true)
    expect(followsName({ name: 'Cats', slug: 'pets' })).toBe(false)
    expect(followsName({ name: 'Cats', slug: 'cats-and-dogs' })).toBe(false)
  })
})
