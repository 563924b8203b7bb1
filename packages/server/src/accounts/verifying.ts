import { type CryptoKey, errors, type JWTPayload, jwtVerify } from 'jose'
import { Refusal } from '../api/refusal.ts'
import { unauthenticated } from './token-head.ts'

/** Clocks differ. */
const TOLERANCE_SECONDS = 5

export type Key = Uint8Array | CryptoKey
export type Demands = {
  /** The one that the key is for. */
  alg: string
  /** What `aud` must say; null where it is not looked at. */
  audience: string | null
  now: number
}
export type Claims = JWTPayload & { exp: number }

export const secretKey = (secret: string): Uint8Array => new TextEncoder().encode(secret)

/** What the token says, where one of the keys has signed it; null where none has. */
export async function verifiedBy(keys: readonly Key[], token: string, demands: Demands): Promise<Claims | null> {
  const { alg, audience, now } = demands
  const options = {
    algorithms: [alg],
    requiredClaims: ['exp'],
    currentDate: new Date(now),
    clockTolerance: TOLERANCE_SECONDS,
    ...(audience !== null && { audience }),
  }
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, options)
      // What was told then could not be kept, nor compared with what was told later.
      if ((payload.iat ?? 0) < 0) throw new errors.JWTClaimValidationFailed('before 1970', payload, 'iat')
      return { ...payload, exp: payload.exp ?? 0 }
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw refusalOf(error, demands)
    }
  }
  return null
}

function refusalOf(error: unknown, { audience }: Demands): unknown {
  if (error instanceof errors.JWTExpired)
    return new Refusal('token-expired', 'The token has expired: get a new one from whoever gave it.')
  if (error instanceof errors.JWTClaimValidationFailed) return unauthenticated(wrongClaim(error.claim, audience))
  return error instanceof errors.JOSEError ? unauthenticated(`The token cannot be read: ${error.message}.`) : error
}

function wrongClaim(claim: string, audience: string | null): string {
  switch (claim) {
    case 'aud':
      return `The token is for somebody else: \`aud\` must be ${audience ?? 'text'}, or a list with that in it.`
    case 'nbf':
      return 'The token is not good yet, as its claim `nbf` says: wait, or set the clock of who signs it.'
    case 'exp':
      return 'The token must say when it ends, in the claim `exp`: a number of seconds since 1970.'
    case 'iat':
      return 'When the token was signed, in its claim `iat`, must be a number of seconds since 1970, or left out.'
    default:
      return `The claim \`${claim}\` of the token does not hold.`
  }
}
