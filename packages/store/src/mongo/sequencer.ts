import { setTimeout as sleep } from 'node:timers/promises'
import { type Place, sequence, type SequencePort } from './sequence.ts'

/** A document in which events of these partitions wait, or which is marked as removed. */
export type Found = { place: Place; partitions: readonly number[] }

export interface SequencerPort extends SequencePort {
  /** Documents in which events of these partitions wait or whose removal is not finished, at most so many. */
  findWaiting(partitions: readonly number[], limit: number): Promise<Found[]>
  /** Takes or renews the leases that are free; gives the partitions that this process holds now. */
  lease(): Promise<number[]>
  release(): Promise<void>
  /** Those partitions whose log has grown past the given numbers, with their newest number. */
  grown(known: ReadonlyMap<number, number>): Promise<Map<number, number>>
}

export type SequencerOptions = { partitions: number; sweepMs: number; wake: (partition: number) => void }

/** So many documents are read, appended and taken out at a time. */
const BATCH = 100

/** So many are searched for at a time. */
const SEARCH = 5_000

/**
 * Brings waiting events into the log: at once for what this process wrote (`nudge`), and once a second for what
 * others left (`sweep`). Who writes sequences its own documents without asking for the lease, because two at once do
 * no harm; the lease decides who searches for what was left.
 */
export class Sequencer {
  readonly #port: SequencerPort
  readonly #options: SequencerOptions
  readonly #queues: readonly Queue[]
  readonly #known = new Map<number, number>()
  readonly #closing = new AbortController()
  #sweeping: Promise<void> = Promise.resolve()

  constructor(port: SequencerPort, options: SequencerOptions) {
    this.#port = port
    this.#options = options
    this.#queues = this.#partitions().map((partition) => new Queue((places) => this.#sequence(partition, places)))
  }

  start(): void {
    this.#sweeping = this.#sweepForever()
  }

  /** To be called after a write that left events; what fails here is found by the next sweep. */
  nudge(found: Found): void {
    this.finish([found]).catch(() => {})
  }

  /** Resolves when the events that wait in these documents are in the log and what is marked is gone. */
  async finish(found: readonly Found[]): Promise<void> {
    const bare = found.filter(({ partitions }) => partitions.length === 0).map(({ place }) => place)
    const queued = this.#queues.map((queue, partition) => {
      const places = found.filter(({ partitions }) => partitions.includes(partition)).map(({ place }) => place)
      return places.length === 0 ? null : queue.add(places)
    })
    await Promise.all([...queued, bare.length === 0 ? null : this.#port.removeGone(bare)])
  }

  /** Resolves when all that waits now, whoever wrote it, is in the log. */
  async settle(): Promise<void> {
    await this.#finishAll(this.#partitions())
  }

  /** Finishes what others left, in the partitions whose lease is ours; and notices what others appended. */
  async sweep(): Promise<void> {
    const held = await this.#port.lease()
    if (held.length > 0) await this.#finishAll(held)
    await this.#notice()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#sweeping
    await Promise.all(this.#queues.map((queue) => queue.idle()))
    await this.#port.release().catch(() => {})
  }

  #partitions(): number[] {
    return Array.from({ length: this.#options.partitions }, (_, partition) => partition)
  }

  async #finishAll(partitions: readonly number[]): Promise<void> {
    let found: readonly Found[]
    do {
      found = await this.#port.findWaiting(partitions, SEARCH)
      await this.finish(found)
    } while (found.length === SEARCH && !this.#closing.signal.aborted)
  }

  async #sequence(partition: number, places: readonly Place[]): Promise<void> {
    const appended = await sequence(this.#port, { partition, places }, { backOff })
    if (appended > 0) this.#options.wake(partition)
  }

  async #notice(): Promise<void> {
    const grown = await this.#port.grown(this.#known)
    for (const [partition, seq] of grown) {
      this.#known.set(partition, seq)
      this.#options.wake(partition)
    }
  }

  async #sweepForever(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      // The server may be away; the next sweep asks again.
      await this.sweep().catch(() => {})
      await sleep(this.#options.sweepMs, null, { signal: this.#closing.signal, ref: false }).catch(() => {})
    }
  }
}

/** Longer with every lost race, and never the same for two. */
const backOff = (attempt: number): Promise<void> => sleep(Math.random() * Math.min(2 ** attempt, 64))

type Batch = { places: Map<string, Place>; done: PromiseWithResolvers<void> }

/** One batch at a time; what comes meanwhile makes the next. */
class Queue {
  readonly #work: (places: readonly Place[]) => Promise<void>
  #next: Batch | null = null
  #running: Promise<void> | null = null

  constructor(work: (places: readonly Place[]) => Promise<void>) {
    this.#work = work
  }

  /** Resolves when a batch that began after this call has done these places. */
  add(places: readonly Place[]): Promise<void> {
    this.#next ??= { places: new Map(), done: Promise.withResolvers() }
    for (const place of places) this.#next.places.set(`${place.collection}/${place.id}`, place)
    const { promise } = this.#next.done
    this.#running ??= this.#run()
    return promise
  }

  async idle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    for (let batch = this.#takeNext(); batch !== null; batch = this.#takeNext()) {
      try {
        const places = [...batch.places.values()]
        for (let at = 0; at < places.length; at += BATCH) await this.#work(places.slice(at, at + BATCH))
        batch.done.resolve()
      } catch (error) {
        batch.done.reject(error)
      }
    }
    this.#running = null
  }

  #takeNext(): Batch | null {
    const batch = this.#next
    this.#next = null
    return batch
  }
}
