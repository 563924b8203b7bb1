import type { ConsumerState } from '../system.ts'
import type { Handler } from './consumer.ts'
import type { EventQuery, LoggedEvent } from './event.ts'

/** What a consumer needs of the store: few calls, so that a test can step through them. */
export type ConsumerPort = {
  readonly name: string
  readonly partitions: number
  /** Names this consumer among those that share the work. */
  readonly holder: string
  now(): number
  /** Ends at once when the signal says so. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  random(): number
  read(query: EventQuery): Promise<LoggedEvent[]>
  lastSeq(partition: number): Promise<number>
  onAppend(wake: (partition: number) => void): () => void
  /** How far the consumer has come. */
  position(partition: number): Promise<number>
  /** The state with this consumer as its holder, or null while another one holds it. */
  claim(partition: number, until: number): Promise<Claimed | null>
  /** Keeps the partition until then; false when somebody else has taken it. */
  renew(seen: ConsumerState, until: number): Promise<boolean>
  /** Moves the position from where this holder saw it; false when somebody else has moved or taken it. */
  advance(seen: ConsumerState, position: number, until: number): Promise<boolean>
  /** Leaves the partition to others. */
  release(seen: ConsumerState): Promise<void>
}

/** `isNew`: somebody else had it before. */
type Claimed = { state: ConsumerState; isNew: boolean }

export const LEASE_MS = 15_000
const RENEW_MS = LEASE_MS / 3
const TURN_MS = 500
/** After a batch that was not full: what comes meanwhile is handled at once, with one write of the position. */
const REST_MS = 50
/** What follows from many events of one thing is mostly one write. */
const BATCH = 500
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 30_000

type ReaderOptions = {
  partition: number
  handler: Handler
  batch?: number
  onError: (error: unknown, partition: number) => void
}

/** Reads one partition behind its position, as long as there is something to read. */
export class PartitionReader {
  readonly #port: ConsumerPort
  readonly #options: ReaderOptions
  #held: { state: ConsumerState; until: number } | null = null
  #isNew = true
  #position = 0
  #woken = false
  /** Somebody waits until all is handled: there is no rest. */
  #hurried = 0
  readonly #stopping = new AbortController()
  #running: Promise<void> | null = null

  constructor(port: ConsumerPort, options: ReaderOptions) {
    this.#port = port
    this.#options = options
  }

  wake(): void {
    this.#woken = true
    if (this.#running !== null || this.#stopping.signal.aborted) return
    this.#running = this.#run().finally(() => {
      this.#running = null
      if (this.#woken) this.wake()
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    // A failure costs others the rest of the lease, nothing else.
    if (this.#held !== null) await this.#port.release(this.#held.state).catch(() => {})
    this.#held = null
  }

  async drained(): Promise<void> {
    const end = await this.#port.lastSeq(this.#options.partition)
    this.#hurried++
    try {
      while (this.#position < end && !this.#stopping.signal.aborted) {
        this.wake()
        await this.#running
      }
    } finally {
      this.#hurried--
    }
  }

  async #run(): Promise<void> {
    let failures = 0
    while (this.#woken && !this.#stopping.signal.aborted) {
      this.#woken = false
      try {
        const left = await this.#readOn()
        failures = 0
        if (left === 'elsewhere') await this.#waitForTurn()
      } catch (error) {
        // Its place is read anew; the partition is still to be left to others by who stops now.
        if (this.#held !== null) this.#held = { ...this.#held, until: 0 }
        this.#tell(error)
        this.#woken = true
        await this.#pause(failures++)
      }
    }
  }

  /** Batch after batch until nothing is left, or another one holds the partition. */
  async #readOn(): Promise<'nothing' | 'elsewhere'> {
    const { partition, batch = BATCH } = this.#options
    while (!this.#stopping.signal.aborted) {
      if (!(await this.#hasMore())) return 'nothing'
      const held = await this.#hold()
      if (held === null) return 'elsewhere'
      const events = await this.#port.read({ partition, after: held.position, limit: batch })
      const last = events.at(-1)
      if (last === undefined) return 'nothing'
      await this.#handle(held, events)
      await this.#advance(held, last.seq)
      if (events.length < batch && this.#hurried === 0) await this.#sleep(REST_MS)
    }
    return 'nothing'
  }

  /** What takes longer than a lease must not lose it: others would take the work over, and over again. */
  async #handle(held: ConsumerState, events: readonly LoggedEvent[]): Promise<void> {
    const { partition, handler } = this.#options
    const done = new AbortController()
    const renewing = this.#renewUntil(held, done.signal)
    try {
      await handler(events, partition, { isNew: this.#isNew })
      this.#isNew = false
    } finally {
      done.abort()
      await renewing
    }
  }

  async #renewUntil(held: ConsumerState, done: AbortSignal): Promise<void> {
    for (;;) {
      await this.#port.sleep(RENEW_MS, done).catch(() => {})
      if (done.aborted) return
      try {
        const until = this.#port.now() + LEASE_MS
        if (!(await this.#port.renew(held, until))) return
        this.#held = { state: held, until }
      } catch (error) {
        this.#tell(error)
      }
    }
  }

  /** Who does not hold the partition looks first whether it is worth taking. */
  async #hasMore(): Promise<boolean> {
    if (this.#held !== null && this.#port.now() < this.#held.until) return true
    const { partition } = this.#options
    if (this.#held === null) this.#position = await this.#port.position(partition)
    return (await this.#port.read({ partition, after: this.#position, limit: 1 })).length > 0
  }

  async #hold(): Promise<ConsumerState | null> {
    const now = this.#port.now()
    if (this.#held !== null && now < this.#held.until) return this.#held.state
    const until = now + LEASE_MS
    const claimed = await this.#port.claim(this.#options.partition, until)
    if (claimed === null) {
      this.#held = null
      return null
    }
    const { state, isNew } = claimed
    this.#held = { state, until }
    this.#isNew ||= isNew
    this.#position = state.position
    return state
  }

  async #advance(state: ConsumerState, position: number): Promise<void> {
    const until = this.#port.now() + LEASE_MS
    const moved = await this.#port.advance(state, position, until)
    this.#held = moved ? { state: { ...state, position }, until } : null
    if (moved) this.#position = position
  }

  /** Looks again soon: the other one may have finished, or died. */
  async #waitForTurn(): Promise<void> {
    this.#woken = true
    await this.#sleep(TURN_MS * (0.5 + this.#port.random()))
  }

  /** Whoever is told of a failure must not become another one. */
  #tell(error: unknown): void {
    try {
      this.#options.onError(error, this.#options.partition)
    } catch (failed) {
      process.emitWarning(failed instanceof Error ? failed : String(failed))
    }
  }

  /** Longer after each failure, and never the same for two that failed together. */
  async #pause(failures: number): Promise<void> {
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
    await this.#sleep(longest * (0.5 + this.#port.random() / 2))
  }

  async #sleep(ms: number): Promise<void> {
    await this.#port.sleep(ms, this.#stopping.signal).catch(() => {})
  }
}
