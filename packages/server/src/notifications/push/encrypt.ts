import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gave with its subscription, both base64url. */
export type BrowserKeys = { p256dh: string; auth: string }

/** What every message has anew: a pair of keys and a salt. */
export type Fresh = { sender: ECDH; salt: Buffer }

export const CURVE = 'prime256v1'
const RECORD_BYTES = 4096
const SALT_BYTES = 16
const POINT_BYTES = 65
const TAG_BYTES = 16
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES
/** Push services take 4096 bytes; this is what is left beside the header, the tag and the mark of the last record. */
export const MOST_PAYLOAD_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1
const LAST_RECORD = Buffer.from([2])

export function fresh(): Fresh {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return { sender, salt: randomBytes(SALT_BYTES) }
}

/** RFC 8291: one record of `aes128gcm` (RFC 8188) that only that browser can read. */
export function encrypt(payload: Buffer, { p256dh, auth }: BrowserKeys, { sender, salt }: Fresh): Buffer {
  if (payload.length > MOST_PAYLOAD_BYTES) throw new RangeError(`A push carries at most ${MOST_PAYLOAD_BYTES} bytes.`)
  const browser = Buffer.from(p256dh, 'base64url')
  const shared = sender.computeSecret(browser)
  const { key, nonce } = contentKeys({ shared, auth, browser, sender: sender.getPublicKey(), salt })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [cipher.update(payload), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([headerOf(salt, sender.getPublicKey()), ...sealed])
}

type Agreed = { shared: Buffer; auth: string; browser: Buffer; sender: Buffer; salt: Buffer }

/** Both sides come to the same: the shared secret, bound to both public keys and to what only the two know. */
export function contentKeys({ shared, auth, browser, sender, salt }: Agreed): { key: Buffer; nonce: Buffer } {
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, sender])
  const material = derive(shared, Buffer.from(auth, 'base64url'), { info, length: 32 })
  return {
    key: derive(material, salt, { info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 }),
    nonce: derive(material, salt, { info: Buffer.from('Content-Encoding: nonce\0'), length: 12 }),
  }
}

const derive = (secret: Buffer, salt: Buffer, { info, length }: { info: Buffer; length: number }): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

function headerOf(salt: Buffer, publicKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_BYTES)
  sizes.writeUInt8(publicKey.length, 4)
  return Buffer.concat([salt, sizes, publicKey])
}

/** Whether these can be encrypted for: a point on the curve, uncompressed, and a secret of the right length. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    return fresh().sender.computeSecret(point).length > 0
  } catch {
    return false
  }
}
