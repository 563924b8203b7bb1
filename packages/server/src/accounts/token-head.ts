import { decodeJwt, decodeProtectedHeader } from 'jose'
import { Refusal } from '../api/refusal.ts'

/**
 * The algorithm says with what kind of key a token is verified, before any key is looked at: so a public key is never
 * taken for a secret, and `none` for nothing.
 */
const KIND_OF_ALGORITHM = new Map<unknown, 'secret' | 'public'>([
  ['HS256', 'secret'],
  ['RS256', 'public'],
  ['ES256', 'public'],
])

/** What a token of a guest is called in its header: those of hosts are called otherwise, or nothing. */
export const GUEST_TYPE = 'guest+jwt'

const LONGEST_TOKEN = 8192

/** What a token says of itself, only to find the keys to verify it with. */
export type Head = { org: string; alg: string; kid: string | undefined; signedBy: 'secret' | 'public' | 'guest' }

export const unauthenticated = (detail: string): Refusal => new Refusal('unauthenticated', detail)

export function headOf(token: string): Head {
  if (token.length > LONGEST_TOKEN) throw unauthenticated(`The token is longer than ${LONGEST_TOKEN} characters.`)
  const { header, claims } = decoded(token)
  const { alg, kid, typ } = header
  const kind = KIND_OF_ALGORITHM.get(alg)
  if (alg === undefined || kind === undefined)
    throw unauthenticated('The token must be signed with HS256, RS256 or ES256, and with nothing else.')
  if (kid !== undefined && typeof kid !== 'string')
    throw unauthenticated('`kid` in the header of the token must be text.')
  if (typ === GUEST_TYPE && kind !== 'secret') throw unauthenticated('A token of a guest is signed with HS256.')
  return { org: orgIn(claims['org']), alg, kid, signedBy: typ === GUEST_TYPE ? 'guest' : kind }
}

function orgIn(org: unknown): string {
  if (typeof org === 'string' && org !== '' && org.length <= 64 && org.isWellFormed()) return org
  throw unauthenticated('The token must say its org in the claim `org`, as `palaver org` shows it.')
}

function decoded(token: string) {
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) }
  } catch {
    throw unauthenticated('This is not a token: `palaver token` makes one, and hosts sign their own (a JWT).')
  }
}
