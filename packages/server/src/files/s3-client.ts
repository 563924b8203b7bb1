import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { Refusal } from '../api/refusal.ts'

export type S3Options = {
  /** Where the service is, without the bucket. */
  endpoint: string
  region: string
  bucket: string
  keyId: string
  secret: string
  /** How long one try may take. */
  tryMs?: number
  /** How long to wait before each further try. */
  pausesMs?: readonly number[]
  onFailure?: (error: unknown) => void
}

export type Asked = {
  method: 'GET' | 'PUT' | 'DELETE'
  query?: URLSearchParams
  bytes?: Buffer
  sha256?: string
  isRight: (status: number) => boolean
  /** The time limit is for the header fields only: what follows is read as fast as somebody reads on. */
  isStreamed?: true
}

const TRY_MS = 15_000
const PAUSES_MS = [100, 500, 2000]
const NO_BYTES = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
/** What it says of itself is for the log, and short. */
const LONGEST_REASON = 300

/** Signed requests to an S3-compatible service, each with a time limit, and again a few times where that may help. */
export class S3Client {
  readonly #options: S3Options
  readonly #aws: AwsClient

  constructor(options: S3Options) {
    this.#options = options
    const { keyId, secret, region } = options
    this.#aws = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 0 })
  }

  /** Everything that is asked here may be asked twice. */
  async ask(key: string, asked: Asked): Promise<Response> {
    const { pausesMs = PAUSES_MS, onFailure = () => {} } = this.#options
    for (let tries = 0; ; tries++) {
      try {
        return await this.#tryOnce(key, asked)
      } catch (error) {
        const pause = pausesMs[tries]
        if (pause === undefined || (error instanceof Wrong && !error.mayPass)) {
          onFailure(error)
          throw unavailable()
        }
        await wait(pause)
      }
    }
  }

  async #tryOnce(key: string, asked: Asked): Promise<Response> {
    const { tryMs = TRY_MS } = this.#options
    const signed = await this.#signed(key, asked)
    const tooLong = new AbortController()
    const timer = setTimeout(() => tooLong.abort(new Error(`No answer within ${tryMs} ms.`)), tryMs)
    try {
      const answer = await fetch(signed, { signal: tooLong.signal, redirect: 'error' })
      if (!asked.isRight(answer.status)) throw new Wrong(answer.status, (await answer.text()).slice(0, LONGEST_REASON))
      if (asked.isStreamed === true) return answer
      return new Response(await answer.arrayBuffer().then((body) => (body.byteLength === 0 ? null : body)), answer)
    } finally {
      clearTimeout(timer)
    }
  }

  #signed(key: string, { method, query, bytes, sha256 = NO_BYTES }: Asked): Promise<Request> {
    const { endpoint, bucket } = this.#options
    const url = `${endpoint}/${bucket}${key === '' ? '' : `/${key}`}${query === undefined ? '' : `?${query.toString()}`}`
    const headers = { 'x-amz-content-sha256': sha256 }
    return this.#aws.sign(url, { method, headers, ...(bytes !== undefined && { body: new Uint8Array(bytes) }) })
  }
}

/** An answer that nobody wanted. */
class Wrong extends Error {
  readonly mayPass: boolean

  constructor(status: number, reason: string) {
    super(`The file store answered ${status}: ${reason}`)
    this.mayPass = status >= 500 || status === 408 || status === 429
  }
}

const unavailable = (): Refusal =>
  new Refusal('files-unavailable', 'The store of files does not answer: try again in a moment.')
