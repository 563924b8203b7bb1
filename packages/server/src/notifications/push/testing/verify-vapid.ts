import { createPublicKey, verify } from 'node:crypto'
import { jwkOf } from '../vapid.ts'

export type Claims = { aud: string; exp: number; sub: string }

/** What a push service does with `Authorization` (RFC 8292): what was said, and the public key of who said it. */
export function verifiedVapid(header: string): { claims: Claims; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const publicKey = createPublicKey({ key: jwkOf(key), format: 'jwk' })
  const said = Buffer.from(`${head}.${body}`)
  const signed = Buffer.from(signature, 'base64url')
  if (!verify('sha256', said, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signed))
    throw new Error('The signature does not fit.')
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims, key }
}
