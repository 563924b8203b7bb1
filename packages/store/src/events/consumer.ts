import type { EventQuery, LoggedEvent } from './event.ts'
import { type ConsumerPort, PartitionReader } from './partition-reader.ts'

/** Gets events of one partition in order. It may see some again after a crash: each effect must bear that. */
export type Handler = (events: readonly LoggedEvent[], partition: number, turn?: Turn) => Promise<void>

/** `isNew` until a first call went well since the partition was taken over: what was begun before is not known. */
export type Turn = { isNew: boolean }

export type ConsumerOptions = {
  /** Events a call. */
  batch?: number
  /** Told of each failure; the same events come again after a pause. */
  onError: (error: unknown, partition: number) => void
  /** Where events are read from instead of the log; it must give the same ones in the same order. */
  read?: (query: EventQuery) => Promise<LoggedEvent[]>
  /** Told once nothing of it is under way any more. */
  onStop?: () => void
}

/** An ordered consumer with a durable position in every partition. */
export class Consumer {
  readonly #readers: readonly PartitionReader[]
  readonly #stopListening: () => void
  readonly #onStop: () => void

  constructor(
    from: ConsumerPort,
    handler: Handler,
    { read = (query) => from.read(query), onStop = () => {}, ...options }: ConsumerOptions,
  ) {
    const port = { ...from, read }
    this.#onStop = onStop
    this.#readers = Array.from(
      { length: port.partitions },
      (_, partition) => new PartitionReader(port, { partition, handler, ...options }),
    )
    this.#stopListening = port.onAppend((partition) => this.wake(partition))
    this.wake()
  }

  /** Says that there may be something to read; of every partition where none is named. */
  wake(partition?: number): void {
    const readers = partition === undefined ? this.#readers : this.#readers.slice(partition, partition + 1)
    for (const reader of readers) reader.wake()
  }

  /** Resolves when everything that is in the log now has been handled. */
  async drained(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.drained()))
  }

  /** Ends after the calls under way. */
  async stop(): Promise<void> {
    this.#stopListening()
    await Promise.all(this.#readers.map((reader) => reader.stop()))
    this.#onStop()
  }
}
