import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type Certificate = { key: string; cert: string }

const NAME = 'push.example.net'

let made: Certificate | null = null

/** One for 127.0.0.1 and push.example.net that nobody trusts but who is told to, made anew for each run. */
export const certificate = (): Certificate => (made ??= selfSigned())

/** X.509 version 3 (RFC 5280), signed with its own key. */
function selfSigned(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'))
  const name = sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(NAME)))))
  const validity = sequence(der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('490101000000Z')))
  const names = sequence(der(0x82, Buffer.from(NAME)), der(0x87, Buffer.from([127, 0, 0, 1])))
  const isAuthority = sequence(der(0x01, Buffer.from([0xff])))
  const extensions = sequence(
    sequence(oid('2.5.29.17'), der(0x04, names)),
    sequence(oid('2.5.29.19'), der(0x01, Buffer.from([0xff])), der(0x04, isAuthority)),
  )
  const told = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', told, privateKey)]))
  const cert = pem('CERTIFICATE', sequence(told, algorithm, signature))
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)

/** A tag, how long it is, and what is in it. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const size = value.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), value])
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]))
}

/** Seven bits a byte; all but the last have the eighth set. */
function inSevens(number: number): number[] {
  const low = number & 0x7f
  return number < 0x80 ? [low] : [...inSevens(number >> 7).map((byte) => byte | 0x80), low]
}

const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`
