import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, type BrotliOptions, constants, gzip, type ZlibOptions } from 'node:zlib'

export type Encoding = 'identity' | 'gzip' | 'br'

/** A text that is sent once goes out with its header fields as one; what is sent again and again is kept as bytes. */
type Body = Buffer | string

/** A body as it goes out, with its header fields as a flat list, and those of the answer "you have it already". */
export type Variant = { body: Body; head: readonly string[]; unchangedHead: readonly string[] }

/** Below this, header fields and effort outweigh what is saved. */
const WORTH_COMPRESSING = 1024
/** Half of the effort that brings the last few per cent; what is kept for long is worth all of it. */
const EFFORTS = { quick: { br: 4, gzip: 6 }, best: { br: 11, gzip: 9 } }
type Effort = keyof typeof EFFORTS

const withBrotli = promisify<Body, BrotliOptions, Buffer>(brotliCompress)
const withGzip = promisify<Body, ZlibOptions, Buffer>(gzip)

const compressed = {
  gzip: (body: Body, effort: Effort) => withGzip(body, { level: EFFORTS[effort].gzip }),
  br: (body: Body, effort: Effort) =>
    withBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: EFFORTS[effort].br } }),
}

/** For a body that nothing else tells from an earlier one. */
export const tagOf = (body: Body): string => hash('sha1', body, 'base64url')

type Parts = {
  body: Body
  /** Without quotes; null for none. A strong tag names one sequence of bytes, so each encoding gets its own. */
  tag: string | null
  /** Header fields that all variants share, name after value. */
  head: readonly string[]
  effort?: Effort
}

/** The bytes of an answer, compressed at most once for each encoding, however often they are sent. */
export class Bytes {
  readonly tag: string | null
  readonly size: number
  readonly #head: readonly string[]
  readonly #effort: Effort
  readonly #identity: Variant
  /** Made for the first that is compressed: what is sent once is often short. */
  #variants: Map<Encoding, Variant | Promise<Variant>> | null = null

  constructor({ body, tag, head, effort = 'quick' }: Parts) {
    this.tag = tag
    this.size = Buffer.byteLength(body)
    this.#head = head
    this.#effort = effort
    this.#identity = this.#variant('identity', body, this.size)
  }

  /** A promise only while it is being compressed. */
  as(encoding: Encoding): Variant | Promise<Variant> {
    if (encoding === 'identity' || this.size < WORTH_COMPRESSING) return this.#identity
    return this.#variants?.get(encoding) ?? this.#compress(encoding)
  }

  #compress(encoding: Exclude<Encoding, 'identity'>): Promise<Variant> {
    const variants = (this.#variants ??= new Map())
    const pending = compressed[encoding](this.#identity.body, this.#effort).then((body) => {
      const variant = this.#variant(encoding, body, body.length)
      variants.set(encoding, variant)
      return variant
    })
    variants.set(encoding, pending)
    return pending
  }

  #variant(encoding: Encoding, body: Body, length: number): Variant {
    const suffix = encoding === 'identity' ? '' : `-${encoding}`
    const unchangedHead = this.tag === null ? this.#head : [...this.#head, 'etag', `"${this.tag}${suffix}"`]
    const head = [...unchangedHead, 'content-length', String(length)]
    if (encoding !== 'identity') head.push('content-encoding', encoding)
    return { body, head, unchangedHead }
  }
}
