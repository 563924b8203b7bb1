import { setTimeout as after } from 'node:timers/promises'
import { workOn } from './lane.ts'
import { MOST_LANES } from './limits.ts'
import { type Needs, timeOf } from './needs.ts'

type Options = { onError: (error: unknown) => void }
export type Sending = { stop: () => Promise<void> }

const LOOK_MS = 1000
/** More than can be worked on: some of them may be in the hands of other processes. */
const MOST_FOUND = 4 * MOST_LANES

/** Sends what was planned, each endpoint on its own: none waits for another. */
export class Sender {
  readonly #needs: Needs
  readonly #lanes = new Map<string, Promise<void>>()
  #worked = 0
  #wake = new AbortController()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** There is something to send: no need to wait for the next look. */
  nudge(): void {
    this.#wake.abort()
  }

  start({ onError }: Options): Sending {
    const stopping = new AbortController()
    const running = this.#run(stopping.signal, onError)
    return {
      stop: async () => {
        stopping.abort()
        this.nudge()
        await running
        await Promise.all(this.#lanes.values())
      },
    }
  }

  /** Sends all that is due now. */
  async drain(): Promise<void> {
    const failures: unknown[] = []
    const { signal } = new AbortController()
    for (let before = -1; before < this.#worked;) {
      before = this.#worked
      await this.#look(signal, (error) => failures.push(error))
      await Promise.all(this.#lanes.values())
    }
    if (failures.length > 0) throw failures[0]
  }

  async #run(signal: AbortSignal, onError: Options['onError']): Promise<void> {
    while (!signal.aborted) {
      this.#wake = new AbortController()
      // Failing to look is no reason to stop looking.
      await this.#look(signal, onError).catch(onError)
      await after(LOOK_MS, undefined, { signal: this.#wake.signal, ref: false }).catch(() => {})
    }
  }

  /** Begins with those endpoints that have something due. */
  async #look(signal: AbortSignal, onError: Options['onError']): Promise<void> {
    if (this.#needs.isPaused?.() === true) return
    const where = { next: { $lte: timeOf(this.#needs) } }
    const { docs } = await this.#needs.endpoints.find({ where, sort: { next: 1 }, limit: MOST_FOUND, next: false })
    const idle = docs.filter(({ _id: id }) => !this.#lanes.has(id)).slice(0, MOST_LANES - this.#lanes.size)
    for (const { _id: id } of idle) this.#lanes.set(id, this.#work(id, signal).catch(onError))
  }

  async #work(id: string, signal: AbortSignal): Promise<void> {
    try {
      if (!(await workOn(this.#needs, id, signal))) return
      this.#worked += 1
      // There may be others for whom there was no room.
      this.nudge()
    } finally {
      this.#lanes.delete(id)
    }
  }
}
