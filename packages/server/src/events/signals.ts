/** Says that an event is in the log. A hint: it may come twice, or out of order. */
export type Signal = { partition: number; seq: number; subject: string; event: string }

/** Carries to every node what happened on one of them. */
export type Signals = {
  publish: (signal: Signal) => void
  /** Calls for what happened here and on other nodes; returns how to stop. */
  subscribe: (listener: (signal: Signal) => void) => () => void
}

/** For one node. */
export function localSignals(onError: (error: unknown) => void): Signals {
  const listeners = new Set<(signal: Signal) => void>()
  return {
    publish: (signal) => {
      for (const listener of listeners)
        try {
          listener(signal)
        } catch (error) {
          onError(error)
        }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
