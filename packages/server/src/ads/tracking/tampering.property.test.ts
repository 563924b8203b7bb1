import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creatives } from '../collections.ts'
import type { Decided } from '../entries.ts'
import { DESTINATION, ground, visit } from './ground.fixtures.ts'
import { GRACE_MS } from './keys.ts'
import { type Kind, KINDS } from './tokens.ts'

type Tokens = Record<Kind, string>

/** Which of an ad's addresses, and what is done to it. */
const tampering = fc.record({
  own: fc.constantFrom(...KINDS),
  how: fc.constantFrom('nothing', 'letter', 'insert', 'cut', 'field', 'signature', 'twice', 'case'),
  at: fc.nat(),
  letter: fc.constantFrom(...Array.from('ABCxyz019_-.~%|/?#&= é\u0000\r\n')),
})
type Tampering = typeof tampering extends fc.Arbitrary<infer T> ? T : never

function tampered(mine: Tokens, others: Tokens, { own, how, at, letter }: Tampering): string {
  const token = mine[own]
  const place = at % token.length
  const parts = token.split('.')
  const field = at % parts.length
  const theirs = others[own].split('.')
  const ways = {
    nothing: () => token,
    letter: () => token.slice(0, place) + letter + token.slice(place + 1),
    insert: () => token.slice(0, place) + letter + token.slice(place),
    cut: () => token.slice(0, place),
    // Of another placement, org, creative, slice, …
    field: () => parts.with(field, theirs[field] ?? '').join('.'),
    signature: () => parts.with(-1, theirs.at(-1) ?? '').join('.'),
    twice: () => `${token}.${token}`,
    case: () => token.toUpperCase(),
  }
  return ways[how]()
}

test('B8.3: whatever is done to an address, it bills nothing and leads nowhere but to what is stored', async () => {
  const { tracking, tokens, decide, issue, spent, store, clock } = await ground()
  await store.collection(creatives).insert({
    ...((await store.collection(creatives).get('creative')) ?? expect.fail()),
    _id: 'theirs',
    org: 'Other123',
    destination: 'https://evil.example/',
  })
  const all = async (decided: Decided): Promise<Tokens> => ({
    ...(await issue(decided)),
    a: tokens.issueConversion(decided, clock.now),
  })
  const mine = await all(await decide('cpa'))
  const other = await all({ ...(await decide('cpc')), org: 'Other123', creative: 'theirs', zone: 'top' })
  await tracking.view(mine.i, visit())
  await tracking.click(mine.c, visit())
  const before = await spent()
  const askedAs: Record<Kind, (token: string) => Promise<unknown>> = {
    i: (token) => tracking.view(token, visit()),
    v: (token) => tracking.seen(token, visit()),
    c: (token) => tracking.click(token, visit()),
    a: (token) => tracking.conversion(token),
  }
  await fc.assert(
    fc.asyncProperty(tampering, async (how) => {
      const token = tampered(mine, other, how)
      // Each but the one that it was made for.
      for (const kind of KINDS.filter((one) => mine[one] !== token))
        expect(await askedAs[kind](token)).toEqual(kind === 'c' ? { verdict: 'unknown', location: null } : 'unknown')
    }),
    { numRuns: 1000 },
  )
  expect(await spent()).toBe(before)
})

test('B8.3: what another org stores is not where an ad of this one leads, even if it is signed', async () => {
  const { tracking, decide, issue, store } = await ground()
  const { c } = await issue(await decide('cpm'))
  await store.collection(creatives).update({ _id: 'creative' }, { $set: { org: 'Other123' } })
  expect(await tracking.click(c, visit())).toEqual({ verdict: 'unknown', location: null })
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example/',
  '/relative',
  'ftp://files.example/',
  '',
  'https://',
])('B8.3: a destination that is no page of the web leads nowhere: %j', async (destination) => {
  const { tracking, decide, issue, store } = await ground()
  const { c } = await issue(await decide('cpm'))
  await store.collection(creatives).update({ _id: 'creative' }, { $set: { destination } })
  expect((await tracking.click(c, visit())).location).toBeNull()
})

test.each([
  ['https://shop.example/a\r\nSet-Cookie: x=1', 'https://shop.example/aSet-Cookie:%20x=1'],
  ['https://shop.example/ü?q=é#ö', 'https://shop.example/%C3%BC?q=%C3%A9#%C3%B6'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://shop.example/a b\u0000', 'https://shop.example/a%20b'],
])('B8.3: %j is written so that it stays one address', async (destination, location) => {
  const { tracking, decide, issue, store } = await ground()
  const { c } = await issue(await decide('cpm'))
  await store.collection(creatives).update({ _id: 'creative' }, { $set: { destination } })
  expect((await tracking.click(c, visit())).location).toBe(location)
})

test('B8.3: links from before a rotation bill within their time; after the grace period they lead nowhere', async () => {
  const { tracking, keys, node, decide, issue, spent, clock } = await ground()
  const { i, c } = await issue(await decide('cpc'))
  const other = node().tracking
  await keys.rotate()
  clock.now += 60_000
  expect(await other.view(i, visit())).toBe('billed')
  expect(await tracking.click(c, visit())).toEqual({ verdict: 'billed', location: DESTINATION })
  expect(await spent()).toBe(2_000_000)
  clock.now += GRACE_MS - 60_000
  expect(await tracking.click(c, visit())).toEqual({ verdict: 'late', location: DESTINATION })
  clock.now += 5000
  for (const node of [tracking, other])
    expect(await node.click(c, visit())).toEqual({ verdict: 'unknown', location: null })
})
