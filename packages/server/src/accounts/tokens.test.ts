import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { Tokens } from './tokens.ts'

const NOW = Date.parse('2030-01-01T00:00:00.000Z')
const key = { id: 'k1', secret: 'a-secret-that-is-long-enough-for-hs256', created: '' }
const good = { org: 'main', user: { id: 'ada', username: 'Ada' }, exp: NOW / 1000 + 60 }

function tokensAt(clock = { now: NOW }): { tokens: Tokens; asked: string[] } {
  const asked: string[] = []
  const keysOf = async (org: string) => {
    asked.push(org)
    return org === 'main' ? [key] : null
  }
  return { tokens: new Tokens({ now: () => clock.now, keysOf }), asked }
}

type Header = { alg?: string; kid?: string }
const signed = (claims: JWTPayload, header: Header = {}, secret = key.secret): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...header }).sign(new TextEncoder().encode(secret))

const refusalOf = (token: string): Promise<string> =>
  tokensAt()
    .tokens.identify(token)
    .then(
      () => 'taken',
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    )

test('a token with the claims that Coral takes is taken', async () => {
  const user = { id: '7', username: ' Ada ', email: 'ada@example.org', role: 'ADMIN', url: 'https://example.org/ada' }
  const actor = await tokensAt().tokens.identify(await signed({ ...good, user }, { kid: 'k1' }))
  expect(actor).toMatchObject({ org: 'main', name: 'Ada', role: 'admin' })
})

test('a token is verified once a minute, and never past its end', async () => {
  const clock = { now: NOW }
  const { tokens, asked } = tokensAt(clock)
  const token = await signed({ ...good, exp: NOW / 1000 + 90 })
  await tokens.identify(token)
  await tokens.identify(token)
  expect(asked).toHaveLength(1)
  clock.now += 60_000
  await tokens.identify(token)
  expect(asked).toHaveLength(2)
  clock.now += 60_000
  await expect(tokens.identify(token)).rejects.toMatchObject({ code: 'unauthenticated' })
})

describe('a token is refused, with the way to mend it,', () => {
  const { org, user, exp } = good
  test.each([
    ['that is none', () => 'hello', /is not a token/],
    ['that is empty JSON', () => 'e30.e30.e30', /HS256/],
    ['without end', () => signed({ org, user }), /`exp`/],
    ['that has expired', () => signed({ ...good, exp: NOW / 1000 - 60 }), /expired: get a new one/],
    ['that is not good yet', () => signed({ ...good, nbf: NOW / 1000 + 60 }), /`nbf`/],
    ['without org', () => signed({ user, exp }), /claim `org`/],
    ['of an org that is not here', () => signed({ ...good, org: 'x' }), /org that is not here/],
    ['without user', () => signed({ org, exp }), /user is missing/],
    ['without name', () => signed({ ...good, user: { id: '7' } }), /user.username is missing/],
    ['with a number for an id', () => signed({ ...good, user: { ...user, id: 7 } }), /user.id must be text/],
    ['with a role that is none', () => signed({ ...good, user: { ...user, role: 'boss' } }), /commenter, staff/],
    ['with a name of two lines', () => signed({ ...good, user: { ...user, username: 'a\nb' } }), /control characters/],
    ['that another secret signed', () => signed(good, {}, `${key.secret}!`), /No key of the org fits/],
    ['that names another key', () => signed(good, { kid: 'k2' }), /`kid`/],
    ['signed in another way', () => signed(good, { alg: 'HS512' }, key.secret.repeat(3)), /HS256/],
    ['that is not signed', () => new UnsecuredJWT(good).encode(), /HS256|not a token/],
    ['that is huge', () => signed({ ...good, more: 'x'.repeat(9000) }), /longer than/],
  ])('%s', async (_, token, reason) => {
    expect(await refusalOf(await token())).toMatch(/^unauthenticated: /)
    expect(await refusalOf(await token())).toMatch(reason)
  })

  test('that a private key signed', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const token = await new SignJWT(good).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
    expect(await refusalOf(token)).toMatch(/HS256/)
  })

  test('whose parts were exchanged', async () => {
    const [one, other] = [await signed(good), await signed({ ...good, user: { ...user, role: 'admin' } })]
    const [header, , signature] = one.split('.')
    expect(await refusalOf([header, other.split('.')[1], signature].join('.'))).toMatch(/No key of the org fits/)
  })
})

test('whatever is sent instead of a token, the answer is that it is none', async () => {
  const part = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc.constant(Buffer.from('{"alg":"HS256"}').toString('base64url')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
      expect(await refusalOf(parts.join('.'))).toMatch(/^unauthenticated: /)
    }),
  )
})
