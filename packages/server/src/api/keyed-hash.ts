import { hash } from 'node:crypto'

const SIZES = { sha256: { block: 64, digest: 32 }, sha512: { block: 128, digest: 64 } }
const INNER = 0x36
const OUTER = 0x5c
/** Of UTF-16, as up to three bytes of UTF-8 each. */
const LONGEST_UNIT = 3

/**
 * HMAC (RFC 2104) of many short texts with one key. Node's own makes two objects outside of JavaScript for each text,
 * which take longer to be cleared away than the digest takes to be made.
 */
export class KeyedHash {
  readonly #algorithm: keyof typeof SIZES
  readonly #block: number
  /** The key, and behind it what is digested. */
  #inner: Buffer
  readonly #outer: Buffer

  constructor(algorithm: keyof typeof SIZES, key: Buffer) {
    const { block, digest } = SIZES[algorithm]
    this.#algorithm = algorithm
    this.#block = block
    const short = key.length > block ? hash(algorithm, key, 'buffer') : key
    this.#inner = Buffer.alloc(block)
    this.#outer = Buffer.alloc(block + digest)
    for (let at = 0; at < block; at++) {
      this.#inner[at] = (short[at] ?? 0) ^ INNER
      this.#outer[at] = (short[at] ?? 0) ^ OUTER
    }
  }

  /** In base64url. */
  of(text: string): string {
    const most = this.#block + LONGEST_UNIT * text.length
    if (this.#inner.length < most) this.#inner = Buffer.concat([this.#inner], 2 * most)
    const end = this.#block + this.#inner.write(text, this.#block)
    this.#outer.write(hash(this.#algorithm, this.#inner.subarray(0, end), 'binary'), this.#block, 'binary')
    return hash(this.#algorithm, this.#outer, 'base64url')
  }
}
