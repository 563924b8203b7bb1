import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { serversOf } from './servers.ts'

export type LinkOptions = {
  url: string
  random: () => number
  /** Told when the server cannot be reached, or is lost: once, until it has been there again. */
  onLost: (error: unknown) => void
}

const CONNECT_MS = 5_000
const PING_MS = 10_000
const PAUSE_MS = 500

/**
 * The connection to NATS, made again for as long as it takes. Nothing here throws while the server is away, and what
 * is said meanwhile is not kept for later: the log has it.
 */
export class NatsLink {
  readonly #options: LinkOptions
  readonly #listeners = new Set<(connection: NatsConnection) => void>()
  readonly #closing = new AbortController()
  #up: NatsConnection | null = null
  #isToldLost = false

  constructor(options: LinkOptions) {
    this.#options = options
    void this.#run()
  }

  /** The connection, or null while there is none. */
  get up(): NatsConnection | null {
    return this.#up?.isClosed() === false ? this.#up : null
  }

  /** Calls with each new connection, the one that is there included. */
  onUp(listener: (connection: NatsConnection) => void): void {
    this.#listeners.add(listener)
    if (this.up !== null) listener(this.up)
  }

  /** One that is being made is closed as soon as it is there. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#up?.close()
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await this.#session()
      } catch (error) {
        this.#lost(error)
      }
      const pause = PAUSE_MS * (0.5 + this.#options.random())
      await sleep(pause, null, { signal: this.#closing.signal, ref: false }).catch(() => {})
    }
  }

  /** Ends when the connection does. */
  async #session(): Promise<void> {
    const connection = await connect({
      ...serversOf(this.#options.url),
      name: 'palaver',
      timeout: CONNECT_MS,
      pingInterval: PING_MS,
      reconnect: false,
      noEcho: true,
    })
    if (this.#closing.signal.aborted) return connection.close()
    this.#up = connection
    this.#isToldLost = false
    for (const listener of this.#listeners) listener(connection)
    const error = await connection.closed()
    this.#up = null
    if (!this.#closing.signal.aborted) this.#lost(error ?? new Error('the NATS server closed the connection'))
  }

  #lost(error: unknown): void {
    if (!this.#isToldLost) this.#options.onLost(error)
    this.#isToldLost = true
  }
}
