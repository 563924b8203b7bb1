import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const SAME_KEYSTROKE_MS = 1000

/**
 * Resolves at the first signal to stop. A second one ends the process at once; but one press of Ctrl-C can arrive more
 * than once, from the terminal and from the npm that started us, so what follows within a second is still the first.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | null = null
    const onSignal = (signal: NodeJS.Signals): void => {
      if (first === null) {
        first = performance.now()
        resolve(signal)
      } else if (performance.now() - first > SAME_KEYSTROKE_MS) {
        process.exit(128 + constants.signals[signal])
      }
    }
    for (const signal of SIGNALS) process.on(signal, onSignal)
  })
}
