import type { EventQuery, LoggedEvent } from '@palaver/store'
import { nanos } from '@nats-io/transport-node'
import { type Carried, decode } from './message.ts'
import { type Outcome, Pull } from './pull.ts'
import type { SourceNeeds } from './source.ts'
import type { OpenStream } from './stream.ts'

type Held = Carried & { ack: () => void }

/** How long an event that is in the log may take to come into the stream, before it is read from the log. */
const WAIT_MS = 60
const ACK_MS = 30_000
/** Messages that one queue may have of a partition without having acknowledged them. */
const MOST_HELD = 1_000
/** So often at a time it pulls what it has read from the log already. */
const MOST_ROUNDS = 20
/** After a miss, while it is far behind, so many batches are read from the log before it asks the stream again. */
const LOG_BATCHES = 10

/**
 * One partition for one queue. The position in the database is the truth: a message is acknowledged when the position
 * has passed it, and what the stream lacks is read from the log. A run of messages is given out only if each names the
 * one before it and the log has the last: whatever a stream holds that is not of this log is never believed.
 */
export class PartitionSource {
  readonly #needs: SourceNeeds
  readonly #partition: number
  readonly #durable: string
  readonly #held = new Map<number, Held>()
  #pull: { pull: Pull; on: OpenStream } | null = null
  #after = 0
  #hasMore = false
  #logBatches = 0

  constructor(needs: SourceNeeds, { queue, partition }: { queue: string; partition: number }) {
    this.#needs = needs
    this.#partition = partition
    this.#durable = `${queue}-${partition}`
  }

  async read(query: EventQuery): Promise<LoggedEvent[]> {
    this.#passOver(query.after)
    if (!this.#held.has(query.after + 1)) {
      if (this.#logBatches > 0 || this.#needs.stream.open === null) return this.#fromLog(query)
      if (!this.#hasMore && (await this.#needs.log.lastSeq(this.#partition)) <= query.after) return []
      await this.#fetch(query)
    }
    const run = this.#run(query)
    if (run.length > 0 && (await this.#isOfTheLog(run))) return run
    return this.#fromLog(query)
  }

  #passOver(after: number): void {
    this.#after = after
    for (const [seq, { ack }] of this.#held)
      if (seq <= after) {
        this.#held.delete(seq)
        ack()
      }
  }

  /** Until what is wanted is there, as long as the stream only brings what has been read. */
  async #fetch({ after, limit }: EventQuery): Promise<void> {
    const on = this.#needs.stream.open
    if (on === null) return
    let outcome: Outcome = 'more'
    for (let round = 0; outcome === 'more' && !this.#held.has(after + 1) && round < MOST_ROUNDS; round++) {
      if (this.#held.size + limit > MOST_HELD) break
      outcome = await this.#ask(on, limit)
    }
    this.#hasMore = outcome === 'more'
    if (!this.#held.has(after + 1)) this.#logBatches = LOG_BATCHES
  }

  async #ask(on: OpenStream, limit: number): Promise<Outcome> {
    try {
      const outcome = await (await this.#pullOn(on)).ask(limit, WAIT_MS)
      if (outcome === 'silent') throw new Error('the NATS server does not answer')
      if (outcome === 'gone') this.#stop()
      return outcome
    } catch (error) {
      this.#stop()
      this.#needs.stream.distrust(on, error)
      return 'gone'
    }
  }

  /** A new consumer begins with what comes now: all that is there already can be read from the log. */
  async #pullOn(on: OpenStream): Promise<Pull> {
    if (this.#pull?.on === on) return this.#pull.pull
    this.#stop()
    const { stream } = this.#needs
    await on.jsm.consumers.add(stream.name, {
      durable_name: this.#durable,
      filter_subject: stream.subjectOf(this.#partition),
      ack_policy: 'explicit',
      ack_wait: nanos(ACK_MS),
      deliver_policy: 'new',
      max_ack_pending: MOST_HELD,
      inactive_threshold: nanos(stream.maxAgeMs),
    })
    const onMessage = (text: string, ack: () => void): void => this.#take(text, ack)
    const pull = new Pull(on.connection, { stream: stream.name, durable: this.#durable, onMessage })
    this.#pull = { pull, on }
    return pull
  }

  #take(text: string, ack: () => void): void {
    const carried = decode(text)
    if (carried === null || carried.event.partition !== this.#partition || carried.event.seq <= this.#after) ack()
    else this.#held.set(carried.event.seq, { ...carried, ack })
  }

  /** What is held behind `after` without a gap. */
  #run({ after, limit }: EventQuery): LoggedEvent[] {
    const run: LoggedEvent[] = []
    for (let seq = after + 1; run.length < limit; seq++) {
      const next = this.#held.get(seq)
      const last = run.at(-1)
      if (next === undefined || (last !== undefined && next.previous !== last._id)) break
      run.push(next.event)
    }
    return run
  }

  async #isOfTheLog(run: readonly LoggedEvent[]): Promise<boolean> {
    const last = run.at(-1)
    if (last === undefined) return false
    const { partition, seq, _id } = last
    const [logged] = await this.#needs.log.read({ partition, after: seq - 1, limit: 1 })
    if (logged?.seq === seq && logged._id === _id) return true
    for (const { ack } of this.#held.values()) ack()
    this.#held.clear()
    await this.#needs.stream.purge(partition).catch(() => {})
    return false
  }

  async #fromLog(query: EventQuery): Promise<LoggedEvent[]> {
    const events = await this.#needs.log.read(query)
    this.#logBatches = events.length < query.limit ? 0 : Math.max(0, this.#logBatches - 1)
    return events
  }

  #stop(): void {
    this.#pull?.pull.stop()
    this.#pull = null
  }
}
