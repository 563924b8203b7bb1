import { SignJWT } from 'jose'
import type { Actor } from '../api/actor.ts'
import { parse } from '../api/parse.ts'
import { RecentMap } from '../api/recent-map.ts'
import type { Flaw } from '../api/refusal.ts'
import { asTheyStand } from './as-they-stand.ts'
import { guestOf } from './guests.ts'
import { personId } from './ids.ts'
import type { KeySets } from './jwks.ts'
import { type Org, type OrgKey, type Person, personSchema } from './model.ts'
import { type PersonDocument, type Profile, profileOf } from './people-model.ts'
import { type Head, headOf, unauthenticated } from './token-head.ts'
import { type Claims, type Key, secretKey, verifiedBy } from './verifying.ts'

const MOST_VERIFIED = 10_000
/** A key that the host no longer shows in its set stops working after this and as long as the set is kept. */
const TRUSTED_MS = 60_000

/** `at`: when it was signed (ms); null where it does not say so. `rules`: what the org demanded of it. */
type Verified = { actor: Actor; at: number | null; until: number; rules: string }
type Signers = Pick<Org, '_id' | 'keys' | 'jwks' | 'audience' | 'guests' | 'guestSecret'>

/** `at`: when it was signed (ms); null where it does not say so. */
export type Tell = (profile: Profile, at: number | null) => Promise<void>

/** What is known of somebody; at most a second behind. */
export type PersonOf = (
  org: string,
  id: string,
) => Promise<Pick<PersonDocument, 'role' | 'roleTold' | 'erased' | 'ban'> | null>

type Needs = {
  orgOf: (id: string) => Promise<Signers | null>
  keySets: Pick<KeySets, 'find'>
  /** Keeps what a token told of a person; refuses them where they may not come any more. */
  tell: Tell
  personOf: PersonOf
  now: () => number
}
type Signed = { key: OrgKey; org: string; person: Person; audience: string | null; expires: number }

/** A token as the host would sign it. */
export function signToken({ key, org, person, audience, expires }: Signed, now: number): Promise<string> {
  return new SignJWT({ org, user: person, ...(audience !== null && { aud: audience }) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: key.id })
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(expires / 1000))
    .sign(secretKey(key.secret))
}

/** Finds out who a bearer token speaks for. */
export class Tokens {
  readonly #needs: Needs
  readonly #verified = new RecentMap<Verified>({ capacity: MOST_VERIFIED })
  readonly #rules = new WeakMap<Signers, string>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async identify(token: string): Promise<Actor> {
    const told = (await this.#stillGood(token)) ?? (await this.#fresh(token))
    const person = await this.#needs.personOf(told.actor.org, told.actor.id)
    if (person === null) return told.actor
    if (person.erased !== null) throw unauthenticated('The account of this token was erased.')
    return asTheyStand(told, person, this.#needs.now())
  }

  async #fresh(token: string): Promise<Verified> {
    const now = this.#needs.now()
    const { expires, ...found } = await this.#verify(token, now)
    const verified = { ...found, until: Math.min(expires, now + TRUSTED_MS) }
    this.#verified.set(token, verified)
    return verified
  }

  /** Whoever was let in a moment ago is looked at again where the org has taken a key, or its guests, back since. */
  async #stillGood(token: string): Promise<Verified | undefined> {
    const verified = this.#recent(token)
    if (verified === undefined) return undefined
    const org = await this.#needs.orgOf(verified.actor.org)
    return org !== null && verified.rules === this.#rulesOf(org) ? verified : undefined
  }

  /** Made once for each state of an org, not for each who comes. */
  #rulesOf(org: Signers): string {
    const { keys, jwks, audience, guests } = org
    const known = this.#rules.get(org) ?? JSON.stringify([keys.map(({ id }) => id), jwks, audience, guests])
    this.#rules.set(org, known)
    return known
  }

  /** Whom it speaks for, where that was found out a moment ago. */
  known(token: string): Actor | undefined {
    return this.#recent(token)?.actor
  }

  #recent(token: string): Verified | undefined {
    const verified = this.#verified.get(token)
    return verified !== undefined && this.#needs.now() < verified.until ? verified : undefined
  }

  async #verify(token: string, now: number): Promise<Omit<Verified, 'until'> & { expires: number }> {
    const head = headOf(token)
    const org = await this.#needs.orgOf(head.org)
    if (org === null) throw unauthenticated('The token names an org that is not here: `palaver org` lists them.')
    const keys = await this.#keysFor(head, org)
    const audience = head.signedBy === 'guest' ? null : org.audience
    const claims = await verifiedBy(keys, token, { alg: head.alg, audience, now })
    if (claims === null) throw unauthenticated(`The signature of the token does not hold: ${MEND[head.signedBy]}.`)
    const isGuest = head.signedBy === 'guest'
    const at = claims.iat === undefined ? null : claims.iat * 1000
    const actor = isGuest ? guestOf(head.org, claims['guest']) : await this.#personIn(head.org, claims, at)
    return { actor, at: isGuest ? null : at, expires: claims.exp * 1000, rules: this.#rulesOf(org) }
  }

  async #personIn(org: string, { user }: Claims, at: number | null): Promise<Actor> {
    const person = parse(personSchema, user)
    if (person.flaws !== null) throw unauthenticated(wrongUser(person.flaws))
    const { id, username, role } = person.data
    await this.#needs.tell({ ...profileOf(org, person.data), role }, at)
    return { org, id: personId(org, id), name: username, role, kind: 'person', hostId: id }
  }

  /** Only keys of the kind that the algorithm is for. */
  async #keysFor({ signedBy, alg, kid }: Head, org: Signers): Promise<readonly Key[]> {
    if (signedBy === 'guest') return [secretKey(requireGuests(org))]
    const fitting =
      signedBy === 'secret'
        ? org.keys.flatMap(({ id, secret }) => (kid === undefined || kid === id ? [secretKey(secret)] : []))
        : await this.#needs.keySets.find(requireKeySet(org), { alg, kid })
    if (fitting.length > 0) return fitting
    const which = kid === undefined ? `for ${alg}` : 'of the id that `kid` in the header of the token names'
    throw unauthenticated(`The org has no key ${which}.`)
  }
}

const MEND = {
  secret: 'sign it with a key that `palaver org --keys` shows',
  public: 'no key in the set of the org (`jwks`) has signed it',
  guest: 'this org has not given it to a guest',
} as const

/** The secret with which their tokens are signed. */
function requireGuests(org: Signers): string {
  if (org.guests && org.guestSecret !== undefined) return org.guestSecret
  throw unauthenticated('This site takes no guests: sign in.')
}

function requireKeySet({ jwks }: Signers): string {
  if (jwks !== null) return jwks
  throw unauthenticated('The org has no set of public keys: sign with HS256, or let the operator set `jwks`.')
}

function wrongUser(flaws: readonly Flaw[]): string {
  const told = flaws.map(({ path, message }) => `${path === '' ? 'user' : `user.${path}`} ${message}`)
  return `The token does not say who it speaks for: ${told.join('; ')}.`
}
