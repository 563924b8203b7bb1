import { setTimeout as after } from 'node:timers/promises'
import { Hosts } from './hosts.ts'
import { MOST_AT_ONCE } from './limits.ts'
import type { KeptPreview } from './model.ts'
import { type Needs, timeOf } from './needs.ts'
import { workOn } from './working.ts'

export type OnError = (error: unknown) => void

const LOOK_MS = 1000
/** More than can be worked on: several may be of the same host. */
const MOST_FOUND = 16 * MOST_AT_ONCE

/** Fetches what is due, a few pages at a time, each of another host. */
export class Worker {
  readonly #needs: Needs
  readonly #hosts: Hosts
  readonly #running = new Map<string, Promise<void>>()
  #begun = 0
  #wake = new AbortController()

  constructor(needs: Needs) {
    this.#needs = needs
    this.#hosts = new Hosts(needs.now)
  }

  /** There is something to fetch: no need to wait for the next look. */
  nudge(): void {
    this.#wake.abort()
  }

  start(onError: OnError): { stop: () => Promise<void> } {
    const stopping = new AbortController()
    const looking = this.#run(stopping.signal, onError)
    return {
      stop: async () => {
        stopping.abort()
        this.nudge()
        await looking
        await Promise.all(this.#running.values())
      },
    }
  }

  /** Fetches all that is due now; what has to wait for its host or for another try still waits. */
  async drain(): Promise<void> {
    const failures: unknown[] = []
    const { signal } = new AbortController()
    for (let before = -1; before < this.#begun;) {
      before = this.#begun
      await this.#look(signal, (error) => failures.push(error))
      await Promise.all(this.#running.values())
    }
    if (failures.length > 0) throw failures[0]
  }

  async #run(signal: AbortSignal, onError: OnError): Promise<void> {
    while (!signal.aborted) {
      this.#wake = new AbortController()
      // Failing to look is no reason to stop looking.
      await this.#look(signal, onError).catch(onError)
      await after(LOOK_MS, undefined, { signal: this.#wake.signal, ref: false }).catch(() => {})
    }
  }

  async #look(signal: AbortSignal, onError: OnError): Promise<void> {
    if (this.#running.size >= MOST_AT_ONCE) return
    const where = { due: { $lte: timeOf(this.#needs) } }
    const { docs } = await this.#needs.previews.find({ where, sort: { due: 1 }, limit: MOST_FOUND, next: false })
    for (const due of docs) {
      if (this.#running.size >= MOST_AT_ONCE || signal.aborted) return
      if (this.#running.has(due._id)) continue
      const { host } = new URL(due.url)
      const notBefore = this.#hosts.enter(host)
      if (notBefore === null) this.#begin(due, { host, signal, onError })
      else await this.#postpone(due, notBefore)
    }
  }

  /** Those of a host that is asked already make room for others. */
  async #postpone({ _id, due }: KeptPreview, notBefore: number): Promise<void> {
    this.#begun += 1
    await this.#needs.previews.update({ _id, due }, { $set: { due: new Date(notBefore).toISOString() } })
  }

  #begin(due: KeptPreview, { host, signal, onError }: { host: string; signal: AbortSignal; onError: OnError }): void {
    this.#begun += 1
    const work = workOn(this.#needs, due, signal)
      .then(() => {}, onError)
      .finally(() => {
        this.#running.delete(due._id)
        this.#hosts.leave(host)
        // There may be others for whom there was no room.
        this.nudge()
      })
    this.#running.set(due._id, work)
  }
}
