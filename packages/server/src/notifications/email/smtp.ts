import { Readable } from 'node:stream'
import { withoutAddresses } from '../../events/error-text.ts'
import { Hopeless, TryLater } from '../../events/queue-model.ts'
import { faultAt } from '../../fault.ts'
import { Unsure } from '../windows/sending.ts'
import type { Mail } from './compose.ts'
import type { MailTransport } from './transport.ts'

/** The server does not take mail for this address. */
export class Refused extends Hopeless {
  /** As RFC 3463 has it, where the server says one. */
  readonly status: string | undefined

  constructor(message: string, status: string | undefined) {
    super(message)
    this.status = status
  }
}

type Options = { url: string; now: () => number; random: () => number }
type SmtpError = Error & { responseCode?: number; command?: string; code?: string; response?: string }

const CONNECT_MS = 15_000
const SILENT_MS = 60_000
const CONNECTIONS = 5
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000
/** The server is going down, or wants a sign-in or none that we have: that is not about this mail. */
const ABOUT_SERVER = new Set([421, 454, 530, 534, 535, 538])
/** It could not be talked to at all, or it went away meanwhile. */
const SERVER_GONE = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'EPROTOCOL', 'EPROXY'])

/** While the server cannot be reached, nothing is tried but after a pause that grows, whatever waits. */
export class SmtpTransport implements MailTransport {
  readonly #options: Options
  /** Opened with the first mail: where none is sent, the library for it takes no memory. */
  #pool: ReturnType<typeof poolTo> | null = null
  #failures = 0
  #notBefore = 0

  constructor(options: Options) {
    this.#options = options
  }

  readonly isReady = (): boolean => this.#options.now() >= this.#notBefore

  readonly close = async (): Promise<void> => (await this.#pool)?.close()

  readonly send = async ({ from, to, raw }: Mail, signal: AbortSignal): Promise<void> => {
    const handing = { isBegun: false }
    signal.throwIfAborted()
    try {
      const pool = await (this.#pool ??= poolTo(this.#options.url))
      await pool.sendMail({ envelope: { from, to }, raw: Readable.from(pieces(raw, handing)) })
      this.#failures = 0
    } catch (error) {
      throw this.#meaning(error as SmtpError, handing)
    }
  }

  #meaning(error: SmtpError, { isBegun }: { isBegun: boolean }): Error {
    const { responseCode, command, code = '' } = error
    const message = withoutAddresses(error.message)
    if (responseCode === undefined ? SERVER_GONE.has(code) : ABOUT_SERVER.has(responseCode)) {
      const afterMs = this.#pause()
      if (isBegun && responseCode === undefined) return new Unsure(message)
      return new TryLater(`The mail server cannot be used: ${message}`, { afterMs })
    }
    this.#failures = 0
    if (responseCode === undefined) return code === 'EENVELOPE' ? new Hopeless(message) : new Error(message)
    if (responseCode < 500) return new Error(message)
    const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(error.response ?? '')?.[0]
    return command === 'RCPT TO' ? new Refused(message, status) : new Hopeless(message)
  }

  #pause(): number {
    const { now, random } = this.#options
    const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++) * (1 + 0.2 * random())
    this.#notBefore = now() + ms
    return ms
  }
}

/** `smtp:` is encrypted where the server offers it; `smtps:` is, or nothing is sent. */
async function poolTo(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    opportunisticTLS: url.startsWith('smtp:'),
    maxConnections: CONNECTIONS,
    // What may have arrived is not for the pool to send again.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
  })
}

/** Whoever reads the first piece has begun to send it. */
async function* pieces(raw: Buffer, handing: { isBegun: boolean }): AsyncGenerator<Buffer> {
  handing.isBegun = true
  yield raw.subarray(0, raw.length / 2)
  faultAt('A7')
  yield raw.subarray(raw.length / 2)
}
