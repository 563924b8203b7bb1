import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { Actor } from '../api/actor.ts'
import { parse } from '../api/parse.ts'
import { RecentMap } from '../api/recent-map.ts'
import { type Flaw, Refusal } from '../api/refusal.ts'
import { personId } from './ids.ts'
import { type OrgKey, type Person, personSchema } from './model.ts'

/** Anything else (`none`, or a public key taken for a secret) is refused before a key is looked at. */
const ALGORITHM = 'HS256'
const LONGEST_TOKEN = 8192
const MOST_VERIFIED = 10_000
/** A key that was withdrawn stops working after this at the latest. */
const TRUSTED_MS = 60_000
/** Clocks differ. */
const TOLERANCE_SECONDS = 5

type Verified = { actor: Actor; until: number }

type Needs = { keysOf: (org: string) => Promise<readonly OrgKey[] | null>; now: () => number }
type Claims = { key: OrgKey; org: string; person: Person; expires: number }

const bytesOf = ({ secret }: OrgKey): Uint8Array => new TextEncoder().encode(secret)
const unauthenticated = (detail: string): Refusal => new Refusal('unauthenticated', detail)

/** A token as the host would sign it. */
export function signToken({ key, org, person, expires }: Claims, now: number): Promise<string> {
  return new SignJWT({ org, user: person })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: key.id })
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(expires / 1000))
    .sign(bytesOf(key))
}

/** Finds out who a bearer token speaks for. */
export class Tokens {
  readonly #needs: Needs
  readonly #verified = new RecentMap<Verified>({ capacity: MOST_VERIFIED })

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async identify(token: string): Promise<Actor> {
    if (token.length > LONGEST_TOKEN) throw unauthenticated(`The token is longer than ${LONGEST_TOKEN} characters.`)
    const hash = createHash('sha256').update(token).digest('base64url')
    const known = this.#verified.get(hash)
    const now = this.#needs.now()
    if (known !== undefined && now < known.until) return known.actor
    const { actor, expires } = await this.#verify(token, now)
    this.#verified.set(hash, { actor, until: Math.min(expires, now + TRUSTED_MS) })
    return actor
  }

  async #verify(token: string, now: number): Promise<{ actor: Actor; expires: number }> {
    const { org, kid } = unverified(token)
    const keys = await this.#needs.keysOf(org)
    if (keys === null) throw unauthenticated('The token names an org that is not here: `palaver org` lists them.')
    const fitting = kid === undefined ? keys : keys.filter(({ id }) => id === kid)
    if (fitting.length === 0)
      throw unauthenticated('The org has no key of the id that `kid` in the header of the token names.')
    const payload = await verifiedBy(fitting, token, now)
    const person = parse(personSchema, payload.user)
    if (person.flaws !== null) throw unauthenticated(wrongUser(person.flaws))
    const { id, username, role } = person.data
    return { actor: { org, id: personId(org, id), name: username, role }, expires: payload.exp * 1000 }
  }
}

function wrongUser(flaws: readonly Flaw[]): string {
  const told = flaws.map(({ path, message }) => `${path === '' ? 'user' : `user.${path}`} ${message}`)
  return `The token does not say who it speaks for: ${told.join('; ')}.`
}

/** What the token says of itself, only to find the keys to verify it with. */
function unverified(token: string): { org: string; kid: string | undefined } {
  const { header, claims } = decoded(token)
  if (header.alg !== ALGORITHM)
    throw unauthenticated(`The token must be signed with ${ALGORITHM}, and with nothing else.`)
  if (header.kid !== undefined && typeof header.kid !== 'string')
    throw unauthenticated('`kid` in the header of the token must be text.')
  const org = claims['org']
  if (typeof org !== 'string' || org === '' || org.length > 64 || !org.isWellFormed())
    throw unauthenticated('The token must say its org in the claim `org`, as `palaver org` shows it.')
  return { org, kid: header.kid }
}

function decoded(token: string) {
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) }
  } catch {
    throw unauthenticated('This is not a token: `palaver token` makes one, and hosts sign their own (a JWT).')
  }
}

async function verifiedBy(
  keys: readonly OrgKey[],
  token: string,
  now: number,
): Promise<{ user: unknown; exp: number }> {
  const options = {
    algorithms: [ALGORITHM],
    requiredClaims: ['exp'],
    currentDate: new Date(now),
    clockTolerance: TOLERANCE_SECONDS,
  }
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, bytesOf(key), options)
      return { user: payload['user'], exp: payload.exp ?? 0 }
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw wrongToken(error)
    }
  }
  throw unauthenticated(
    'No key of the org fits the signature of the token: sign it with one that `palaver org --keys` shows.',
  )
}

function wrongToken(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return unauthenticated('The token has expired: get a new one.')
  if (error instanceof errors.JWTClaimValidationFailed)
    return unauthenticated(`The claim \`${error.claim}\` of the token does not hold: ${error.message}.`)
  return error instanceof errors.JOSEError ? unauthenticated(`The token cannot be read: ${error.message}.`) : error
}
