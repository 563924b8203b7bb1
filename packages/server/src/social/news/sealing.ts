import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { Refusal } from '../../api/refusal.ts'
import type { Place } from '../walls/walls.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const LONGEST = 500

const placeSchema = z.tuple([z.iso.datetime(), z.string().min(1).max(100)])

/**
 * Where a list of posts goes on, as text that nobody can read: the last place that was looked at may be that of a post
 * which the reader may not know of.
 */
export class SealedPlaces {
  // As bytes it would be looked at anew for each place, which takes three times as long as to seal it.
  readonly #key: KeyObject

  /** `secret`: the same on every node. */
  constructor(secret: string | Buffer) {
    const bytes = hkdfSync('sha256', secret, '', 'palaver places in lists of posts', 32)
    this.#key = createSecretKey(Buffer.from(bytes))
  }

  seal({ posted, post }: Place): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce)
    const bytes = Buffer.concat([cipher.update(JSON.stringify([posted, post]), 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url')
  }

  open(cursor: string): Place {
    const place = placeSchema.safeParse(this.#opened(Buffer.from(cursor.slice(0, LONGEST), 'base64url')))
    if (place.success) return { posted: place.data[0], post: place.data[1] }
    throw new Refusal('bad-cursor', 'This cursor is not one of this list: take it from a page of the same list.')
  }

  #opened(bytes: Buffer): unknown {
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      return JSON.parse(text.toString('utf8'))
    } catch {
      return null
    }
  }
}
