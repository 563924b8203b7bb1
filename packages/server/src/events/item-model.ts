/** `waiting`: for its time. `again`: an event in the log brings it back. `dead`: until somebody decides on it. */
type ItemState = 'waiting' | 'again' | 'dead'

/** An event that a queue could not handle. */
export type QueueItem = {
  _id: string
  queue: string
  /** Id of the event. */
  event: string
  org: string
  /** The event as JSON, for the log does not keep it for ever; as text, because its keys are anybody's. */
  copy: string
  /** Everybody whom the copy names, so that who is erased can be taken out of it. */
  people: string[]
  state: ItemState
  /** 0 where the queue has handled it, and what followed from that failed. */
  attempts: number
  /** Attempts before it was last redriven: its waits begin anew then. */
  before: number
  runAt: string
  /** The event in the log that brings it back. */
  again: string | null
  error: string
  first: string
  last: string
}

/** What an operator has decided for a queue, on all nodes. */
export type QueueControl = { _id: string; paused: boolean; by: string | null; at: string }

/** The event that is being handled by who has just taken a partition over, and how often it was begun. */
export type QueueTrial = { _id: string; seq: number; tries: number }
