import type { LoggedEvent } from './event.ts'
import { type ConsumerPort, PartitionReader } from './partition-reader.ts'

/** Gets events of one partition in order. It may see some again after a crash: each effect must bear that. */
export type Handler = (events: readonly LoggedEvent[], partition: number) => Promise<void>

export type ConsumerOptions = {
  /** Events a call. */
  batch?: number
  /** Told of each failure; the same events come again after a pause. */
  onError: (error: unknown, partition: number) => void
}

/** An ordered consumer with a durable position in every partition. */
export class Consumer {
  readonly #readers: readonly PartitionReader[]
  readonly #stopListening: () => void

  constructor(port: ConsumerPort, handler: Handler, options: ConsumerOptions) {
    this.#readers = Array.from(
      { length: port.partitions },
      (_, partition) => new PartitionReader(port, { partition, handler, ...options }),
    )
    this.#stopListening = port.onAppend((partition) => this.#readers[partition]?.wake())
    for (const reader of this.#readers) reader.wake()
  }

  /** Resolves when everything that is in the log now has been handled. */
  async drained(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.drained()))
  }

  /** Ends after the calls under way. */
  async stop(): Promise<void> {
    this.#stopListening()
    await Promise.all(this.#readers.map((reader) => reader.stop()))
  }
}
