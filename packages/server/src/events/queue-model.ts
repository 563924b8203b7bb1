import type { LoggedEvent } from '@palaver/store'

/** An event on its way through a queue. */
export type Delivery = {
  event: LoggedEvent
  /** Where in the log the queue is: the event's own place, or a later one where it comes again. */
  position: number
  /** 1 for the first. */
  attempt: number
  /** Fires when the time for it is over. */
  signal: AbortSignal
}

/** What a queue does with events. Each part of it may run twice for the same event. */
export type QueueHandler = {
  /** Events of the same lane are handled one after another, others side by side; null for those it has no use for. */
  laneOf: (event: LoggedEvent) => string | null
  /** Notes what later events of the same batch build on, before any of them is handled. */
  prepare?: (events: readonly LoggedEvent[]) => Promise<void>
  handle: (delivery: Delivery) => Promise<void>
}

export type QueueSpec = {
  name: string
  handler: QueueHandler
  /** How long to wait after each failure, in ms; one that fails once more goes to the dead letters. */
  retryMs: readonly number[]
  /** How long one event may take. */
  timeoutMs: number
  batch: number
}

/** It will never succeed: no use in trying again. */
export class Hopeless extends Error {
  override get name(): string {
    return 'Hopeless'
  }
}

/** It asks to be tried again, but not before so many ms. */
export class TryLater extends Error {
  readonly afterMs: number

  constructor(message: string, { afterMs, cause }: { afterMs: number; cause?: unknown }) {
    super(message, { cause })
    this.afterMs = afterMs
  }

  override get name(): string {
    return 'TryLater'
  }
}
