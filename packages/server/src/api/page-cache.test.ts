import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Bytes } from './bytes.ts'
import { PageCache, type Ticket } from './page-cache.ts'

const bytes = (text = 'x'): Bytes => new Bytes({ body: Buffer.from(text), tag: null, head: [] })
const page = (url: string, discussion: string, text?: string) => ({
  url,
  discussion,
  bytes: bytes(text),
  org: 'main',
  origins: [],
  route: '/r',
})

function cacheAt(size = 1_000_000): { cache: PageCache; clock: { now: number } } {
  const clock = { now: 1000 }
  return { cache: new PageCache({ bytes: size, now: () => clock.now }), clock }
}

describe('a page', () => {
  test('is given out while nothing changes', () => {
    const { cache } = cacheAt()
    expect(cache.keep(cache.begin(), page('/a', 'd'))).toBe(true)
    expect(cache.get('/a')?.route).toBe('/r')
    expect(cache.get('/b')).toBeUndefined()
  })

  test('is not kept when a write is acknowledged between the beginning and the end of its read', () => {
    const { cache } = cacheAt()
    const ticket = cache.begin()
    cache.changed('d', 'e1')
    expect(cache.keep(ticket, page('/a', 'd'))).toBe(false)
    expect(cache.get('/a')).toBeUndefined()
  })

  test('is kept when the write was to another discussion, or before the read began', () => {
    const { cache } = cacheAt()
    cache.changed('d', 'e1')
    const ticket = cache.begin()
    cache.changed('other', 'e2')
    expect(cache.keep(ticket, page('/a', 'd'))).toBe(true)
  })

  test('goes when its discussion changes', () => {
    const { cache } = cacheAt()
    cache.keep(cache.begin(), page('/a', 'd'))
    cache.keep(cache.begin(), page('/b', 'other'))
    cache.changed('d', 'e1')
    expect([cache.get('/a'), cache.get('/b')]).toEqual([undefined, expect.anything()])
  })

  test('is a second old at most, counted from when its read began, whichever way the clock moves', () => {
    for (const passed of [1000, 5000, -1]) {
      const { cache, clock } = cacheAt()
      const ticket = cache.begin()
      clock.now += 600
      cache.keep(ticket, page('/a', 'd'))
      clock.now = 1999
      expect(cache.get('/a')).toBeDefined()
      clock.now = 1000 + passed
      expect(cache.get('/a')).toBeUndefined()
    }
  })

  test('is not kept where the cache is off, or is larger than all of it', () => {
    for (const size of [0, 5000]) {
      const { cache } = cacheAt(size)
      cache.keep(cache.begin(), page('/a', 'd', 'x'.repeat(6000)))
      expect(cache.get('/a')).toBeUndefined()
    }
  })
})

test('an event is seen once it was told here', () => {
  const { cache } = cacheAt()
  expect(cache.hasSeen('e1')).toBe(false)
  cache.changed('d', 'e1')
  expect(cache.hasSeen('e1')).toBe(true)
})

test('in every order of reads and writes, nobody is given a page that lacks an acknowledged write', () => {
  const discussion = fc.constantFrom('a', 'b', 'c')
  const step = fc.record({
    do: fc.constantFrom('begin', 'end', 'write', 'ask'),
    discussion,
    reader: fc.nat({ max: 2 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { cache } = cacheAt()
      const written = new Map<string, number>()
      const reads = new Map<string, { ticket: Ticket; saw: number }>()
      for (const [at, { do: verb, discussion: name, reader }] of steps.entries()) {
        const now = written.get(name) ?? 0
        const read = reads.get(name + reader)
        if (verb === 'begin') reads.set(name + reader, { ticket: cache.begin(), saw: now })
        if (verb === 'end' && read !== undefined) cache.keep(read.ticket, page(`/${name}`, name, String(read.saw)))
        if (verb === 'write') {
          written.set(name, now + 1)
          cache.changed(name, `e${at}`)
        }
        if (verb === 'ask') {
          const variant = cache.get(`/${name}`)?.bytes.as('identity')
          if (variant !== undefined && 'body' in variant) expect(variant.body.toString()).toBe(String(now))
        }
      }
    }),
  )
})

test('more discussions than it remembers: what it forgot counts as changed', () => {
  const { cache } = cacheAt()
  const ticket = cache.begin()
  cache.changed('d', 'e')
  for (let n = 0; n < 20_001; n++) cache.changed(`d${n}`, `e${n}`)
  expect(cache.keep(ticket, page('/a', 'd'))).toBe(false)
  expect(cache.keep(cache.begin(), page('/a', 'd'))).toBe(true)
})
