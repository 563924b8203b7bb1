/** A connection that stays open: frames are written to it for as long as the client listens. */
export type Line = {
  /** Bytes that the client has not taken yet. */
  waiting: () => number
  write: (bytes: Uint8Array) => void
  /** Resolves when the client has taken what was written, or has gone. */
  taken: () => Promise<void>
  /** Writes this as the last and closes; who reads nothing any more is cut off at once. */
  end: (bytes: Uint8Array) => void
  /** Told once, when the connection is gone, whoever closed it. */
  onClose: (listener: () => void) => void
  /** Told when the service stops: nothing waits for whoever does not end then. */
  onStop: (listener: () => void) => void
}
