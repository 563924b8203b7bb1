import type { EventLogApi } from '@palaver/store'
import type { Signal, Signals } from './signals.ts'

type Needs = {
  log: Pick<EventLogApi, 'partitions' | 'read' | 'lastSeq' | 'onAppend'>
  signals: Signals
  onError: (error: unknown) => void
}

const BATCH = 500

/**
 * Signals every event that comes into the log: those that this process appended, and those of others of which no
 * signal came. So a lost signal costs a second, the time after which the store notices what others appended.
 */
export class Announcer {
  readonly #needs: Needs
  /** Up to where all has been signalled here. */
  readonly #known = new Map<number, number>()
  readonly #reading = new Map<number, Promise<void>>()
  readonly #again = new Set<number>()
  readonly #stops: (() => void)[] = []

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** From here on: what is in the log already is not signalled. */
  async start(): Promise<void> {
    const { log, signals } = this.#needs
    const all = Array.from({ length: log.partitions }, (_, partition) => partition)
    await Promise.all(all.map(async (partition) => this.#known.set(partition, await log.lastSeq(partition))))
    this.#stops.push(signals.subscribe((signal) => this.#heard(signal)))
    this.#stops.push(log.onAppend((partition) => this.#look(partition)))
    for (const partition of all) this.#look(partition)
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#again.clear()
    await Promise.all(this.#reading.values())
  }

  #heard({ partition, seq }: Signal): void {
    const known = this.#known.get(partition)
    if (known === undefined || seq <= known) return
    if (seq === known + 1) this.#known.set(partition, seq)
    else this.#look(partition)
  }

  #look(partition: number): void {
    if (this.#reading.has(partition)) {
      this.#again.add(partition)
      return
    }
    const reading = this.#signalNew(partition)
      .catch(this.#needs.onError)
      .finally(() => {
        this.#reading.delete(partition)
        if (this.#again.delete(partition)) this.#look(partition)
      })
    this.#reading.set(partition, reading)
  }

  async #signalNew(partition: number): Promise<void> {
    const { log, signals } = this.#needs
    for (let isFull = true; isFull;) {
      const events = await log.read({ partition, after: this.#known.get(partition) ?? 0, limit: BATCH })
      for (const { _id, seq, subject } of events) {
        if (seq <= (this.#known.get(partition) ?? 0)) continue
        this.#known.set(partition, seq)
        signals.publish({ partition, seq, subject, event: _id })
      }
      isFull = events.length === BATCH
    }
  }
}
