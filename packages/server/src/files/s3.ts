import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type Blobs, isBlobName, type OpenBlob, partsOf, placeOf } from './blobs.ts'
import { type Asked, S3Client, type S3Options } from './s3-client.ts'

const MOST_LISTED = 1000

/** Blobs as objects of a bucket: `<under>/ab/cd/<name>`. */
export class S3Blobs implements Blobs {
  readonly #client: S3Client
  readonly #under: string

  constructor({ under, ...options }: S3Options & { under: string }) {
    this.#client = new S3Client(options)
    this.#under = under
  }

  /** The server compares what arrives with the hash. */
  async put(name: string, bytes: Buffer): Promise<void> {
    const sha256 = partsOf(name).hash
    await this.#ask(name, { method: 'PUT', bytes, sha256, isRight: (status) => status === 200 })
  }

  async open(name: string): Promise<OpenBlob | null> {
    const isRight = (status: number): boolean => status === 200 || status === 404
    const answer = await this.#ask(name, { method: 'GET', isStreamed: true, isRight })
    if (answer.status === 404 || answer.body === null) {
      await answer.body?.cancel()
      return null
    }
    return {
      bytes: Number(answer.headers.get('content-length')),
      stream: Readable.fromWeb(answer.body as ReadableStream<Uint8Array>),
    }
  }

  async remove(name: string): Promise<void> {
    const isRight = (status: number): boolean => status === 204 || status === 200 || status === 404
    await this.#ask(name, { method: 'DELETE', isRight })
  }

  async list(after: string | null, limit: number): Promise<string[]> {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${this.#under}/` })
    query.set('max-keys', String(Math.min(limit, MOST_LISTED)))
    if (after !== null) query.set('start-after', `${this.#under}/${placeOf(after)}`)
    const answer = await this.#client.ask('', { method: 'GET', query, isRight: (status) => status === 200 })
    const keys = [...(await answer.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
    return keys.map((key) => key.slice(key.lastIndexOf('/') + 1)).filter(isBlobName)
  }

  /** An object is there when all of it is. */
  async tidy(): Promise<void> {}

  #ask(name: string, asked: Asked): Promise<Response> {
    return this.#client.ask(`${this.#under}/${placeOf(name)}`, asked)
  }
}
