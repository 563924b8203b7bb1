import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { RecentMap } from '../../api/recent-map.ts'
import { isPushContact } from '../../config/push-contact.ts'
import type { PushKey } from './model.ts'

const HOUR_MS = 60 * 60 * 1000
/** RFC 8292 allows 24 hours; a clock that is wrong by some of them does no harm. */
const VALID_MS = 12 * HOUR_MS
const MOST_CACHED = 1000
const UNREACHABLE =
  'PALAVER_PUSH_CONTACT must be mailto: with an address, or an https address, with a domain that others can reach: Apple refuses every push message otherwise.'

type Needs = { contact: string; now: () => number }
type Signed = { header: string; until: number }

/** Says to a push service who sends (RFC 8292). */
export class Vapid {
  readonly #contact: string
  readonly #now: () => number
  readonly #signed = new RecentMap<Signed>({ capacity: MOST_CACHED })

  constructor({ contact, now }: Needs) {
    if (!isPushContact(contact)) throw new Error(UNREACHABLE)
    this.#contact = contact
    this.#now = now
  }

  /** The header field `Authorization`: the same for an hour, as signing costs more than sending. */
  authorization(endpoint: string, key: PushKey): string {
    const { origin } = new URL(endpoint)
    const name = `${origin} ${key.publicKey}`
    const now = this.#now()
    const known = this.#signed.get(name)
    if (known !== undefined && now < known.until && now >= known.until - HOUR_MS) return known.header
    const claims = { aud: origin, exp: Math.floor((now + VALID_MS) / 1000), sub: this.#contact }
    const header = `vapid t=${signedToken(claims, key)}, k=${key.publicKey}`
    this.#signed.set(name, { header, until: now + HOUR_MS })
    return header
  }
}

const HEAD = base64url({ typ: 'JWT', alg: 'ES256' })

/** A JWT with its signature as two numbers side by side, as RFC 7518 wants it. */
function signedToken(claims: Readonly<Record<string, unknown>>, key: PushKey): string {
  const said = `${HEAD}.${base64url(claims)}`
  const signature = sign('sha256', Buffer.from(said), { key: privateKeyOf(key), dsaEncoding: 'ieee-p1363' })
  return `${said}.${signature.toString('base64url')}`
}

function base64url(value: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const privateKeyOf = ({ publicKey, privateKey }: PushKey): KeyObject =>
  createPrivateKey({ key: { ...jwkOf(publicKey), d: privateKey }, format: 'jwk' })

/** A public key as browsers write it (one byte, then both coordinates), as a JWK. */
export function jwkOf(publicKey: string): { kty: 'EC'; crv: 'P-256'; x: string; y: string } {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  return { kty: 'EC', crv: 'P-256', x, y }
}
