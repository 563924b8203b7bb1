import { describe, expect, test } from 'vitest'
import {
  ec,
  good,
  hostAnswering,
  jwkOf,
  key,
  NOW,
  refusalOf,
  rsa,
  signed,
  signedBy,
  tokensOf,
} from './tokens.fixtures.ts'

const MINUTE = 60_000
const [one, other, third] = [rsa(), rsa(), ec()]

/** A host whose key set is `keys` at each moment; `isDown` lets it fail. */
async function hostWith(...keys: object[]) {
  const host = { keys, isDown: false }
  const { url, asked } = await hostAnswering((_request, response) =>
    host.isDown ? response.destroy() : response.end(JSON.stringify({ keys: host.keys })),
  )
  const clock = { now: NOW }
  const all = tokensOf({ jwks: url }, clock)
  const refusal = async (token: Promise<string>): Promise<string> => refusalOf(await token, all)
  return { ...all, host, url, asked, clock, refusal }
}

const rs256 = (kid?: string, by = one): Promise<string> =>
  signedBy(by.privateKey, { ...good, exp: NOW / 1000 + 7200 }, { alg: 'RS256', ...(kid !== undefined && { kid }) })
const es256 = (kid?: string): Promise<string> =>
  signedBy(third.privateKey, good, { alg: 'ES256', ...(kid !== undefined && { kid }) })

describe('a token that a private key of the host signed', () => {
  test('is taken, with RS256 and ES256, with `kid` and without', async () => {
    const { refusal, asked } = await hostWith(jwkOf(one, { kid: 'a' }), jwkOf(third, { kid: 'e', alg: 'ES256' }))
    for (const token of [rs256('a'), rs256(), es256('e'), es256()]) expect(await refusal(token)).toBe('taken')
    expect(asked()).toBe(1)
  })

  test('is taken without `kid` whichever of several keys it was', async () => {
    const { refusal } = await hostWith(jwkOf(other, { kid: 'b' }), jwkOf(one, { kid: 'a' }), { kty: 'RSA', n: '!' })
    expect(await refusal(rs256())).toBe('taken')
  })

  test('makes many who come at once ask the host once', async () => {
    const { refusal, asked } = await hostWith(jwkOf(one, { kid: 'a' }))
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, at) => signedBy(one.privateKey, { ...good, at }, { alg: 'RS256', kid: 'a' })),
    )
    expect(new Set(await Promise.all(tokens.map((token) => refusal(Promise.resolve(token)))))).toEqual(
      new Set(['taken']),
    )
    expect(asked()).toBe(1)
  })

  test.each([
    ['by a key that is not in the set', () => rs256('a', other), /signature .* does not hold/],
    ['by a key id that is not in the set', () => rs256('b'), /`kid`/],
    ['in a way for which there is no key', () => es256(), /no key for ES256/],
    ['in another way', () => signedBy(one.privateKey, good, { alg: 'PS256', kid: 'a' }), /nothing else/],
    ['too late', () => signedBy(one.privateKey, { ...good, nbf: NOW / 1000 + 60 }, { alg: 'RS256' }), /`nbf`/],
  ])('is refused where it was signed %s', async (_, token, reason) => {
    const { refusal } = await hostWith(jwkOf(one, { kid: 'a' }))
    expect(await refusal(token())).toMatch(/^unauthenticated: /)
    expect(await refusal(token())).toMatch(reason)
  })

  test('is refused for another org', async () => {
    const { refusal } = await hostWith(jwkOf(one, { kid: 'a' }))
    const token = signedBy(one.privateKey, { ...good, org: 'theirs' }, { alg: 'RS256', kid: 'a' })
    expect(await refusal(token)).toMatch(/^unauthenticated: .*org that is not here/)
  })
})

test('a public key is never taken for a secret', async () => {
  const jwk = jwkOf(one, { kid: 'a' })
  const { refusal, asked } = await hostWith(jwk, {
    kty: 'oct',
    kid: 'o',
    alg: 'HS256',
    k: Buffer.from(key.secret + '!').toString('base64url'),
  })
  const pem = one.publicKey.export({ format: 'pem', type: 'spki' }).toString()
  for (const secret of [pem, pem.trim(), JSON.stringify(jwk), String(one.publicKey.export({ format: 'jwk' }).n)])
    for (const header of [{}, { kid: 'a' }])
      expect(await refusal(signed(good, header, secret))).toMatch(/^unauthenticated: /)
  expect(await refusal(signed(good, { kid: 'o' }, `${key.secret}!`))).toMatch(/^unauthenticated: /)
  expect(asked()).toBe(0)
})

test('an org with a key set goes on taking what its own keys signed', async () => {
  const { refusal, asked } = await hostWith(jwkOf(one))
  expect(await refusal(signed(good))).toBe('taken')
  expect(asked()).toBe(0)
})

test.each([
  ['short', () => jwkOf(rsa(1024), { kid: 'a' })],
  ['not a key', () => ({ kty: 'RSA', kid: 'a', n: 'x', e: 'y' })],
  ['private', () => ({ ...one.privateKey.export({ format: 'jwk' }), kid: 'a' })],
  ['for encryption', () => jwkOf(one, { kid: 'a', use: 'enc' })],
])('a key that is %s fits nothing', async (_, jwk) => {
  const { refusal } = await hostWith(jwk())
  expect(await refusal(rs256('a'))).toMatch(/^unauthenticated: .*`kid`/)
})

describe('keys that change', () => {
  test('a new one is found when a token names it, but strangers make us ask every 30 seconds at most', async () => {
    const { refusal, host, asked, clock } = await hostWith(jwkOf(one, { kid: 'a' }))
    await refusal(rs256('a'))
    host.keys = [jwkOf(one, { kid: 'a' }), jwkOf(other, { kid: 'b' })]
    expect(await refusal(rs256('b', other))).toMatch(/^unauthenticated/)
    clock.now += 30_000
    expect(await refusal(rs256('b', other))).toBe('taken')
    for (let at = 0; at < 20; at++) expect(await refusal(rs256(`x${at}`))).toMatch(/^unauthenticated/)
    expect(asked()).toBe(2)
    clock.now += 30_000
    await Promise.all(Array.from({ length: 20 }, (_, at) => refusal(rs256(`y${at}`))))
    expect(asked()).toBe(3)
  })

  test('one that was taken out stops working after ten minutes', async () => {
    const { refusal, host, clock } = await hostWith(jwkOf(one, { kid: 'a' }))
    expect(await refusal(rs256('a'))).toBe('taken')
    host.keys = [jwkOf(other, { kid: 'b' })]
    clock.now += 10 * MINUTE
    expect(await refusal(rs256('a'))).toMatch(/^unauthenticated/)
  })

  test('another address is asked at once', async () => {
    const { refusal, org, url } = await hostWith(jwkOf(one, { kid: 'a' }))
    await refusal(rs256('a'))
    const next = await hostWith(jwkOf(other, { kid: 'a' }))
    org.jwks = next.url
    expect(await refusal(rs256('a', other))).toBe('taken')
    org.jwks = url
  })
})

describe('a host that cannot be reached', () => {
  test('lets the keys that are known go on working for an hour', async () => {
    const { refusal, host, clock, failures } = await hostWith(jwkOf(one, { kid: 'a' }))
    await refusal(rs256('a'))
    host.isDown = true
    clock.now += 59 * MINUTE
    expect(await refusal(rs256('a'))).toBe('taken')
    expect(failures).toHaveLength(1)
    clock.now += MINUTE
    expect(await refusal(rs256('a'))).toMatch(/^host-unavailable: .* try again/)
    host.isDown = false
    clock.now += 5_000
    expect(await refusal(rs256('a'))).toBe('taken')
  })

  test('is not asked again for each token', async () => {
    const { refusal, host, asked } = await hostWith()
    host.isDown = true
    for (let at = 0; at < 10; at++) expect(await refusal(rs256(`x${at}`))).toMatch(/^host-unavailable/)
    expect(asked()).toBe(1)
  })

  test.each([
    ['that leads elsewhere', 302, 'x'],
    ['that fails', 500, '{"keys":[]}'],
    ['that is no JSON', 200, '<html>'],
    ['that is no set', 200, '[]'],
    ['whose keys are none', 200, '{"keys":[7]}'],
    ['that is too long', 200, `{"keys":[],"more":"${'x'.repeat(300_000)}"}`],
  ])('an answer %s is none', async (_, status, body) => {
    const { url } = await hostAnswering((_request, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(body),
    )
    const all = tokensOf({ jwks: url })
    expect(await refusalOf(await rs256('a'), all)).toMatch(/^host-unavailable/)
    expect(all.failures).toHaveLength(1)
  })

  test('an answer that does not end is given up', async () => {
    const { url } = await hostAnswering((_request, response) => void response.write('{"keys":['))
    expect(await refusalOf(await rs256('a'), tokensOf({ jwks: url }))).toMatch(/^host-unavailable/)
  })
})
