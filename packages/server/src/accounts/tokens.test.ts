import fc from 'fast-check'
import { UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { good, key, NOW, refusalOf, rsa, signed, signedBy, tokensOf } from './tokens.fixtures.ts'

test('a token with the claims that Coral takes is taken', async () => {
  const user = {
    id: '7',
    username: ' Ada ',
    email: 'ada@example.org',
    role: 'ADMIN',
    url: 'https://example.org/ada',
    badges: ['Writer'],
  }
  const claims = { ...good, user, iat: NOW / 1000 - 5, nbf: NOW / 1000 - 5, jti: 'x', iss: 'y', aud: 'z' }
  const actor = await tokensOf().tokens.identify(await signed(claims, { kid: 'k1', typ: 'JWT' }))
  expect(actor).toMatchObject({ org: 'main', name: 'Ada', role: 'admin', kind: 'person', hostId: '7' })
})

test('what a token says of a person is told, with the moment at which it was signed', async () => {
  const { tokens, told } = tokensOf()
  const email = 'ada@example.org'
  await tokens.identify(await signed({ ...good, user: { ...good.user, email, role: 'admin' }, iat: NOW / 1000 - 9 }))
  await tokens.identify(await signed(good))
  await tokens.identify(await signed(good))
  expect(told).toEqual([
    [expect.objectContaining({ org: 'main', hostId: 'ada', name: 'Ada', email, role: 'admin' }), NOW - 9000],
    [expect.objectContaining({ org: 'main', hostId: 'ada' }), null],
  ])
})

test('a role that a newer token told is the most that an older one gives, from the next request on', async () => {
  const { tokens, known } = tokensOf()
  const admin = { ...good.user, role: 'admin' }
  const roleNow = async (token: string) => (await tokens.identify(token)).role
  const old = await signed({ ...good, user: admin, iat: NOW / 1000 - 60 })
  expect(await roleNow(old)).toBe('admin')
  known.person = { role: 'member', roleTold: NOW - 30_000, erased: null, ban: null }
  expect(await roleNow(old)).toBe('member')
  expect(await roleNow(await signed({ ...good, user: admin, iat: NOW / 1000 - 30 }))).toBe('admin')
  // Of one that does not say its time nobody knows that it is older; nor of a role of which no token has told.
  expect(await roleNow(await signed({ ...good, user: admin }))).toBe('admin')
  known.person = { role: 'member', erased: null, ban: null }
  expect(await roleNow(old)).toBe('admin')
  known.person = { role: 'admin', roleTold: NOW - 30_000, erased: null, ban: null }
  const modest = await signed({ ...good, iat: NOW / 1000 - 60 })
  expect(await roleNow(modest), 'no token is worth more than it says').toBe('member')
})

test('who is banned moderates nothing until that is over; admins are spared', async () => {
  const { tokens, known, clock } = tokensOf({}, { now: NOW })
  const asRole = async (role: string) => tokens.identify(await signed({ ...good, user: { ...good.user, role } }))
  const imposed = { reason: 'Rude.', by: 'root', at: '' }
  const bannedUntil = (until: string | null): void => {
    known.person = { role: 'moderator', erased: null, ban: { ...imposed, until } }
  }
  bannedUntil(null)
  expect(await asRole('moderator')).toMatchObject({ role: 'member', banned: { until: null, reason: 'Rude.' } })
  expect(await asRole('admin')).toMatchObject({ role: 'admin' })
  bannedUntil(new Date(NOW + 1000).toISOString())
  expect((await asRole('moderator')).role).toBe('member')
  clock.now += 1000
  expect(await asRole('moderator')).not.toHaveProperty('banned')
  expect((await asRole('moderator')).role).toBe('moderator')
})

test.each([
  ['COMMENTER', 'member'],
  ['STAFF', 'member'],
  ['Moderator', 'moderator'],
  [null, 'member'],
])('the role %j is %s here', async (role, expected) => {
  const actor = await tokensOf().tokens.identify(await signed({ ...good, user: { ...good.user, role } }))
  expect(actor.role).toBe(expected)
})

test('a name that turns text around is put straight', async () => {
  const user = { ...good.user, username: '\u202eAda\u202c' }
  expect((await tokensOf().tokens.identify(await signed({ ...good, user }))).name).toBe('Ada')
})

test('a token is verified once a minute, and never past its end', async () => {
  const { tokens, told, clock } = tokensOf({}, { now: NOW })
  const token = await signed({ ...good, exp: NOW / 1000 + 90 })
  await tokens.identify(token)
  await tokens.identify(token)
  expect(told).toHaveLength(1)
  clock.now += 60_000
  await tokens.identify(token)
  expect(told).toHaveLength(2)
  clock.now += 60_000
  await expect(tokens.identify(token)).rejects.toMatchObject({ code: 'token-expired' })
})

describe('a token is refused, with the way to mend it,', () => {
  const { org, user, exp } = good
  test.each([
    ['that is none', () => 'hello', /is not a token/],
    ['that is empty JSON', () => 'e30.e30.e30', /HS256/],
    ['without end', () => signed({ org, user }), /`exp`/],
    ['whose end is text', () => signed({ org, user, exp: 'never' as unknown as number }), /`exp`/],
    ['that is not good yet', () => signed({ ...good, nbf: NOW / 1000 + 60 }), /not good yet.*`nbf`/],
    ['whose beginning is text', () => signed({ ...good, nbf: 'now' as unknown as number }), /`nbf`/],
    ['that was signed before 1970', () => signed({ ...good, iat: -1e15 }), /`iat`, must be .* since 1970/],
    [
      'whose moment is text',
      () => signed({ ...good, iat: 'now' as unknown as number }),
      /`iat`, must be .* since 1970/,
    ],
    ['without org', () => signed({ user, exp }), /claim `org`/],
    ['of an org that is not here', () => signed({ ...good, org: 'x' }), /org that is not here/],
    ['without user', () => signed({ org, exp }), /user is missing/],
    ['without name', () => signed({ ...good, user: { id: '7' } }), /user.username is missing/],
    ['with a number for an id', () => signed({ ...good, user: { ...user, id: 7 } }), /user.id must be text/],
    ['with a role that is none', () => signed({ ...good, user: { ...user, role: 'boss' } }), /member, moderator/],
    ['with a name of two lines', () => signed({ ...good, user: { ...user, username: 'a\nb' } }), /control characters/],
    ['with a name of nothing', () => signed({ ...good, user: { ...user, username: '\u200b' } }), /can be seen/],
    ['with a script for a page', () => signed({ ...good, user: { ...user, url: 'javascript:1' } }), /user.url must be/],
    ['that another secret signed', () => signed(good, {}, `${key.secret}!`), /sign it with a key that `palaver org/],
    ['that names another key', () => signed(good, { kid: 'k2' }), /`kid`/],
    ['signed in another way', () => signed(good, { alg: 'HS512' }, key.secret.repeat(3)), /HS256/],
    ['that is not signed', () => new UnsecuredJWT(good).encode(), /HS256|not a token/],
    ['that is not signed but says so', () => signed(good).then(unsigned), /HS256/],
    ['that is huge', () => signed({ ...good, more: 'x'.repeat(9000) }), /longer than/],
    ['that a private key signed', () => signedBy(rsa().privateKey, good, { alg: 'RS256' }), /`jwks`/],
    ['that a guest would have, signed by the host', () => signed(good, { typ: 'guest+jwt' }), /takes no guests/],
  ])('%s', async (_, token, reason) => {
    expect(await refusalOf(await token())).toMatch(/^unauthenticated: /)
    expect(await refusalOf(await token())).toMatch(reason)
  })

  test('that has expired, by a code of its own', async () => {
    const token = await signed({ ...good, exp: NOW / 1000 - 60 })
    expect(await refusalOf(token)).toMatch(/^token-expired: The token has expired: get a new one/)
    // A stranger's does not become one that was good once.
    const forged = await signed({ ...good, exp: NOW / 1000 - 60 }, {}, `${key.secret}!`)
    expect(await refusalOf(forged)).toMatch(/^unauthenticated: /)
  })

  test('whose parts were exchanged', async () => {
    const [one, other] = [await signed(good), await signed({ ...good, user: { ...user, role: 'admin' } })]
    const [header, , signature] = one.split('.')
    expect(await refusalOf([header, other.split('.')[1], signature].join('.'))).toMatch(/signature .* does not hold/)
  })

  test.each([
    [undefined, /^unauthenticated: .*`aud` must be here/],
    ['others', /^unauthenticated: .*`aud` must be here/],
    [['others'], /^unauthenticated: .*`aud` must be here/],
    [7 as unknown as string, /^unauthenticated: .*`aud` must be here/],
    ['here', /^taken$/],
    [['others', 'here'], /^taken$/],
  ])('that is for %j where `here` is wanted: %s', async (aud, outcome) => {
    const token = await signed({ ...good, ...(aud !== undefined && { aud }) })
    expect(await refusalOf(token, tokensOf({ audience: 'here' }))).toMatch(outcome)
  })
})

/** The same token with `none` for its algorithm, and no signature. */
function unsigned(token: string): string {
  const header = Buffer.from('{"alg":"none"}').toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}

test('whatever is sent instead of a token, the answer is that it is none', async () => {
  const part = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc.constantFrom('HS256', 'RS256', 'none').map((alg) => Buffer.from(JSON.stringify({ alg })).toString('base64url')),
    fc.constant(Buffer.from(JSON.stringify(good)).toString('base64url')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
      expect(await refusalOf(parts.join('.'))).toMatch(/^unauthenticated: /)
    }),
  )
})
