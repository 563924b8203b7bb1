import { setTimeout as sleep } from 'node:timers/promises'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { type NatsConnection, nanos } from '@nats-io/transport-node'
import type { NatsLink } from './connect.ts'

export type StreamLimits = {
  /** What is older is gone: so is, at the latest then, what had to be forgotten while the server was away. */
  maxAgeMs: number
  maxBytes: number
  /** How long the server passes over an event that is fed twice; nothing depends on it. */
  duplicateMs: number
}

export const LIMITS: StreamLimits = { maxAgeMs: 3_600_000, maxBytes: 256 * 2 ** 20, duplicateMs: 120_000 }

type StreamOptions = { link: NatsLink; database: string; limits: StreamLimits; onProblem: (error: unknown) => void }

/** The stream on a connection on which it is known to be there. */
export type OpenStream = { connection: NatsConnection; js: JetStreamClient; jsm: JetStreamManager }

const ANSWER_MS = 3_000
const PAUSE_MS = 1_000

/** Newest events of one database, a subject a partition. It is made where it is missing, again and again. */
export class EventStream {
  readonly name: string
  readonly #options: StreamOptions
  #open: OpenStream | null = null
  #preparing: NatsConnection | null = null
  #isToldBroken = false

  constructor(options: StreamOptions) {
    this.name = `palaver-${options.database}`
    this.#options = options
    options.link.onUp((connection) => void this.#prepare(connection))
  }

  get maxAgeMs(): number {
    return this.#options.limits.maxAgeMs
  }

  subjectOf(partition: number): string {
    return `palaver.${this.#options.database}.events.${partition}`
  }

  /** Null while the server or its stream is not there: then the log is read. */
  get open(): OpenStream | null {
    return this.#open?.connection === this.#options.link.up ? this.#open : null
  }

  /** Says that it did not work: it is looked after before it is used again. */
  distrust(failed: OpenStream, error: unknown): void {
    if (this.#open !== failed) return
    this.#open = null
    this.#tell(error)
    if (this.#options.link.up === failed.connection) void this.#prepare(failed.connection)
  }

  /** Takes all events of a partition out; whoever has yet to read them finds them in the log. */
  async purge(partition: number): Promise<void> {
    await this.open?.jsm.streams.purge(this.name, { filter: this.subjectOf(partition) })
  }

  async #prepare(connection: NatsConnection): Promise<void> {
    if (this.#preparing === connection) return
    this.#preparing = connection
    while (this.#options.link.up === connection && this.open === null) {
      try {
        const options = { timeout: ANSWER_MS, checkAPI: false }
        const jsm = await jetstreamManager(connection, options)
        await this.#ensure(jsm)
        this.#open = { connection, jsm, js: jetstream(connection, options) }
        this.#isToldBroken = false
      } catch (error) {
        this.#tell(error)
        await sleep(PAUSE_MS, null, { ref: false })
      }
    }
    if (this.#preparing === connection) this.#preparing = null
  }

  /** One that is there stays as it is: an operator may have given it other limits. */
  async #ensure(jsm: JetStreamManager): Promise<void> {
    const known = await jsm.streams.info(this.name).catch(() => null)
    if (known !== null) return
    const { database, limits } = this.#options
    await jsm.streams.add({
      name: this.name,
      subjects: [`palaver.${database}.events.*`],
      storage: 'file',
      discard: 'old',
      max_age: nanos(limits.maxAgeMs),
      max_bytes: limits.maxBytes,
      duplicate_window: nanos(limits.duplicateMs),
    })
  }

  #tell(error: unknown): void {
    if (!this.#isToldBroken && this.#options.link.up !== null) this.#options.onProblem(error)
    this.#isToldBroken = true
  }
}
