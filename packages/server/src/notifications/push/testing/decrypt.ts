import { createDecipheriv, createECDH, type ECDH, randomBytes } from 'node:crypto'
import { type BrowserKeys, contentKeys, CURVE } from '../encrypt.ts'

/** The keys of a browser, with the secret part of them. */
export type Browser = { keys: BrowserKeys; ecdh: ECDH }

export function newBrowser(): Browser {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  return { ecdh, keys: { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') } }
}

/** What a browser does with the body of a push message (RFC 8188 section 2, RFC 8291 section 3). */
export function decrypt(body: Buffer, { keys, ecdh }: Browser): Buffer {
  const salt = body.subarray(0, 16)
  const recordBytes = body.readUInt32BE(16)
  const keyBytes = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyBytes)
  const record = body.subarray(21 + keyBytes)
  if (record.length > recordBytes) throw new Error('There is more than one record.')
  const shared = ecdh.computeSecret(sender)
  const { key, nonce } = contentKeys({ shared, auth: keys.auth, browser: ecdh.getPublicKey(), sender, salt })
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The last record is not marked as such.')
  return padded.subarray(0, end)
}
