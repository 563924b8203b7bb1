import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type OutboundAnswer, OutboundFailed, OutboundRefused } from '../../hooks/outbound.ts'
import type { Carried, Errand } from './courier-thread.ts'
import type { Carry, Parcel } from './parcel.ts'

type Waiting = PromiseWithResolvers<OutboundAnswer>

/** Sources run as they are, and what was built from them beside it. */
const PROGRAM = new URL(`courier-thread${extname(import.meta.url)}`, import.meta.url)
/** A thread takes some memory: where nothing is sent for so long, it ends. */
const IDLE_MS = 60_000

/** The thread is gone, and nobody knows whether it has sent the message: whom it is for has done nothing wrong. */
export class CourierLost extends Error {}

/**
 * Has messages encrypted and sent by a thread of its own: that is work which needs nothing of the rest, and whoever waits
 * for an answer of the service would wait for it.
 */
export class Courier {
  #thread: Worker | null = null
  readonly #waiting = new Map<number, Waiting>()
  #errands: Errand[] = []
  #last = 0
  readonly #idle = setTimeout(() => this.#rest(), IDLE_MS).unref()

  readonly carry: Carry = async (parcel, signal) => {
    if (signal.aborted) throw new OutboundFailed('There is no time left for it.')
    const number = ++this.#last
    const waiting = Promise.withResolvers<OutboundAnswer>()
    this.#waiting.set(number, waiting)
    this.#tell({ number, parcel })
    const stop = (): void => this.#tell({ number, parcel: null })
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await waiting.promise
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** What is told in one go wakes the thread once. */
  #tell(errand: Errand): void {
    if (this.#errands.push(errand) > 1) return
    process.nextTick(() => this.#handOver(this.#errands.splice(0)))
  }

  #handOver(errands: readonly Errand[]): void {
    this.#idle.refresh()
    if (errands.length === 0) return
    try {
      this.#thread ??= this.#begin()
      // The process lives while somebody waits, and no longer.
      if (this.#waiting.size > 0) this.#thread.ref()
      this.#thread.postMessage(errands)
    } catch (error) {
      this.#fail(String(error))
    }
  }

  #begin(): Worker {
    const thread = new Worker(PROGRAM)
    thread.on('message', (all: readonly Carried[]) => {
      for (const one of all) this.#answered(one)
    })
    thread.on('error', (error) => this.#lost(thread, error.message))
    thread.on('exit', () => this.#lost(thread, 'The thread that sends messages has ended.'))
    return thread
  }

  #answered(told: Carried): void {
    const waiting = this.#waiting.get(told.number)
    this.#waiting.delete(told.number)
    if ('answer' in told) waiting?.resolve(told.answer)
    else waiting?.reject(errorOf(told))
    if (this.#waiting.size === 0) this.#thread?.unref()
  }

  /** What was under way may have arrived or not: it is tried again, by another thread. */
  #lost(thread: Worker, message: string): void {
    if (this.#thread !== thread) return
    this.#thread = null
    this.#fail(message)
  }

  #fail(message: string): void {
    const lost = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#errands = []
    for (const { reject } of lost) reject(new CourierLost(message))
  }

  #rest(): void {
    if (this.#waiting.size > 0) this.#idle.refresh()
    else this.end()
  }

  /** The next message begins another thread. */
  end(): void {
    const thread = this.#thread
    if (thread === null) return
    this.#lost(thread, 'The thread that sends messages was ended.')
    void thread.terminate()
  }
}

const ERRORS = { refused: OutboundRefused, failed: OutboundFailed, broken: Error }

const errorOf = ({ error, message }: Extract<Carried, { error: unknown }>): Error => new ERRORS[error](message)

/** One for the process: threads are not for each who sends something. */
const courier = new Courier()

export const carriedElsewhere = (parcel: Parcel, signal: AbortSignal): Promise<OutboundAnswer> =>
  courier.carry(parcel, signal)
