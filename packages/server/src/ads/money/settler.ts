import { setTimeout as after } from 'node:timers/promises'
import type { MoneyNeeds } from './needs.ts'
import { settleDue } from './settling.ts'

const LOOK_MS = 5000
const AT_ONCE = 100

/** Takes back what is left of slices whose time is over: of this node, of others, and of such as are dead. */
export class Settler {
  readonly #needs: MoneyNeeds

  constructor(needs: MoneyNeeds) {
    this.#needs = needs
  }

  start({ onError }: { onError: (error: unknown) => void }): { stop: () => Promise<void> } {
    const stopping = new AbortController()
    const running = this.#run(stopping.signal, onError)
    return {
      stop: async () => {
        stopping.abort()
        await running
      },
    }
  }

  /** Settles all that is due now. */
  async drain(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const now = this.#needs.world.now()
    let isMore = true
    while (isMore && !signal.aborted) isMore = (await settleDue(this.#needs, { now, limit: AT_ONCE })) > 0
  }

  async #run(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    while (!signal.aborted) {
      // Failing to look is no reason to stop looking.
      await this.drain(signal).catch(onError)
      await after(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
}
